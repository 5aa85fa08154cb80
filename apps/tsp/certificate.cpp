// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "certificate.hpp"

#include <algorithm>

#include "../skua/text.hpp"

namespace apps::tsp {

certificate certify(instance const& cities, std::vector<int> const& tour, length claimed) {
  auto const text_of = [](length value) { return grouped(static_cast<std::uint64_t>(value)); };
  for (int const city : tour) {
    if (city < 1 || city > cities.size())
      return {false, "city " + std::to_string(city) + " is none of the " + std::to_string(cities.size())};
  }
  for (int city = 1; city <= cities.size(); ++city) {
    auto const visits = std::ranges::count(tour, city);
    if (visits != 1)
      return {false, "city " + std::to_string(city) + " is visited " +
                         counted(static_cast<std::size_t>(visits), "time", "times")};
  }
  length sum = cities.distance(tour.back() - 1, tour.front() - 1);
  for (std::size_t i = 1; i < tour.size(); ++i) sum += cities.distance(tour[i - 1] - 1, tour[i] - 1);
  if (sum != claimed) return {false, "the tour has length " + text_of(sum) + ", not " + std::to_string(claimed)};
  return {true,
          "each of " + std::to_string(cities.size()) + " cities is visited once, distances add up to " + text_of(sum)};
}

}  // namespace apps::tsp
