// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Known numbers of embeddings, and the check of an embedding from the edges of both graphs alone.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "../common/certificate.hpp"
#include "problem.hpp"

namespace apps::sip {

/// The number of embeddings, if names, orders and edges are those of a known pair.
std::optional<std::uint64_t> known_count(graph const& pattern, graph const& target, bool induced);

// The check of an embedding, from the edges of both graphs alone. It shares no code with the
// search, not even the reader.

/// A graph as a list of edges, numbered as in its file.
struct edge_list {
  int vertices = 0;                        ///< 0: the file could not be read again
  std::vector<std::pair<int, int>> edges;  ///< each from both its ends, sorted
};

/// Reads the edges of a LAD file again.
edge_list edges_of_file(std::string const& file);

/// Pairs of a pattern vertex and its image, from images by pattern vertex.
std::vector<std::pair<int, int>> pairs_of(std::vector<int> const& images);

/// Checks that `map` gives each pattern vertex a distinct image and maps edges to edges; if
/// `induced`, also that no other pair becomes an edge.
certificate certify(edge_list const& pattern, edge_list const& target, std::vector<std::pair<int, int>> map,
                    bool induced);

}  // namespace apps::sip
