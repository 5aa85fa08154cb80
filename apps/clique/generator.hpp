// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Graphs from their definitions.

#pragma once

#include <array>
#include <string>
#include <vector>

#include "problem.hpp"

namespace apps::clique {

/// The graph called `name`: MANN_a9, MANN_a27, MANN_a45, MANN_a81; hammingN-D; johnsonN-W-D;
/// kellerN; random:N,P,SEED; hidden:N,P,SIZE,SEED. Throws input_error for any other name and for
/// graphs of more than max_vertices vertices.
graph generate(std::string const& name);

/// The text of --help about the names.
std::string generated_names();

// Steiner triple systems, and the clique problem that C. Mannino derived from covering them (DIMACS
// instances MANN_a*).

/// Triples of the points 0 to points - 1; every pair of points lies in exactly one triple.
using triple_system = std::vector<std::array<int, 3>>;

/// The systems A9, A27, A45 and A81 of Fulkerson, Nemhauser and Trotter (1974): A9 is the affine
/// plane over three elements, A27 and A81 come from it by tripling, A45 from a system of 15 points.
triple_system steiner_triples(int points);

/// The size of this graph's largest clique is the number of triples plus the number of points,
/// minus the size of a smallest set of points that meets every triple. The complement has a vertex
/// for each point and a triangle for each triple; each corner is joined to the vertex of its point.
graph steiner_clique_graph(std::string const& name, int points);

}  // namespace apps::clique
