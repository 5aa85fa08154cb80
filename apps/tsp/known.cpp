// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Facts: optima of TSPLIB (Reinelt, 1991), and of the random instances as computed by independent
// programs.

#include "known.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <string_view>
#include <vector>

namespace apps::tsp {
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

std::optional<length> known_optimum(instance const& of) {
  for (auto const& known : facts) {
    // Some files of the library say burma14.tsp, some burma14.
    auto const& name = of.name();
    bool const same_name = name == known.name || name == std::string(known.name) + ".tsp";
    if (same_name && of.size() == known.size && of.sum_of_distances() == known.sum) return known.optimum;
  }
  return std::nullopt;
}

length table_optimum(instance const& of) {
  // City n - 1 is start and end; shortest[set][last]: a path from there through all of `set` that
  // ends at `last`, which is in the set.
  auto const others = static_cast<std::size_t>(of.size() - 1);
  int const home = of.size() - 1;
  constexpr length none = std::numeric_limits<length>::max() / 2;
  std::vector<length> shortest((std::size_t{1} << others) * others, none);
  auto const distance = [&](std::size_t a, std::size_t b) {
    return of.distance(static_cast<int>(a), static_cast<int>(b));
  };
  for (std::size_t last = 0; last < others; ++last) {
    shortest[(std::size_t{1} << last) * others + last] = of.distance(home, static_cast<int>(last));
  }
  std::size_t const all = (std::size_t{1} << others) - 1;
  for (std::size_t set = 1; set <= all; ++set) {
    for (std::size_t left = set; left != 0; left &= left - 1) {
      auto const last = static_cast<std::size_t>(std::countr_zero(left));
      length const so_far = shortest[set * others + last];
      for (std::size_t missing = all & ~set; missing != 0; missing &= missing - 1) {
        auto const next = static_cast<std::size_t>(std::countr_zero(missing));
        auto& entry = shortest[(set | std::size_t{1} << next) * others + next];
        entry = std::min(entry, so_far + distance(last, next));
      }
    }
  }
  length best = none;
  for (std::size_t last = 0; last < others; ++last) {
    best = std::min(best, shortest[all * others + last] + of.distance(home, static_cast<int>(last)));
  }
  return best;
}

}  // namespace apps::tsp
