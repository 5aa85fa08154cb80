// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Maximum clique as one would write it without a library of tasks.

#include "depth_first.hpp"
#include "search.hpp"
#include "width.hpp"

namespace apps::clique {
namespace {

template <std::size_t Words>
answer search(graph const& in) {
  problem<Words> const of(in);
  plain_incumbent<Words> best;
  depth_first<Words, plain_incumbent<Words>> engine(of, best);
  engine.dive();
  auto const nodes = engine.search(bits<Words>::none(), 0, of.all());
  return {of.original(best.clique()), nodes};
}

}  // namespace

answer search_sequential(graph const& in) {
  return with_width(in, [&](auto words) { return search<words>(in); });
}

}  // namespace apps::clique
