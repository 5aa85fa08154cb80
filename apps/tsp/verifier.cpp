// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "verifier.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <string_view>
#include <vector>

#include "../common/text.hpp"

namespace apps::tsp {

// Optima of TSPLIB (Reinelt, 1991), and of the random instances as computed by independent
// programs.
namespace {

struct fact {
  std::string_view name;
  int size;
  length sum;  ///< of all distances
  length optimum;
};

constexpr fact facts[] = {
    {"burma14", 14, 43369, 3323}, {"ulysses16", 16, 97712, 6859}, {"gr17", 17, 37346, 2085},
    {"gr24", 24, 40739, 1272},    {"bayg29", 29, 66313, 1610},    {"dantzig42", 42, 63765, 699},
    {"swiss42", 42, 99119, 1273}, {"att48", 48, 1172229, 10628},  {"gr48", 48, 493939, 5046},
    {"eil51", 51, 41305, 426},    {"berlin52", 52, 762783, 7542}, {"random5", 5, 46, 14},
    {"random6", 6, 74, 17},       {"random7", 7, 102, 20},        {"random8", 8, 134, 15},
    {"random9", 9, 184, 23},      {"random10", 10, 232, 32},      {"random11", 11, 290, 30},
    {"random12", 12, 336, 23},    {"random13", 13, 405, 27},      {"random14", 14, 451, 25},
    {"random15", 15, 527, 25},    {"random16", 16, 611, 30},      {"random17", 17, 692, 23},
    {"random18", 18, 785, 26},    {"random19", 19, 878, 30},      {"random20", 20, 958, 31},
    {"random21", 21, 1078, 25},   {"random22", 22, 1201, 31},     {"random23", 23, 1309, 32},
    {"random24", 24, 1417, 31},   {"random25", 25, 1543, 35},     {"random30", 30, 2228, 33},
};

}  // namespace

std::optional<length> known_optimum(instance const& cities) {
  for (auto const& known_fact : facts) {
    // Some files of the library have the name burma14.tsp, some burma14.
    auto const& name = cities.name();
    bool const same_name = name == known_fact.name || name == std::string(known_fact.name) + ".tsp";
    if (same_name && cities.size() == known_fact.size && cities.sum_of_distances() == known_fact.sum)
      return known_fact.optimum;
  }
  return std::nullopt;
}

length table_optimum(instance const& cities) {
  // City n - 1 is start and end. shortest[set][last] is the length of a shortest path from there
  // through all of `set` that ends at `last`, which is in the set.
  auto const other_cities = static_cast<std::size_t>(cities.size() - 1);
  int const home = cities.size() - 1;
  constexpr length no_path = std::numeric_limits<length>::max() / 2;
  std::vector<length> shortest((std::size_t{1} << other_cities) * other_cities, no_path);
  auto const distance = [&](std::size_t a, std::size_t b) {
    return cities.distance(static_cast<int>(a), static_cast<int>(b));
  };
  for (std::size_t last = 0; last < other_cities; ++last) {
    shortest[(std::size_t{1} << last) * other_cities + last] = cities.distance(home, static_cast<int>(last));
  }
  std::size_t const full_set = (std::size_t{1} << other_cities) - 1;
  for (std::size_t set = 1; set <= full_set; ++set) {
    for (std::size_t last_candidates = set; last_candidates != 0; last_candidates &= last_candidates - 1) {
      auto const last = static_cast<std::size_t>(std::countr_zero(last_candidates));
      length const path_length = shortest[set * other_cities + last];
      for (std::size_t unvisited = full_set & ~set; unvisited != 0; unvisited &= unvisited - 1) {
        auto const next = static_cast<std::size_t>(std::countr_zero(unvisited));
        auto& entry = shortest[(set | std::size_t{1} << next) * other_cities + next];
        entry = std::min(entry, path_length + distance(last, next));
      }
    }
  }
  length best = no_path;
  for (std::size_t last = 0; last < other_cities; ++last) {
    best = std::min(best, shortest[full_set * other_cities + last] + cities.distance(home, static_cast<int>(last)));
  }
  return best;
}

certificate certify(instance const& cities, std::vector<int> const& tour, length claimed) {
  auto const text_of = [](length value) { return grouped(static_cast<std::uint64_t>(value)); };
  for (int const city : tour) {
    if (city < 1 || city > cities.size())
      return {false, "city " + std::to_string(city) + " is not one of the " + std::to_string(cities.size())};
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
