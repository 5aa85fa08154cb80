// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Graphs of at most 256 vertices.

#include "parallel_width.hpp"

namespace apps::clique {

template outcome search_width<1>(graph const&, search_request const&);
template outcome search_width<2>(graph const&, search_request const&);
template outcome search_width<4>(graph const&, search_request const&);

}  // namespace apps::clique
