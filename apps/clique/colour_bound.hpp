// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A bound on the size of every clique, computed before the search.

#pragma once

#include "graph.hpp"

namespace apps::clique {

/// The number of colours of a greedy colouring: no clique is larger, since its vertices have
/// different colours. 0 for a graph without vertices. Takes order² / 64 steps.
int colour_bound(graph const& input);

}  // namespace apps::clique
