// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "problem.hpp"

#include <algorithm>
#include <functional>

namespace apps::sip {

bool is_embedding(graph const& pattern, graph const& target, std::vector<int> const& images, bool induced) {
  if (images.size() != static_cast<std::size_t>(pattern.order())) return false;
  for (int a = 0; a < pattern.order(); ++a) {
    int const x = images[static_cast<std::size_t>(a)];
    if (x < 0 || x >= target.order()) return false;
    bool const is_loop = pattern.adjacent(a, a);
    if (is_loop != target.adjacent(x, x) && (is_loop || induced)) return false;
    for (int b = 0; b < a; ++b) {
      int const y = images[static_cast<std::size_t>(b)];
      if (x == y) return false;
      bool const is_edge = pattern.adjacent(a, b);
      if (is_edge != target.adjacent(x, y) && (is_edge || induced)) return false;
    }
  }
  return true;
}

std::vector<std::vector<int>> neighbour_degrees(graph const& g) {
  std::vector<std::vector<int>> result;
  for (int a = 0; a < g.order(); ++a) {
    auto& degrees = result.emplace_back();
    for (int b = 0; b < g.order(); ++b) {
      if (g.adjacent(a, b)) degrees.push_back(g.degree(b));
    }
    std::sort(degrees.begin(), degrees.end(), std::greater());
  }
  return result;
}

}  // namespace apps::sip
