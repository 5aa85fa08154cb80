// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Published answers, and the check of a clique from the edges alone.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../common/certificate.hpp"
#include "problem.hpp"

namespace apps::clique {

/// The size of a largest clique, if the name, the order and the edges are those of a known
/// instance.
std::optional<int> known_clique(graph const& input);

// The check of a clique from the edges alone. It shares no code with the search, not even the
// reader.

/// A graph as a list of edges, numbered as in its file.
struct edge_list {
  int vertices = 0;                        ///< 0: the file could not be read again
  std::vector<std::pair<int, int>> edges;  ///< in any order, from either end, repeated or not
};

/// Reads the edges of a DIMACS file again. Returns only those between `vertices`: a list of all
/// edges may not fit into memory.
edge_list edges_of_file(std::string const& file, std::vector<int> const& vertices);
/// The edges of a graph made from its definition; vertices count from 1 as in a file.
edge_list edges_of_graph(graph const& input, std::vector<int> const& vertices);

/// Checks that `vertices`, counted from 1, are `size` different vertices and that each pair is an
/// edge.
certificate certify(edge_list graph_edges, std::vector<int> vertices, std::size_t size);

/// The check of `--certify`: reads `file` again or, if it is empty, makes the graph called
/// `generated` again.
certificate certify(std::string const& file, std::string const& generated, std::vector<int> const& vertices,
                    std::size_t size);

}  // namespace apps::clique
