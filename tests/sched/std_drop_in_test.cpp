// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program written for std:: gives the same output when its futures are Skua's.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <deque>
#include <future>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <ostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <skua/skua.hpp>

namespace with_std {
namespace ns = std;
#include "sched/std_drop_in_program.inc"
}  // namespace with_std

namespace with_skua {
namespace ns = skua;
#include "sched/std_drop_in_program.inc"
}  // namespace with_skua

namespace {

// Initialised before any code runs, as the standard library's.
constinit skua::mutex static_mutex;
constinit skua::latch static_latch(3);
constinit skua::barrier<> static_barrier(2);
constinit skua::condition_variable static_condition;
constinit skua::event static_event;
constinit skua::counting_semaphore<std::numeric_limits<std::ptrdiff_t>::max()> static_semaphore(
    std::numeric_limits<std::ptrdiff_t>::max());
static_assert(static_semaphore.max() == std::numeric_limits<std::ptrdiff_t>::max());
static_assert(noexcept(static_latch.try_wait()) && requires(skua::latch const& l) { l.wait(); });

TEST(std_drop_in, static_objects_work) {
  std::lock_guard const hold(static_mutex);
  static_latch.count_down(3);
  static_cast<skua::latch const&>(static_latch).wait();
  auto token = static_barrier.arrive(2);
  static_barrier.wait(std::move(token));
  static_condition.notify_all();
  EXPECT_FALSE(static_event.is_set());
  EXPECT_TRUE(static_semaphore.try_acquire());
  static_semaphore.release();
}

/// Counts its copies and moves.
struct counted_copies {
  static inline int count = 0;
  counted_copies() = default;
  counted_copies(counted_copies const&) { ++count; }
  counted_copies& operator=(counted_copies const&) = delete;
  int run() { return 0; }
  int operator()() const { return 0; }
};

/// Whether the library copies the function or argument as often as the standard library, once.
void expect_one_copy() {
  counted_copies f;
  auto const copies_of = [](auto const& start) {
    counted_copies::count = 0;
    start();
    return counted_copies::count;
  };
  EXPECT_EQ(copies_of([&] { std::async(std::launch::async, &counted_copies::run, f).get(); }), 1);
  for (auto policy : {std::launch::async, std::launch::deferred}) {
    EXPECT_EQ(copies_of([&] { skua::async(policy, &counted_copies::run, counted_copies()).get(); }), 1);
    EXPECT_EQ(copies_of([&] { skua::async(policy, f).get(); }), 1);
  }
  EXPECT_EQ(copies_of([&] { skua::async(&counted_copies::run, counted_copies()).get(); }), 1);
  EXPECT_LE(copies_of([&] { skua::async(skua::named("copy"), &counted_copies::run, f).get(); }), 2);
  EXPECT_EQ(copies_of([&] { skua::async(skua::urgent, &counted_copies::run, f).get(); }), 1);
  EXPECT_EQ(copies_of([&] { skua::packaged_task<int()>{f}(); }), 1);
}

TEST(std_drop_in, as_many_copies_of_a_function) {
  expect_one_copy();
  skua::runtime r(skua::options{.workers = 1});
  r.run([] {
    expect_one_copy();
    counted_copies f;
    counted_copies::count = 0;
    skua::finish([&] { skua::spawn(&counted_copies::run, f); });
    EXPECT_EQ(counted_copies::count, 1);
    skua::invoke(f, f);
    EXPECT_EQ(counted_copies::count, 1);
  });
}

TEST(std_drop_in, the_program_says_what_the_standard_demands) {
  std::string const output = with_std::program();
  EXPECT_NE(output.find("fib 1597\n"), std::string::npos) << output;
  EXPECT_NE(output.find("sum 396 again 22\n"), std::string::npos) << output;
}

TEST(std_drop_in, same_output_without_run) { EXPECT_EQ(with_skua::program(), with_std::program()); }

TEST(std_drop_in, same_output_in_a_task) {
  std::string const expected = with_std::program();
  for (int workers = 1; workers <= 3; ++workers) {
    skua::runtime r{{.workers = workers}};
    EXPECT_EQ(r.run([] { return with_skua::program(); }), expected) << workers << " workers";
  }
}

}  // namespace
