// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "graph.hpp"

#include <bit>

namespace apps::clique {

int graph::degree(int vertex) const {
  int count = 0;
  for (std::size_t w = 0; w < words_; ++w) count += std::popcount(row(vertex)[w]);
  return count;
}

std::int64_t graph::edges() const {
  std::int64_t degree_sum = 0;
  for (int vertex = 0; vertex < order_; ++vertex) degree_sum += degree(vertex);
  return degree_sum / 2;
}

bool is_clique(graph const& input, std::vector<int> const& vertices) {
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    if (vertices[i] < 0 || vertices[i] >= input.order()) return false;
    for (std::size_t j = 0; j < i; ++j) {
      if (vertices[i] == vertices[j] || !input.adjacent(vertices[i], vertices[j])) return false;
    }
  }
  return true;
}

}  // namespace apps::clique
