// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "depth_first.hpp"

#include <limits>
#include <utility>

namespace apps::tsp {

problem::problem(instance const& of)
    : size_(of.size()),
      distances_(static_cast<std::size_t>(size_) * most_cities),
      nearest_(static_cast<std::size_t>(size_) * most_cities) {
  for (int a = 0; a < size_; ++a) {
    auto const row = static_cast<std::size_t>(a) * most_cities;
    std::vector<std::uint8_t> order;
    for (int b = 0; b < size_; ++b) {
      distances_[row + static_cast<std::size_t>(b)] = of.distance(a, b);
      if (b != a) order.push_back(static_cast<std::uint8_t>(b));
    }
    std::sort(order.begin(), order.end(),
              [&](int x, int y) { return std::pair(of.distance(a, x), x) < std::pair(of.distance(a, y), y); });
    std::copy(order.begin(), order.end(), nearest_.begin() + static_cast<std::ptrdiff_t>(row));
  }
}

length problem::bound(partial_tour const& from) const {
  constexpr std::int32_t far = std::numeric_limits<std::int32_t>::max();
  std::array<int, most_cities> outside;  // not yet in the tree, with their distances from it
  std::array<std::int32_t, most_cities> key;
  std::size_t count = 0;
  std::int32_t from_last = far;
  std::int32_t to_first = far;
  auto const* row = row_of(from.last());
  auto const* first = row_of(0);
  for (std::uint64_t rest = from.unvisited; rest != 0; rest &= rest - 1) {
    int const city = std::countr_zero(rest);
    outside[count++] = city;
    from_last = std::min(from_last, row[city]);
    to_first = std::min(to_first, first[city]);
  }

  // Prim's algorithm: the newest city of the tree shortens the distances of those outside.
  length tree = 0;
  row = row_of(outside[--count]);
  std::fill_n(key.begin(), count, far);
  while (count > 0) {
    std::int32_t least = far;
    std::size_t closest = 0;
    for (std::size_t i = 0; i < count; ++i) {
      std::int32_t const distance = std::min(key[i], row[outside[i]]);
      key[i] = distance;
      closest = distance < least ? i : closest;
      least = std::min(least, distance);
    }
    tree += least;
    row = row_of(outside[closest]);
    --count;
    outside[closest] = outside[count];
    key[closest] = key[count];
  }
  return from.so_far + from_last + tree + to_first;
}

}  // namespace apps::tsp
