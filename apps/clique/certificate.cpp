// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "certificate.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <set>

#include "generate.hpp"

namespace apps::clique {

edge_list edges_of_file(std::string const& file, std::vector<int> const& vertices) {
  edge_list result;
  std::set<int> const vertex_set(vertices.begin(), vertices.end());
  std::ifstream input(file);
  for (std::string line; std::getline(input, line);) {
    int a = 0;
    int b = 0;
    std::sscanf(line.c_str(), " p %*s %d", &result.vertices);
    if (std::sscanf(line.c_str(), " e %d %d", &a, &b) != 2) continue;
    if (vertex_set.contains(a) && vertex_set.contains(b)) result.edges.emplace_back(a, b);
  }
  return result;
}

edge_list edges_of_graph(graph const& input, std::vector<int> const& vertices) {
  edge_list result{input.order(), {}};
  for (int const a : vertices) {
    for (int const b : vertices) {
      if (a < 1 || b < 1 || a > input.order() || b > input.order()) continue;  // the check rejects it later
      if (input.adjacent(a - 1, b - 1)) result.edges.emplace_back(a, b);
    }
  }
  return result;
}

certificate certify(edge_list graph_edges, std::vector<int> vertices, std::size_t size) {
  if (graph_edges.vertices == 0) return {false, "the graph cannot be read again"};
  if (vertices.size() != size)
    return {false, "expected " + counted(size, "vertex", "vertices") + ", found " + std::to_string(vertices.size())};
  for (auto& [a, b] : graph_edges.edges) {
    if (a > b) std::swap(a, b);
  }
  std::ranges::sort(graph_edges.edges);
  std::ranges::sort(vertices);
  std::size_t pairs = 0;
  for (std::size_t i = 0; i < size; ++i) {
    auto const name = "vertex " + std::to_string(vertices[i]);
    if (vertices[i] < 1 || vertices[i] > graph_edges.vertices)
      return {false, name + " is none of the graph's " + std::to_string(graph_edges.vertices)};
    if (i > 0 && vertices[i] == vertices[i - 1]) return {false, name + " is there twice"};
    for (std::size_t j = 0; j < i; ++j, ++pairs) {
      if (!std::ranges::binary_search(graph_edges.edges, std::pair(vertices[j], vertices[i]))) {
        return {false,
                "vertices " + std::to_string(vertices[j]) + " and " + std::to_string(vertices[i]) + " are not joined"};
      }
    }
  }
  if (size == 1) return {true, "the vertex is one of the graph"};
  return {true, "all " + counted(pairs, "pair", "pairs") + " of " + counted(size, "vertex", "vertices") + " are edges"};
}

certificate certify(std::string const& file, std::string const& generated, std::vector<int> const& vertices,
                    std::size_t size) {
  auto result = certify(file.empty() ? edges_of_graph(generate(generated), vertices) : edges_of_file(file, vertices),
                        vertices, size);
  result.text += file.empty() ? " (graph made anew)" : " (file read anew)";
  return result;
}

}  // namespace apps::clique
