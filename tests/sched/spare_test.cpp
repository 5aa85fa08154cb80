// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Spare workers between blocking sections, and at the end of a place.
#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <memory>
#include <thread>
#include <utility>

#include <skua/skua.hpp>

#include "core/place.hpp"
#include "core/place_registry.hpp"
#include "core/spare.hpp"
#include "core_support.hpp"

namespace {

using skua::sched::place;
namespace system_layer = skua::system;

/// The real machine, but the start of a thread takes so long that the place may stop during it.
class slow_start_machine final : public system_layer::machine {
  std::uint64_t now() noexcept override { return real_.now(); }
  void sleep(skua::base::atomic<std::uint32_t>& word, std::uint32_t expected,
             std::uint64_t deadline) noexcept override {
    real_.sleep(word, expected, deadline);
  }
  void wake(skua::base::atomic<std::uint32_t>& word) noexcept override { real_.wake(word); }
  std::unique_ptr<system_layer::thread> start(std::function<void()> main) override {
    auto t = real_.start(std::move(main));
    std::this_thread::sleep_for(std::chrono::microseconds(200));
    return t;
  }
  void pause(std::uint64_t ns) noexcept override { real_.pause(ns); }

  system_layer::machine& real_ = system_layer::real_machine();
};

skua::options two_workers() { return {.workers = 2}; }

TEST(spare, none_starts_at_a_stopped_place) {
  place* const p = skua::sched::make_place(two_workers());
  skua::sched::start_place(p);
  p->stop_threads();
  skua::sched::wake_spare(*p);
  EXPECT_EQ(p->started_workers.load(std::memory_order_relaxed), 2);
  skua::sched::destroy_place(p);
}

// A fault found here: a spare worker looked a last time between two blocking sections, left the
// tasks to the worker, slept as one that is awake, and was not woken for the next section.
TEST(spare, one_runs_what_arrives_during_many_short_blocking_sections) {
  skua::runtime program{{.workers = 1}};
  int const rounds = core_test::fewer(1'000, 100);
  int sum = 0;
  program.run([&] {
    for (int round = 0; round < rounds; ++round) {
      std::thread sender([&sum] {
        for (int i = 0; i < 50; ++i) sum += skua::async([] { return 1; }).get();
      });
      for (int i = 0; i < 40; ++i) {
        skua::blocking([i] {
          for (int volatile steps = 0; steps < 200 * i;) steps = steps + 1;
        });
        for (int volatile steps = 0; steps < 3'000;) steps = steps + 1;
      }
      skua::blocking([&sender] { sender.join(); });
    }
  });
  EXPECT_EQ(sum, 50 * rounds);
}

// A fault found here: a worker between two sections was in surplus in one look and not in another.
// It slept as one that searches, and from then on every other worker slept beside tasks.
TEST(spare, none_sleeps_as_one_that_searches) {
  skua::runtime program{two_workers()};
  auto const& home = *static_cast<place const*>(program.run([] { return skua::sched::place_here(); }));
  for (int round = 0; round < core_test::fewer(300, 30); ++round) {
    program.run([] {
      for (int i = 0; i < 20; ++i) {
        skua::spawn([i] {
          skua::blocking([i] { std::this_thread::sleep_for(std::chrono::microseconds(7 * i)); });
          skua::spawn([] { skua::blocking([] {}); });
        });
      }
    });
  }
  // A spare that is awake for its place's count may sleep in the gate.
  while (home.gate.sleepers() != 2 + home.spares.count.awake()) std::this_thread::yield();
  EXPECT_EQ(home.searching.count(), 0);
}

// A worker about to wake a spare may be the last to learn that no task is left: a thief took its
// task in between.
TEST(spare, those_started_while_the_place_stops_are_waited_for) {
  slow_start_machine machine;
  for (int round = 0; round < 20; ++round) {
    place* const p = skua::sched::make_place(two_workers(), 0, 1, machine);
    skua::sched::start_place(p);
    std::thread late([p] {
      for (int i = 0; i < 8; ++i) skua::sched::wake_spare(*p);
    });
    std::this_thread::sleep_for(std::chrono::microseconds(50 * round));
    p->stop_threads();
    late.join();
    skua::sched::destroy_place(p);  // ends the program if a thread is still running
  }
}

}  // namespace
