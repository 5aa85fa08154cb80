// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Graphs with a known largest clique.

#pragma once

#include <optional>
#include <string_view>

#include "graph.hpp"

namespace apps::clique {

/// The size of a largest clique, if the name, the order and the edges are those of a known
/// instance.
std::optional<int> known_clique(graph const& input);

}  // namespace apps::clique
