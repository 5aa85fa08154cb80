// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operations over more places than one place has children in the tree of messages
// (base/wide_tree.hpp): 300 simulated places, three levels.
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include <skua/skua.hpp>

#include "remote/node.hpp"
#include "support/task_test.hpp"

namespace {

constexpr int place_count = 300;

class wide : public testing::Test {
 protected:
  wide() {
    settings_.sim = "places=" + std::to_string(place_count) + ",workers=1";
    settings_.steal = "nearest(ahead=off)";  // no load hints, no repeated requests: few messages
  }
  template <class Body>
  void run(Body const& body) {
    skua::runtime program{settings_};
    program.run(body);
  }

  skua::options settings_;
};

std::uint64_t messages_of_place_0() { return skua::remote::node_of(skua::sched::place_here()).end().sent().messages; }

TASK_TEST_F(wide, run_spmd_runs_once_at_each_member) {
  skua::vector_sum<int> const runs(place_count);
  auto const result = skua::run_spmd([=] { runs[static_cast<std::size_t>(skua::here())] += 1; });
  EXPECT_EQ(runs.get(), std::vector<int>(place_count, 1));
  EXPECT_FALSE(result.was_cancelled);

  std::vector<int> odd;
  for (int p = 1; p < place_count; p += 2) odd.push_back(p);
  skua::vector_sum<int> const runs_of_odd(place_count);
  skua::run_spmd(skua::place_set(odd), [=] { runs_of_odd[static_cast<std::size_t>(skua::here())] += 1; });
  auto const counts = runs_of_odd.get();
  for (std::size_t p = 0; p < counts.size(); ++p) EXPECT_EQ(counts[p], p % 2);
}

TASK_TEST_F(wide, run_spmd_throws_what_its_body_throws) {
  EXPECT_THROW(skua::run_spmd([] {
                 if (skua::here() == place_count - 1) throw std::runtime_error("at a leaf");
               }),
               std::runtime_error);
}

TASK_TEST_F(wide, a_read_of_a_reducer_has_all_parts_in_the_order_of_places) {
  skua::sum<double> const total;
  double expected = 0;
  for (int p = 0; p < place_count; ++p) {
    skua::at(p, [total] { total += 0.1 * skua::here(); });
    expected += 0.1 * p;
  }
  EXPECT_EQ(total.get(), expected) << "exact: another order rounds differently";
  for (int const reader : {1, 20, place_count - 1})
    EXPECT_EQ(skua::at(reader, [total] { return total.peek(); }), expected) << "at place " << reader;
}

TASK_TEST_F(wide, a_read_and_a_reset_reach_all_parts_and_send_a_message_to_each_child_only) {
  skua::count const used;
  skua::sum<long> const other;
  auto const use = [used, other] {
    ++used;
    other += skua::here();
  };
  skua::run_spmd(use);
  std::uint64_t before = messages_of_place_0();
  EXPECT_EQ(used.get(), static_cast<std::uint64_t>(place_count));
  EXPECT_LE(messages_of_place_0() - before, 20u);
  before = messages_of_place_0();
  used.reset();
  EXPECT_LE(messages_of_place_0() - before, 20u);
  for (int const reader : {0, 1, 20, place_count - 1})
    EXPECT_EQ(skua::at(reader, [used] { return used.peek(); }), 0u) << "at place " << reader;
  EXPECT_EQ(other.peek(), place_count * (place_count - 1) / 2);
  skua::run_spmd(use);
  EXPECT_EQ(used.get(), static_cast<std::uint64_t>(place_count));
}

/// The places of the answers are counted from the reducer's place, not from 0.
TASK_TEST_F(wide, reducers_of_other_places_are_reset_and_end) {
  for (int const home : {1, 20, place_count - 1}) {
    skua::at(home, [] {
      for (int round = 0; round < 3; ++round) {
        skua::finish([] {
          skua::count const used;
          skua::place_local<int> const calls(7);
          for (int use = 0; use < 2; ++use) {
            skua::run_spmd([used, calls] {
              ++used;
              ++*calls;
            });
            EXPECT_EQ(used.get(), static_cast<std::uint64_t>(place_count));
            used.reset();
            EXPECT_EQ(used.peek(), 0u);
          }
          EXPECT_EQ(skua::at(299 - skua::here(), [calls] { return *calls; }), 9);
        });
      }
      skua::sleep_for(std::chrono::milliseconds(10));
      EXPECT_EQ(skua::remote::caller_node().names().count().leaving, 0u);
    });
  }
  skua::sum<long> const known;
  skua::run_spmd([known] { known += static_cast<long>(skua::remote::caller_node().names().count().replicas); });
  EXPECT_EQ(known.get(), 0) << "each place counts before it has a replica of this sum";
}

TASK_TEST_F(wide, the_end_of_an_object_costs_its_place_a_message_for_each_child) {
  std::uint64_t before = 0;
  skua::finish([&before] {
    skua::count const used;
    skua::run_spmd([used] { ++used; });
    EXPECT_EQ(used.peek(), static_cast<std::uint64_t>(place_count));
    before = messages_of_place_0();
  });
  skua::sleep_for(std::chrono::milliseconds(10));
  EXPECT_LE(messages_of_place_0() - before, 20u);
  EXPECT_EQ(skua::remote::caller_node().names().count().leaving, 0u);
}

TEST_F(wide, a_phase_costs_the_home_of_a_phaser_a_message_for_each_child) {
  constexpr int phases = 8;
  run([] {
    skua::sum<long> const passed;
    skua::finish([passed] {
      skua::phaser const ph(skua::phaser_mode::signal_wait);
      skua::phaser_accumulator<long> const sent(ph);
      for (int p = 1; p < place_count; ++p) {
        skua::spawn(skua::on(p), skua::phased(ph), [=] {
          for (int i = 0; i < phases + 2; ++i) {
            sent.send(i + skua::here());
            ph.next();
            if (sent.result() == i * (place_count - 1) + place_count * (place_count - 1) / 2) passed += 1;
          }
        });
      }
      for (int i = 0; i < 2; ++i) ph.next();  // all tasks have arrived
      std::uint64_t const before = messages_of_place_0();
      for (int i = 0; i < phases - 1; ++i) ph.next();
      EXPECT_LE(messages_of_place_0() - before, 16u * phases + 4);
      ph.next();
    });
    EXPECT_EQ(passed.get(), (phases + 2) * (place_count - 1));
  });
}

TASK_TEST_F(wide, a_collective_scope_has_the_sum_at_each_member) {
  skua::count const right;
  skua::run_spmd([right] {
    auto const result = skua::finish(skua::place_set::all(), [] {
      skua::spawn(skua::on((skua::here() + 1) % skua::places()), [] { skua::sim::work(1e-5); });
    });
    if (!result.was_cancelled && result.never_started == 0) ++right;
  });
  EXPECT_EQ(right.get(), static_cast<std::uint64_t>(place_count));
}

TASK_TEST_F(wide, a_collective_scope_throws_the_first_exception_at_each_member) {
  skua::count const right;
  skua::run_spmd([right] {
    try {
      skua::finish(skua::place_set::all(), [] {
        if (skua::here() % 100 == 70) throw std::runtime_error("at " + std::to_string(skua::here()));
      });
    } catch (std::runtime_error const& e) {
      if (std::string(e.what()).find("at 70") != std::string::npos) ++right;
    }
  });
  EXPECT_EQ(right.get(), static_cast<std::uint64_t>(place_count));
}

TASK_TEST_F(wide, collective_scopes_come_one_after_the_other) {
  skua::place_local<int> const arrived(0);
  skua::count const wrong;
  skua::run_spmd([=] {
    for (int round = 1; round <= 3; ++round) {
      skua::finish(skua::place_set::all(),
                   [=] { skua::spawn(skua::on((skua::here() + 7) % skua::places()), [=] { ++*arrived; }); });
      // A neighbour may have left this scope and begun the next one.
      if (*arrived != round && *arrived != round + 1) ++wrong;
    }
  });
  EXPECT_EQ(wrong.get(), 0u);
}

TEST_F(wide, a_run_waits_for_posts_and_its_end_costs_each_place_few_messages) {
  skua::runtime program{settings_};
  static int passed;
  passed = 0;
  struct chain {
    static void next(int remaining) {
      ++passed;  // simulated places share it
      if (remaining > 1) skua::post(skua::on((skua::here() + 7) % skua::places()), [=] { next(remaining - 1); });
    }
  };
  program.run([] { skua::post(skua::on(299), [] { chain::next(100); }); });
  EXPECT_EQ(passed, 100);
  std::uint64_t const before = messages_of_place_0();
  program.run([] {});
  EXPECT_LE(messages_of_place_0() - before, 100u) << "two waves and the end, to sixteen children each";
}

}  // namespace
