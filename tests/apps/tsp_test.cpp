// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The parts of the travelling salesman: distances, instances, tours, the bound, and the table that
// checks them.

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "../../apps/tsp/depth_first.hpp"
#include "../../apps/tsp/generator.hpp"
#include "../../apps/tsp/reader.hpp"
#include "../../apps/tsp/search.hpp"
#include "../../apps/tsp/verifier.hpp"

namespace {

using namespace apps::tsp;

/// The shortest of all tours that begin with `from`; tries them one after another.
length shortest_by_trying(instance const& in, std::vector<int> const& from) {
  std::vector<int> tour = from;
  for (int city = 0; city < in.size(); ++city) {
    if (std::find(from.begin(), from.end(), city) == from.end()) tour.push_back(city);
  }
  auto const rest = tour.begin() + static_cast<std::ptrdiff_t>(from.size());
  std::sort(rest, tour.end());
  length best = std::numeric_limits<length>::max();
  do {
    best = std::min(best, tour_length(in, tour));
  } while (std::next_permutation(rest, tour.end()));
  return best;
}

TEST(tsp_distance, by_hand) {
  auto const euclidean = distance_of_type("EUC_2D");
  EXPECT_EQ(euclidean({0, 0}, {3, 4}), 5);
  EXPECT_EQ(euclidean({0, 0}, {1, 1}), 1);    // 1.41
  EXPECT_EQ(euclidean({0, 0}, {2, 2}), 3);    // 2.83
  EXPECT_EQ(euclidean({0, 0}, {2.5, 0}), 3);  // halves go up
  auto const rounded_up = distance_of_type("CEIL_2D");
  EXPECT_EQ(rounded_up({0, 0}, {1, 1}), 2);
  EXPECT_EQ(rounded_up({0, 0}, {3, 4}), 5);
  auto const att = distance_of_type("ATT");
  EXPECT_EQ(att({0, 0}, {10, 0}), 4);  // sqrt 10 = 3.16
  EXPECT_EQ(att({0, 0}, {20, 60}), 20);
  EXPECT_EQ(distance_of_type("EXPLICIT"), nullptr);
  EXPECT_EQ(distance_of_type("euc_2d"), nullptr);
}

TEST(tsp_distance, geographical_reads_minutes) {
  auto const geo = distance_of_type("GEO");
  // A quarter of the equator: pi / 2 * 6378.388 = 10019.1, and one more, cut off.
  EXPECT_EQ(geo({0, 0}, {0, 90}), 10020);
  // Half a degree is 0.30: 6378.388 * 3.141592 / 360 = 55.66.
  EXPECT_EQ(geo({0, 0}, {0.30, 0}), 56);
  EXPECT_EQ(geo({10.30, 20}, {10.30, 20}), 1);
  EXPECT_EQ(geo({-0.30, 0}, {0, 0}), 56);
}

TEST(tsp_instance, the_generator_is_that_of_java) {
  // The sums of all distances were computed by an independent program.
  for (auto const& [size, sum] : {std::pair{5, 46}, {10, 232}, {20, 958}, {25, 1543}, {30, 2228}}) {
    EXPECT_EQ(random_instance(size, usual_seed).sum_of_distances(), sum) << size;
  }
  EXPECT_EQ(random_instance(10, usual_seed).name(), "random10");
  EXPECT_EQ(random_instance(10, -7).name(), "random10,-7");
  EXPECT_NE(random_instance(10, -7).sum_of_distances(), random_instance(10, 7).sum_of_distances());
}

TEST(tsp_instance, a_tour_visits_every_city_once) {
  instance input("triangle", 3);
  input.set_distance(0, 1, 5);
  input.set_distance(1, 2, 7);
  input.set_distance(2, 0, 11);
  EXPECT_EQ(tour_length(input, {0, 1, 2}), 23);
  EXPECT_EQ(tour_length(input, {2, 1, 0}), 23);
  EXPECT_EQ(tour_length(input, {0, 1}), -1);
  EXPECT_EQ(tour_length(input, {0, 1, 1}), -1);
  EXPECT_EQ(tour_length(input, {0, 1, 3}), -1);
  EXPECT_EQ(tour_length(input, {0, 1, -1}), -1);
  EXPECT_EQ(tour_length(input, {0, 1, 2, 0}), -1);
  EXPECT_EQ(input.sum_of_distances(), 23);
}

TEST(tsp_known, only_the_very_same_instance_is_known) {
  EXPECT_EQ(known_optimum(random_instance(25, usual_seed)), 35);
  EXPECT_EQ(known_optimum(random_instance(25, 1)), std::nullopt);
  auto changed = random_instance(25, usual_seed);
  changed.set_distance(0, 1, changed.distance(0, 1) + 1);
  EXPECT_EQ(known_optimum(changed), std::nullopt);
}

TEST(tsp_known, the_table_agrees_with_trying_all_tours) {
  for (int size = 3; size <= 8; ++size) {
    for (std::int64_t seed = 0; seed < 5; ++seed) {
      auto const input = random_instance(size, seed);
      EXPECT_EQ(table_optimum(input), shortest_by_trying(input, {0})) << size << " cities, seed " << seed;
    }
  }
}

TEST(tsp_search, the_bound_is_one) {
  auto const input = random_instance(8, 3);
  problem const search_problem(input);
  std::vector<std::vector<int>> begins{{0}};
  for (std::size_t i = 0; i < begins.size(); ++i) {
    auto const begin = begins[i];
    auto tour = partial_tour::start(input.size());
    for (std::size_t step = 1; step < begin.size(); ++step) {
      tour.go_to(begin[step], input.distance(begin[step - 1], begin[step]));
    }
    EXPECT_EQ(tour.cities(), begin);
    EXPECT_LE(search_problem.bound(tour), shortest_by_trying(input, begin)) << testing::PrintToString(begin);
    if (begin.size() < 4) {
      for (int next = 1; next < input.size(); ++next) {
        if (std::find(begin.begin(), begin.end(), next) != begin.end()) continue;
        begins.push_back(begin);
        begins.back().push_back(next);
      }
    }
  }
  EXPECT_EQ(begins.size(), 1u + 7 + 42 + 210);
}

TEST(tsp_search, works_at_the_largest_size) {
  // A ring: the bound is exact, so the first tour ends the search.
  instance ring("ring", max_cities);
  for (int a = 0; a < max_cities; ++a) {
    for (int b = 0; b < a; ++b) ring.set_distance(a, b, a - b == 1 || a - b == max_cities - 1 ? 1 : 2);
  }
  auto const result = search_sequential(ring);
  EXPECT_EQ(result.tour_length, max_cities);
  EXPECT_EQ(tour_length(ring, result.tour), result.tour_length);
}

}  // namespace
