// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The time of packing in detailed statistics: values of reducers, accumulators and collective
// operations whose encoding takes measurable time.
#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <vector>

#include <skua/collective.hpp>
#include <skua/skua.hpp>

namespace {

using namespace std::chrono_literals;

constexpr auto encoding_time = 2ms;

/// A number that takes its time to be written and to be read.
struct slow_number {
  long value = 0;

  template <class A>
  void serialize(A& a) {
    auto const end = std::chrono::steady_clock::now() + encoding_time;
    while (std::chrono::steady_clock::now() < end) {
    }
    a(value);
  }
  friend slow_number operator+(slow_number const& a, slow_number const& b) { return {a.value + b.value}; }
};

skua::options two_places(skua::stats_level level) {
  return {.workers = 1, .places = 2, .transport = "inproc", .stats = level};
}

/// Seconds of packing so far, of the workers of both places.
double packing() {
  return skua::stats().total().pack + skua::at(1, [] { return skua::stats().total().pack; });
}

/// Seconds of packing in the call, at place 0.
template <class F>
double packing_of(skua::stats_level level, F const& body) {
  skua::runtime program{two_places(level)};
  return program.run([&] {
    double const before = packing();
    body();
    return packing() - before;
  });
}

/// With detailed statistics at least `encodings` of them are seen; otherwise none.
template <class F>
void expect_encodings(int encodings, F const& body) {
  double const seconds = std::chrono::duration<double>(encoding_time).count();
  EXPECT_GE(packing_of(skua::stats_level::detailed, body), 0.99 * encodings * seconds);
  EXPECT_EQ(packing_of(skua::stats_level::on, body), 0.0);
}

using slow_sum = skua::reducer<slow_number, skua::plus_operation<slow_number>>;

// The parts are written by the worker that ends the last task of the scope there.
TEST(packing_time, of_the_values_that_a_scope_sends_home) {
  expect_encodings(1, [] {
    slow_sum const sum;
    skua::finish([&] { skua::spawn(skua::on(1), [sum] { sum += slow_number{3}; }); });
    EXPECT_EQ(sum.get().value, 3);
  });
}

// At a place other than the reducer's, the calling task writes and reads the part of its place.
TEST(packing_time, of_a_reducer_that_is_read_at_another_place) {
  expect_encodings(2, [] {
    slow_sum const sum;
    skua::at(1, [sum] {
      sum += slow_number{4};
      EXPECT_EQ(sum.get().value, 4);
    });
  });
}

// A task at another place reads the result that came as bytes.
TEST(packing_time, of_an_accumulator) {
  expect_encodings(1, [] {
    skua::finish([] {
      skua::phaser ph(skua::phaser_mode::signal_wait);
      skua::phaser_accumulator<slow_number> const total(ph);
      for (int p = 0; p < 2; ++p) {
        skua::spawn(skua::on(p), skua::phased(ph), [=] {
          total.send(slow_number{p + 1L});
          ph.next();
          EXPECT_EQ(total.result().value, 3);
        });
      }
      ph.drop();
    });
  });
}

// Each member writes its value and reads that of the other.
TEST(packing_time, of_values_in_collective_operations) {
  expect_encodings(4, [] {
    skua::run_spmd([] {
      std::vector<slow_number> const values = skua::collective::allgather(slow_number{skua::here() + 1L});
      EXPECT_EQ(values.at(0).value + values.at(1).value, 3);
    });
  });
}

// Numbers are copied: no packing.
TEST(packing_time, is_not_spent_on_numbers) {
  auto const body = [] {
    skua::sum<long> const sum;
    skua::finish([&] { skua::spawn(skua::on(1), [sum] { sum += 3; }); });
    EXPECT_EQ(sum.get(), 3);
  };
  EXPECT_LT(packing_of(skua::stats_level::detailed, body), 1e-3);
}

}  // namespace
