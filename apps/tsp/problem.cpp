// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "problem.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace apps::tsp {

length instance::sum_of_distances() const {
  length sum = 0;
  for (int a = 0; a < size_; ++a) {
    for (int b = 0; b < a; ++b) sum += distance(a, b);
  }
  return sum;
}

length tour_length(instance const& cities, std::vector<int> const& tour) {
  if (tour.size() != static_cast<std::size_t>(cities.size())) return -1;
  std::vector<bool> visited(tour.size());
  length sum = 0;
  for (std::size_t i = 0; i < tour.size(); ++i) {
    int const city = tour[i];
    if (city < 0 || city >= cities.size() || visited[static_cast<std::size_t>(city)]) return -1;
    visited[static_cast<std::size_t>(city)] = true;
    sum += cities.distance(city, tour[(i + 1) % tour.size()]);
  }
  return sum;
}

problem::problem(instance const& cities)
    : size_(cities.size()),
      distances_(static_cast<std::size_t>(size_) * max_cities),
      nearest_(static_cast<std::size_t>(size_) * max_cities) {
  for (int a = 0; a < size_; ++a) {
    auto const row = static_cast<std::size_t>(a) * max_cities;
    std::vector<std::uint8_t> order;
    for (int b = 0; b < size_; ++b) {
      distances_[row + static_cast<std::size_t>(b)] = cities.distance(a, b);
      if (b != a) order.push_back(static_cast<std::uint8_t>(b));
    }
    std::sort(order.begin(), order.end(),
              [&](int x, int y) { return std::pair(cities.distance(a, x), x) < std::pair(cities.distance(a, y), y); });
    std::copy(order.begin(), order.end(), nearest_.begin() + static_cast<std::ptrdiff_t>(row));
  }
}

length problem::bound(partial_tour const& tour) const {
  constexpr std::int32_t infinite = std::numeric_limits<std::int32_t>::max();
  std::array<int, max_cities> outside_tree;  // not yet in the tree, with their distances from it
  std::array<std::int32_t, max_cities> key;
  std::size_t count = 0;
  std::int32_t from_last = infinite;
  std::int32_t to_first = infinite;
  auto const* row = row_of(tour.last());
  auto const* first_row = row_of(0);
  for (std::uint64_t remaining = tour.unvisited; remaining != 0; remaining &= remaining - 1) {
    int const city = std::countr_zero(remaining);
    outside_tree[count++] = city;
    from_last = std::min(from_last, row[city]);
    to_first = std::min(to_first, first_row[city]);
  }

  // Prim's algorithm: each new city of the tree may shorten the distances of the cities outside.
  length tree_length = 0;
  row = row_of(outside_tree[--count]);
  std::fill_n(key.begin(), count, infinite);
  while (count > 0) {
    std::int32_t shortest_edge = infinite;
    std::size_t closest = 0;
    for (std::size_t i = 0; i < count; ++i) {
      std::int32_t const distance = std::min(key[i], row[outside_tree[i]]);
      key[i] = distance;
      closest = distance < shortest_edge ? i : closest;
      shortest_edge = std::min(shortest_edge, distance);
    }
    tree_length += shortest_edge;
    row = row_of(outside_tree[closest]);
    --count;
    outside_tree[closest] = outside_tree[count];
    key[closest] = key[count];
  }
  return tour.length_so_far + from_last + tree_length + to_first;
}

}  // namespace apps::tsp
