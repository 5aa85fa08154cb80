// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reads graphs in the DIMACS format of colouring and clique instances.

#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "graph.hpp"

namespace apps::clique {

/// A graph from a file, and what was odd about the file without being wrong.
struct dimacs_graph {
  graph content;
  std::vector<std::string> warnings;
};

/// Lines are `c …` (comment), `p edge VERTICES EDGES` (once, before the edges; `col` for `edge` is
/// usual too), `e A B` (vertices count from 1); `n`, `d`, `v` and `x` lines, which other programs
/// write, are skipped. Loops and repeated edges are ignored. The number of edges is only a hint,
/// since many files count each twice or leave out repetitions, but a file with fewer edge lines
/// than half of it was cut off. Throws input_error with file and line for anything else.
dimacs_graph read_dimacs(std::istream& from, std::string const& file);

/// The same for a file by name.
dimacs_graph read_dimacs(std::string const& file);

}  // namespace apps::clique
