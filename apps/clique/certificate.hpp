// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The check of a clique, from the edges alone: it shares nothing with the search, not even the
// reader.

#pragma once

#include <string>
#include <utility>
#include <vector>

#include "../skua/certificate.hpp"
#include "graph.hpp"

namespace apps::clique {

/// A graph as a list, numbered as in its file.
struct edge_list {
  int vertices = 0;                        ///< 0: the file could not be read again
  std::vector<std::pair<int, int>> edges;  ///< in any order, from either end, repeated or not
};

/// The edges of a DIMACS file, read anew. Only those between these vertices: a list of all may not
/// fit into memory.
edge_list edges_of_file(std::string const& file, std::vector<int> const& among);
/// The same of a graph made from its definition; vertices count from 1 as in a file.
edge_list edges_of_graph(graph const& of, std::vector<int> const& among);

/// Whether `vertices`, counted from 1, are `size` different ones, each pair an edge.
certificate certify(edge_list in, std::vector<int> vertices, std::size_t size);

/// The whole of `--certify`: for the graph of `file`, or if that is empty, for the one called
/// `generated`, made anew.
certificate certify(std::string const& file, std::string const& generated, std::vector<int> const& vertices,
                    std::size_t size);

}  // namespace apps::clique
