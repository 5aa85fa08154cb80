// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "problem.hpp"

#include <cstddef>

namespace apps::clique {

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
