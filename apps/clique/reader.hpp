// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reads graphs in the DIMACS format of colouring and clique instances.

#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "problem.hpp"

namespace apps::clique {

/// A graph from a file, and warnings about oddities that are not errors.
struct dimacs_graph {
  graph content;
  std::vector<std::string> warnings;
};

/// Lines are `c …` (comment), `p edge VERTICES EDGES` (once, before the edges; `col` instead of
/// `edge` is common too) and `e A B` (vertices count from 1). `n`, `d`, `v` and `x` lines, which
/// other programs write, are skipped. Loops and repeated edges are ignored. The number of edges is
/// only a hint, since many files count each edge twice or leave out repetitions. A file with fewer
/// edge lines than half of that number is taken to be truncated. Throws input_error with file and
/// line for anything else.
dimacs_graph read_dimacs(std::istream& input, std::string const& file);

/// Reads a file by name.
dimacs_graph read_dimacs(std::string const& file);

}  // namespace apps::clique
