// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "problem.hpp"

#include <bit>
#include <cstddef>

namespace apps::clique {

int graph::degree(int vertex) const {
  int count = 0;
  for (std::size_t w = 0; w < words_; ++w) count += std::popcount(row(vertex)[w]);
  return count;
}

std::int64_t graph::edges() const {
  std::int64_t degree_sum = 0;
  for (int vertex = 0; vertex < order_; ++vertex) degree_sum += degree(vertex) + (adjacent(vertex, vertex) ? 1 : 0);
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

int colour_bound(graph const& input) {
  std::vector<std::uint64_t> uncoloured(input.words());
  for (int v = 0; v < input.order(); ++v) uncoloured[static_cast<std::size_t>(v / 64)] |= std::uint64_t{1} << (v % 64);
  int remaining = input.order();
  int colours = 0;
  for (; remaining > 0; ++colours) {
    auto candidates = uncoloured;  // not joined to any vertex of this colour
    for (std::size_t word = 0; word < candidates.size(); ++word) {
      while (candidates[word] != 0) {
        int const bit = std::countr_zero(candidates[word]);
        candidates[word] &= candidates[word] - 1;
        uncoloured[word] &= ~(std::uint64_t{1} << bit);
        --remaining;
        std::uint64_t const* const neighbours = input.row(static_cast<int>(word) * 64 + bit);
        for (std::size_t i = word; i < candidates.size(); ++i) candidates[i] &= ~neighbours[i];
      }
    }
  }
  return colours;
}

std::vector<int> minimum_width_order(graph const& input) {
  auto const order = static_cast<std::size_t>(input.order());
  std::vector<int> degree(order);
  for (std::size_t v = 0; v < order; ++v) degree[v] = input.degree(static_cast<int>(v));
  auto remaining_degree = degree;
  std::vector<bool> placed(order);
  std::vector<int> result(order);
  for (std::size_t position = order; position-- > 0;) {
    std::size_t min_vertex = order;
    for (std::size_t v = 0; v < order; ++v) {
      if (placed[v]) continue;
      if (min_vertex == order || remaining_degree[v] < remaining_degree[min_vertex] ||
          (remaining_degree[v] == remaining_degree[min_vertex] && degree[v] < degree[min_vertex]))
        min_vertex = v;
    }
    placed[min_vertex] = true;
    result[position] = static_cast<int>(min_vertex);
    for (std::size_t v = 0; v < order; ++v)
      remaining_degree[v] -= input.adjacent(static_cast<int>(min_vertex), static_cast<int>(v)) ? 1 : 0;
  }
  return result;
}

}  // namespace apps::clique
