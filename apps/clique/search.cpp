// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The parallel search; graphs of at most 256 vertices.

#include "search.hpp"

#include "search_width.hpp"

namespace apps::clique {

template outcome search_width<1>(graph const&, search_request const&);
template outcome search_width<2>(graph const&, search_request const&);
template outcome search_width<4>(graph const&, search_request const&);

outcome search_parallel(graph const& input, search_request const& request) {
  return with_width(input, [&](auto words) { return search_width<words>(input, request); });
}

}  // namespace apps::clique
