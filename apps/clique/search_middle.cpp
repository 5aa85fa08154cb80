// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Graphs of 257 to 832 vertices.

#include "search_width.hpp"

namespace apps::clique {

template outcome search_width<6>(graph const&, search_request const&);
template outcome search_width<8>(graph const&, search_request const&);
template outcome search_width<13>(graph const&, search_request const&);

}  // namespace apps::clique
