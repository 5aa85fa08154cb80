// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the parts of a sequential search take on this machine.

#pragma once

#include <vector>

#include "graph.hpp"

namespace apps::clique {

/// Seconds of each subtree below `depth` chosen vertices, in search order; those that are cut off at once are not there.
std::vector<double> subtree_seconds(graph const& in, int depth);

}  // namespace apps::clique
