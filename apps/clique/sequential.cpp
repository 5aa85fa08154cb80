// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Maximum clique as a program without a task library does it.

#include "depth_first.hpp"
#include "search.hpp"

namespace apps::clique {
namespace {

template <std::size_t Words>
answer search(graph const& input) {
  problem<Words> const instance(input);
  plain_incumbent<Words> best;
  depth_first<Words, plain_incumbent<Words>> engine(instance, best);
  engine.dive();
  auto const nodes = engine.search(bits<Words>::none(), 0, instance.all());
  return {instance.original(best.clique()), nodes};
}

}  // namespace

answer search_sequential(graph const& input) {
  return with_width(input, [&](auto words) { return search<words>(input); });
}

}  // namespace apps::clique
