// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What takes a size, a count, a number of a place or a time, with none, one, the largest and one
// beyond. The table says what is right: the call returns, throws an error with this text, or ends
// the program with it. Under the undefined-behaviour sanitizer no sum of them may overflow.
// (Ranges of loops: for_async_test.cpp.)
#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <skua/progress.hpp>
#include <skua/skua.hpp>

#include "trees.hpp"

namespace {

using namespace std::chrono_literals;
using std::chrono::nanoseconds;
using std::chrono::steady_clock;

constexpr std::size_t beyond = std::numeric_limits<std::size_t>::max();
constexpr std::ptrdiff_t largest = std::numeric_limits<std::ptrdiff_t>::max();
constexpr std::ptrdiff_t least = std::numeric_limits<std::ptrdiff_t>::min();
constexpr int largest_int = std::numeric_limits<int>::max();

char const* const no_room = "place 0 has no room for";
char const* const out_of_range = "the pointer is out of range";

enum outcome { returns, throws, dies };
struct row {
  char const* call;
  void (*make)();
  outcome right = returns;
  char const* text = "";
};
#define CALL(...) #__VA_ARGS__, [] { static_cast<void>(__VA_ARGS__); }
#define EQUAL(x, y) #x, [] { EXPECT_EQ(x, y); }

std::uint64_t nodes_by(skua::search::coordination rule, skua::search::options const& o = {}) {
  return skua::search::enumerate(search_test::random_tree{51, 5, 4, 9}, rule, o).value;
}
std::uint64_t all_nodes() { return search_test::search_plainly(search_test::random_tree{51, 5, 4, 9}).nodes; }

/// Copies n elements from one block of four numbers to another.
void copy_numbers(std::size_t n) {
  auto const from = skua::allocate_unique<int>(0, 4), to = skua::allocate_unique<int>(0, 4);
  skua::copy(from.get(), to.get(), n).get();
}
void copy_section(std::size_t rows, std::ptrdiff_t stride) {
  auto const from = skua::allocate_unique<int>(0, 4), to = skua::allocate_unique<int>(0, 4);
  using extents = std::array<std::size_t, 2>;
  skua::copy(skua::section<int>(from.get(), extents{rows, 1}, {stride, 1}),
             skua::section<int>(to.get(), extents{rows, 1}, {stride, 1}))
      .get();
}
std::size_t check_out(std::size_t n) {
  auto const block = skua::allocate_unique<int>(0, 4);
  return skua::checkout<int>(block.get(), n, skua::access::write).size();
}
std::size_t array_size(std::size_t n, std::size_t block = 0) {
  return skua::shared_array<int>(n, block).local().size();
}
std::size_t collective_size(std::size_t n, std::size_t block) {
  return skua::shared_array<int>::collective(n, block).local().size();
}
void release(std::ptrdiff_t first, std::ptrdiff_t n) { skua::counting_semaphore<>(first).release(n); }
bool opens(std::ptrdiff_t count, std::ptrdiff_t n) {
  skua::latch gate(count);
  gate.count_down(n);
  return gate.try_wait();
}
void arrive(std::ptrdiff_t expected, std::ptrdiff_t n) {
  skua::barrier gate(expected);
  gate.wait(gate.arrive(n));
}

constexpr std::ptrdiff_t most_permits = skua::counting_semaphore<>::max();

row const rows[] = {
    // counts
    {EQUAL(opens(0, 0), true)},
    {EQUAL(opens(1, 0), false)},
    {EQUAL(opens(largest, largest), true)},
    {CALL(opens(-1, 0)), dies, "latch: the expected count must not be negative"},
    {CALL(opens(1, -1)), dies, "latch::count_down: n must not be negative"},
    {CALL(opens(1, largest)), dies, "latch::count_down: more than the latch expects"},
    {CALL(arrive(1, 1))},
    {CALL(arrive(largest, largest))},
    {CALL(arrive(-1, 1)), dies, "barrier: the expected count must not be negative"},
    {CALL(arrive(1, 0)), dies, "barrier::arrive: n must be positive"},
    {CALL(arrive(1, largest)), dies, "barrier::arrive: more arrivals than the phase expects"},
    {CALL(release(0, most_permits))},
    {CALL(release(most_permits, 0))},
    {CALL(release(most_permits, 1)), dies, "counting_semaphore::release: more permits than max"},
    {CALL(release(0, largest)), dies, "counting_semaphore::release: n is negative or above max"},
    {CALL(release(0, -1)), dies, "counting_semaphore::release: n is negative or above max"},
    {CALL(release(-1, 0)), dies, "counting_semaphore: the initial number of permits is negative or above max"},
    {CALL(release(most_permits + 1, 0)), dies, "counting_semaphore: the initial number of permits is"},
    {CALL(skua::counting_semaphore<0>(1)), dies, "counting_semaphore: the initial number of permits is"},
    {EQUAL(skua::vector_sum<double>(0).get().size(), 0U)},
    {EQUAL(skua::vector_sum<double>(1)[0].get(), 0.0)},
    {CALL(skua::vector_sum<double>(largest)), throws, "vector_sum: a row of this size fits no memory"},
    {CALL(skua::vector_sum<char>(beyond)), throws, "vector_sum: a row of this size fits no memory"},
    {CALL(skua::progress("none", {.total = 0, .visible = false}) += beyond)},
    // places
    {EQUAL(skua::place_set::neighbours(-1).size(), 1)},
    {EQUAL(skua::place_set::neighbours(largest_int).size(), 1)},
    {CALL(skua::spawn_all(skua::any.from(0), std::vector<std::tuple<int>>(), [](int) {}))},
    {CALL(skua::spawn(skua::on(-1), [] {})), dies, "place -1, which does not exist; places are 0 to 0"},
    {CALL(skua::at(1, [] {})), dies, "place 1, which does not exist"},
    {CALL(skua::spawn(skua::any.from(largest_int), [] {})), dies, "place 2147483647, which"},
    {CALL(skua::collective::broadcast(1, 1)), dies, "the root of a collective operation is not a member"},
    {CALL(skua::collective::broadcast(1, -1)), dies, "the root of a collective operation is not a member"},
    // global memory
    {EQUAL(bool(skua::allocate_unique<int>(0, 0)), true)},
    {CALL(skua::allocate_unique<int>(0, largest)), throws, no_room},
    {CALL(skua::allocate_unique<char>(0, beyond)), throws, no_room},
    {CALL(skua::allocate_unique<char>(0, beyond - 63)), throws, no_room},
    {CALL(skua::allocate_unique<int>(1, 1)), throws, "place 1 was named, but there"},
    {EQUAL(array_size(0), 0U)},
    {EQUAL(array_size(3, beyond), 3U)},
    {CALL(array_size(beyond)), throws, no_room},
    {CALL(array_size(beyond, 1)), throws, no_room},
    {CALL(array_size(largest, beyond)), throws, no_room},
    {EQUAL(collective_size(3, beyond), 3U)},
    {CALL(collective_size(beyond, 1)), throws, no_room},
    {CALL(copy_numbers(0))},
    {CALL(copy_numbers(1))},
    {CALL(copy_numbers(largest)), throws, out_of_range},
    {CALL(copy_numbers(beyond)), throws, out_of_range},
    {CALL(copy_section(0, 1))},
    {CALL(copy_section(1, least))},
    {CALL(copy_section(2, largest)), throws, out_of_range},
    {CALL(copy_section(beyond, least)), throws, out_of_range},
    {EQUAL(check_out(0), 0U)},
    {EQUAL(check_out(4), 4U)},
    {CALL(check_out(beyond)), throws, out_of_range},
    {CALL((*(skua::global_ptr<char>(0, 64) + largest)).get()), throws, out_of_range},
    {CALL((*(skua::global_ptr<char>(0, 64) - least)).get()), throws, out_of_range},
    {EQUAL(skua::distribution(beyond, 1, 1).size_at(0), beyond)},
    {EQUAL(skua::distribution(beyond, 0, largest_int).place_of(beyond - 1), largest_int - 1)},
    {EQUAL(skua::distribution(10, beyond, largest_int).size_at(1), 0U)},
    {CALL(skua::distribution(10, 0, 0)), dies, "distribution: expected at least one place"},
    {CALL(skua::distribution(10, 1, -1)), dies, "distribution: expected at least one place"},
    // search
    {EQUAL(nodes_by({}, {.depth_limit = 0}), 1U)},
    {EQUAL(nodes_by({}, {.depth_limit = largest_int}), all_nodes())},
    {EQUAL(nodes_by({}, {.depth_limit = -largest_int - 1}), all_nodes())},
    {EQUAL(nodes_by({}, {.node_limit = beyond}), all_nodes())},
    {EQUAL(nodes_by({}, {.time_limit = nanoseconds::max()}), all_nodes())},
};

TEST(sizes, a_search_with_any_depth_or_budget_visits_each_node) {
  using namespace skua::search;
  search_test::run_on(1, [] {
    for (int const depth : {0, -1, 1, -largest_int - 1, largest_int}) {
      for (coordination const& c :
           {coordination(depth_bounded{depth}), coordination(ordered{depth}), coordination(ordered{depth, true})})
        EXPECT_EQ(nodes_by(c), all_nodes()) << c.text();
    }
    for (std::uint64_t const n : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{beyond}}) {
      EXPECT_EQ(nodes_by(budget{n}), all_nodes());
      EXPECT_EQ(nodes_by(backtrack_budget{n}), all_nodes());
    }
  });
}

TEST(sizes, a_call_is_right_or_says_what_is_wrong) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  for (row const& r : rows) {
    SCOPED_TRACE(r.call);
    if (r.right == dies) {
      EXPECT_DEATH(search_test::run_on(1, r.make), r.text);
      continue;
    }
    std::string error;
    search_test::run_on(1, [&] {
      try {
        r.make();
      } catch (std::exception const& e) {
        error = e.what();
      }
    });
    if (r.right == returns) {
      EXPECT_EQ(error, "");
    } else {
      EXPECT_NE(error.find(r.text), std::string::npos) << error;
    }
  }
}

/// Every wait with a limit that ends it at once, or that only an event ends. Sleeps: time_test.cpp.
template <class Time>
void waits_for(Time time, bool is_over) {
  skua::finish([&] {
    skua::counting_semaphore<> permits(0);
    skua::timed_mutex owned;
    skua::promise<int> number;
    auto const answer = number.get_future().share();
    skua::mutex lock;
    skua::condition_variable changed;
    owned.lock();
    auto const happens = [&](auto const& event) {
      if (!is_over) skua::spawn(event);
    };
    happens([&] { permits.release(); });
    EXPECT_EQ(permits.try_acquire_for(time), !is_over);
    happens([&] { number.set_value(1); });
    EXPECT_EQ(answer.wait_for(time) == std::future_status::ready, !is_over);
    happens([&] { owned.unlock(); });
    EXPECT_EQ(owned.try_lock_for(time), !is_over);
    owned.unlock();
    bool is_changed = false;
    happens([&] {
      std::lock_guard const hold(lock);
      is_changed = true;
      changed.notify_all();
    });
    std::unique_lock hold(lock);
    EXPECT_EQ(changed.wait_for(hold, time, [&] { return is_changed; }), !is_over);
  });
}
template <class Point>
void waits_until(Point point, bool is_over) {
  skua::finish([&] {
    skua::promise<int> number;
    auto const answer = number.get_future();
    if (!is_over) skua::spawn([&] { number.set_value(1); });
    EXPECT_EQ(answer.wait_until(point) == std::future_status::ready, !is_over);
  });
}

TEST(sizes, a_wait_with_any_limit) {
  search_test::run_on(2, [] {
    using seconds = std::chrono::duration<double>;
    constexpr double infinity = std::numeric_limits<double>::infinity();
    waits_for(0ns, true);
    waits_for(1ns, true);
    waits_for(nanoseconds::min(), true);
    waits_for(std::chrono::hours::min(), true);
    waits_for(seconds(-infinity), true);
    waits_for(seconds(std::nan("")), true);
    waits_for(nanoseconds::max(), false);
    waits_for(std::chrono::hours::max(), false);
    waits_for(seconds::max(), false);
    waits_for(seconds(infinity), false);
    waits_until(steady_clock::time_point::min(), true);
    waits_until(steady_clock::time_point::max(), false);
    waits_until(std::chrono::time_point<steady_clock, std::chrono::hours>::max(), false);
    waits_until(std::chrono::time_point<steady_clock, std::chrono::hours>::min(), true);
    waits_until(std::chrono::system_clock::time_point::min(), true);
    waits_until(std::chrono::system_clock::time_point::max(), false);
    for (auto const period : {std::chrono::hours::max(), std::chrono::hours::min(), std::chrono::hours(0)}) {
      skua::finish([&] {
        skua::count const total;
        total.every(period, [](std::uint64_t) {});
      });
    }
  });
}

}  // namespace
