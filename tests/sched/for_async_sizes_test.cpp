// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// for_async over more iterations than any run has time for, and in a cancelled scope.
#include <skua/for_async.hpp>

#include <limits>
#include <ranges>
#include <tuple>

#include "core_support.hpp"

namespace {

using namespace core_test;

WORKERS_SUITE(for_async_sizes);

/// Runs start(body) until the body has been called 1000 times and cancels the scope.
template <class Start>
void runs_until_cancelled(Start const& start) {
  std::atomic<int> calls{0};
  auto const result = skua::finish([&] {
    start([&](auto...) {
      if (++calls == 1000) skua::cancel();
    });
  });
  EXPECT_TRUE(result.was_cancelled);
  EXPECT_GE(calls, 1000);
}

TASK_TEST_P(for_async_sizes, loops_that_never_end_run_until_they_are_cancelled) {
  std::int64_t const largest = std::numeric_limits<std::int64_t>::max();
  std::int64_t const least = std::numeric_limits<std::int64_t>::min();
  std::int64_t const side = std::int64_t{1} << 32;
  auto const in_every_way = [](auto const& range) {
    runs_until_cancelled([&](auto body) { skua::for_async(range, body); });
    for (std::int64_t const tile : {std::int64_t{1}, largest}) {
      runs_until_cancelled([&](auto body) { skua::for_async(skua::chunked(tile), range, body); });
      runs_until_cancelled([&](auto body) { skua::for_async(skua::recursive(tile, tile, tile), range, body); });
    }
    auto const count = [](auto calls) {
      return [calls](auto...) {
        ++*calls;
        if (*calls >= 1000) skua::cancel();
      };
    };
    for (bool const tiled : {false, true}) {
      auto const result = skua::finish([&] {
        skua::place_local<std::atomic<int>> const calls(0);
        tiled ? skua::for_async(skua::any, skua::chunked(1, 1, 1), range, count(calls))
              : skua::for_async(skua::any, range, count(calls));
      });
      EXPECT_TRUE(result.was_cancelled);
    }
  };
  in_every_way(largest);
  in_every_way(skua::range(least, largest));
  in_every_way(skua::range2({0, 0}, {side, side}));
  in_every_way(skua::range3({least, least, least}, {largest, largest, largest}));
}

TEST_P(for_async_sizes, every_index_of_a_tile_at_the_far_end_is_right) {
  std::int64_t const largest = std::numeric_limits<std::int64_t>::max();
  std::int64_t const least = std::numeric_limits<std::int64_t>::min();
  skua::sched::index_box<2> const whole{{least, least}, {largest, largest}};
  auto const end = skua::sched::box_of_tile<2>(whole, {1, largest}, {largest, 2});
  EXPECT_EQ(end.low, (skua::sched::index_array<2>{-1, largest - 1}));
  EXPECT_EQ(end.high, (skua::sched::index_array<2>{largest - 1, largest}));
  EXPECT_EQ(end.at(largest - 1)[0], largest - 2);
}

TASK_TEST_P(for_async_sizes, a_cancelled_scope_gets_no_more_tiles) {
  std::int64_t const n = std::int64_t{1} << 60;
  std::atomic<int> calls{0};
  auto const result = skua::finish(skua::counted, [&] {
    skua::cancel();
    skua::for_async(skua::chunked(1), n, [&](std::int64_t) { ++calls; });
    skua::for_async(skua::recursive(1), n, [&](std::int64_t) { ++calls; });
    skua::for_async(skua::any, skua::chunked(1), n, [](std::int64_t) { FAIL(); });
    auto const tuples =
        std::views::iota(std::int64_t{0}, n) | std::views::transform([](auto i) { return std::tuple(i); });
    skua::spawn_all(skua::any.from(0), tuples, [](std::int64_t) { FAIL(); });
  });
  EXPECT_EQ(calls, 0);
  EXPECT_EQ(result.never_started, static_cast<std::uint64_t>(n) * 2 + 2);
  EXPECT_EQ(result.ran, 0);
}

TEST_P(for_async_sizes, a_size_that_no_index_has_is_a_broken_contract) {
  if (workers() != 1) GTEST_SKIP() << "once is enough";
  EXPECT_DEATH(run([] { skua::for_async(std::size_t{0} - 1, [](std::int64_t) {}); }),
               "for_async: expected a size of at most 2\\^63 - 1; an unsigned difference may have wrapped around");
  EXPECT_DEATH(skua::chunked(std::size_t{0} - 1), "for_async: expected a size of at most");
}

}  // namespace
