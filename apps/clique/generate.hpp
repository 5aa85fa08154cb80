// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Graphs from their definitions.

#pragma once

#include <string>

#include "graph.hpp"

namespace apps::clique {

/// The graph called `name`: MANN_a9, MANN_a27, MANN_a45, MANN_a81; hammingN-D; johnsonN-W-D;
/// kellerN; random:N,P,SEED; hidden:N,P,SIZE,SEED. Throws input_error for any other name and for
/// graphs of more than max_vertices vertices.
graph generate(std::string const& name);

/// The text of --help about the names.
std::string generated_names();

}  // namespace apps::clique
