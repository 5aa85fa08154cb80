// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "parallel.hpp"

#include "width.hpp"

namespace apps::clique {

template <std::size_t Words>
outcome search_width(graph const& input, search_request const& request);  // parallel_width.hpp

outcome search_parallel(graph const& input, search_request const& request) {
  return with_width(input, [&](auto words) { return search_width<words>(input, request); });
}

}  // namespace apps::clique
