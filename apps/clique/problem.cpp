// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "problem.hpp"

#include <cstddef>

namespace apps::clique {

std::vector<int> minimum_width_order(graph const& of) {
  auto const order = static_cast<std::size_t>(of.order());
  std::vector<int> degree(order);
  for (std::size_t v = 0; v < order; ++v) degree[v] = of.degree(static_cast<int>(v));
  auto left = degree;
  std::vector<bool> placed(order);
  std::vector<int> result(order);
  for (std::size_t position = order; position-- > 0;) {
    std::size_t least = order;
    for (std::size_t v = 0; v < order; ++v) {
      if (placed[v]) continue;
      if (least == order || left[v] < left[least] || (left[v] == left[least] && degree[v] < degree[least])) least = v;
    }
    placed[least] = true;
    result[position] = static_cast<int>(least);
    for (std::size_t v = 0; v < order; ++v)
      left[v] -= of.adjacent(static_cast<int>(least), static_cast<int>(v)) ? 1 : 0;
  }
  return result;
}

}  // namespace apps::clique
