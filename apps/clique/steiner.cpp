// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "steiner.hpp"

#include <cstddef>

namespace apps::clique {
namespace {

/// Bose's construction for 3n points, n odd: three copies of the integers modulo n.
triple_system bose(int n) {
  triple_system result;
  int const half = (n + 1) / 2;
  for (int x = 0; x < n; ++x) result.push_back({x, x + n, x + 2 * n});
  for (int copy = 0; copy < 3; ++copy) {
    for (int x = 0; x < n; ++x) {
      for (int y = x + 1; y < n; ++y) {
        result.push_back({copy * n + x, copy * n + y, (copy + 1) % 3 * n + (x + y) * half % n});
      }
    }
  }
  return result;
}

/// Three copies of a system of n points, the triples of the three copies of a point, and six
/// triples across the copies for each triple: a system of 3n points.
triple_system triple_up(triple_system const& base, int n) {
  triple_system result;
  for (int x = 0; x < n; ++x) result.push_back({x, x + n, x + 2 * n});
  for (int copy = 0; copy < 3; ++copy) {
    for (auto const& [a, b, c] : base) result.push_back({copy * n + a, copy * n + b, copy * n + c});
  }
  for (auto const& [a, b, c] : base) {
    for (int rotation = 0; rotation < 3; ++rotation) {
      int const next = (rotation + 1) % 3 * n;
      int const last = (rotation + 2) % 3 * n;
      result.push_back({rotation * n + a, next + b, last + c});
      result.push_back({rotation * n + a, next + c, last + b});
    }
  }
  return result;
}

}  // namespace

triple_system steiner_triples(int points) {
  switch (points) {
    case 9:
      return bose(3);
    case 15:
      return bose(5);
    default:
      return triple_up(steiner_triples(points / 3), points / 3);
  }
}

graph steiner_clique_graph(std::string const& name, int points) {
  auto const triples = steiner_triples(points);
  graph result(name, points + 3 * static_cast<int>(triples.size()));
  for (int a = 0; a < result.order(); ++a) {
    for (int b = 0; b < a; ++b) result.connect(a, b);
  }
  int corner = points;
  for (auto const& triple : triples) {
    for (std::size_t i = 0; i < 3; ++i) {
      result.disconnect(corner + static_cast<int>(i), triple[i]);
      for (std::size_t j = 0; j < i; ++j) result.disconnect(corner + static_cast<int>(i), corner + static_cast<int>(j));
    }
    corner += 3;
  }
  return result;
}

}  // namespace apps::clique
