// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Simulated time of operations that concern all places. It grows with the number of levels of the
// tree of messages (base/wide_tree.hpp), not with the number of places.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <string>

#include <skua/search.hpp>
#include <skua/skua.hpp>

#include "remote/cases.hpp"
#include "remote/node.hpp"
#include "search/random_tree.hpp"

namespace {

/// The simulated seconds that `measure` returns.
double seconds_of(int places, double (*measure)()) {
  skua::options o;
  o.sim = "places=" + std::to_string(places) + ",workers=1";
  o.steal = "nearest(ahead=off)";  // no load hints, no repeated requests: few messages
  double seconds = 0;
  skua::runtime program{o};
  program.run([&] { seconds = measure(); });
  return seconds;
}

constexpr int phases = 4;

/// One phase, with a member at each place that signals and waits, and a value from each.
double phase_with_a_sum() {
  double seconds = 0;
  skua::finish([&seconds] {
    skua::phaser const ph(skua::phaser_mode::signal_wait);
    skua::phaser_accumulator<long> const sent(ph);
    for (int p = 0; p < skua::places(); ++p) {
      skua::spawn(skua::on(p), skua::phased(ph), [=] {
        for (int i = 0; i < phases + 2; ++i) {
          sent.send(1);
          ph.next();
          if (sent.result() != skua::places()) std::abort();
        }
      });
    }
    for (int i = 0; i < 2; ++i) ph.next();  // all members have arrived
    double const begin = skua::sim::now();
    for (int i = 0; i < phases; ++i) ph.next();
    seconds = (skua::sim::now() - begin) / phases;
  });
  return seconds;
}

double reset_of_a_reducer() {
  skua::count const used;
  skua::run_spmd([used] { ++used; });
  double const begin = skua::sim::now();
  used.reset();
  double const seconds = skua::sim::now() - begin;
  if (used.peek() != 0) std::abort();
  return seconds;
}

/// From the end of a scope until all places have forgotten its reducer.
double end_of_a_reducer() {
  skua::finish([] {
    skua::count const used;
    skua::run_spmd([used] { ++used; });
    if (used.peek() != static_cast<std::uint64_t>(skua::places())) std::abort();
  });
  double const begin = skua::sim::now();
  while (skua::remote::caller_node().names().count().leaving != 0) skua::sleep_for(std::chrono::microseconds(1));
  return skua::sim::now() - begin;
}

/// Few parts: nearly all workers ask for one, and get none.
double ordered_search() {
  search_test::random_tree const tree{5, 6, 7, 9};
  double const begin = skua::sim::now();
  auto const result = skua::search::enumerate(tree, skua::search::ordered{1});
  if (result.value != search_test::search_plainly(tree).nodes) std::abort();
  return skua::sim::now() - begin;
}

class scaling : public testing::TestWithParam<std::pair<char const*, double (*)()>> {};

TEST_P(scaling, with_the_levels_of_the_tree) {
  auto const measure = GetParam().second;
  // Two levels below the root, then three. A star takes sixteen times as long.
  double const time = seconds_of(place_test::fewer(256, 64), measure);
  EXPECT_GT(time, 0);
  EXPECT_LT(seconds_of(place_test::fewer(4096, 1000), measure), 3.5 * time);
}

INSTANTIATE_TEST_SUITE_P(operations, scaling,
                         testing::Values(std::pair("a_phase", &phase_with_a_sum),
                                         std::pair("a_reset", &reset_of_a_reducer),
                                         std::pair("the_end_of_an_object", &end_of_a_reducer),
                                         std::pair("an_ordered_search", &ordered_search)),
                         [](auto const& i) { return i.param.first; });

}  // namespace
