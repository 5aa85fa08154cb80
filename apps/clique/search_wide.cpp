// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Graphs of 833 and more vertices.

#include "search_width.hpp"

namespace apps::clique {

template outcome search_width<17>(graph const&, search_request const&);
template outcome search_width<32>(graph const&, search_request const&);
template outcome search_width<53>(graph const&, search_request const&);
template outcome search_width<max_vertices / 64>(graph const&, search_request const&);

}  // namespace apps::clique
