// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The parallel search for one width. It compiles slowly, so search.cpp, search_middle.cpp and
// search_wide.cpp share the widths.

#pragma once

#include <algorithm>
#include <optional>
#include <utility>

#include "../common/saved_search.hpp"
#include "depth_first.hpp"
#include "search.hpp"
#include "search_tree.hpp"

namespace apps::clique {

template <std::size_t Words>
outcome search_width(graph const& input, search_request const& request) {
  problem<Words> const instance(input);
  plain_incumbent<Words> incumbent;
  depth_first<Words, plain_incumbent<Words>>(instance, incumbent).dive();
  tree<Words> const search_tree(instance);
  auto result = maximise(search_tree, request, std::optional(incumbent.size()));
  answer best{result.node ? search_tree.vertices(*result.node) : instance.original(incumbent.clique()),
              result.stats.nodes};
  return {take_outcome(result), std::move(best), std::min(result.bound, input.order())};
}

extern template outcome search_width<1>(graph const&, search_request const&);
extern template outcome search_width<2>(graph const&, search_request const&);
extern template outcome search_width<4>(graph const&, search_request const&);
extern template outcome search_width<6>(graph const&, search_request const&);
extern template outcome search_width<8>(graph const&, search_request const&);
extern template outcome search_width<13>(graph const&, search_request const&);
extern template outcome search_width<17>(graph const&, search_request const&);
extern template outcome search_width<32>(graph const&, search_request const&);
extern template outcome search_width<53>(graph const&, search_request const&);
extern template outcome search_width<max_vertices / 64>(graph const&, search_request const&);

}  // namespace apps::clique
