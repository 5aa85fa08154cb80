// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// for_async: the blocks of a loop, and what other workers get of nested loops.
#include <skua/for_async.hpp>

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <vector>

#include "core_support.hpp"

namespace {

using namespace core_test;

WORKERS_SUITE(loop_shares);

/// The first iteration of an outer loop does not end, in `endless`, before the second has begun. So
/// a worker without tasks must get a share of the outer loop, whatever runs inside it.
template <class Endless>
void shares_the_outer_loop(Endless const& endless) {
  std::atomic<int> begun{0};
  std::atomic<bool> is_late{false};
  skua::finish([&] {
    skua::for_async(2, [&](std::int64_t) {
      auto const deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
      ++begun;
      auto const is_over = [&, deadline] {
        if (begun == 2) return true;
        if (std::chrono::steady_clock::now() > deadline) is_late = true;
        return is_late.load();
      };
      skua::finish([&](skua::scope inner) { endless(is_over, inner); });
    });
  });
  EXPECT_FALSE(is_late);
}

TASK_TEST_P(loop_shares, a_worker_without_tasks_gets_a_share_of_the_outermost_loop) {
  if (skua::workers() == 1) GTEST_SKIP() << "nobody asks for a share";
  shares_the_outer_loop([](auto const& is_over, skua::scope inner) {
    skua::for_async(4'000'000'000, [&is_over, inner](std::int64_t) {
      if (is_over()) inner.cancel();
    });
  });
  shares_the_outer_loop([](auto const& is_over, skua::scope) {
    while (!is_over()) {
      skua::finish([] {
        skua::spawn([] {});
        skua::spawn([] {});
      });
    }
  });
}

/// The body is one that the compiler can see through.
TASK_TEST_P(loop_shares, bodies_that_are_vectorised_see_each_index) {
  for (std::int64_t const n : {1, 2, 5, 63, 64, 65, 1000, 4097, 100'003}) {
    std::vector<std::int64_t> values(static_cast<std::size_t>(n), 1);
    std::int64_t* const v = values.data();
    skua::finish([&] { skua::for_async(n, [v](std::int64_t i) { v[i] += i; }); });
    for (std::int64_t i = 0; i < n; ++i) ASSERT_EQ(v[i], i + 1) << n;
  }
  static constexpr std::int64_t columns = 131, rows = 300;
  std::vector<std::int32_t> table(static_cast<std::size_t>(rows * columns));
  std::int32_t* const t = table.data();
  skua::finish([&] {
    skua::for_async(skua::range2({-1, 5}, {rows - 1, columns + 5}), [t](std::int64_t row, std::int64_t column) {
      t[(row + 1) * columns + column - 5] += static_cast<std::int32_t>(row * 1000 + column);
    });
  });
  for (std::int64_t row = 0; row < rows; ++row) {
    for (std::int64_t column = 0; column < columns; ++column)
      ASSERT_EQ(t[row * columns + column], (row - 1) * 1000 + column + 5);
  }
}

/// Whichever iteration of a block waits first, those behind it do not wait for its end.
TASK_TEST_P(loop_shares, a_wait_in_the_middle_of_a_block_gives_the_rest_away) {
  std::int64_t const n = 2000;
  for (std::int64_t const waiter : {1, 5, 20, 21, 300, 1365, 1999}) {
    skua::event last_has_run;
    std::atomic<std::int64_t> ran{0};
    skua::finish([&] {
      skua::for_async(n, [&](std::int64_t i) {
        if (i == waiter && waiter != n - 1) last_has_run.wait();
        if (i == n - 1) last_has_run.set();
        ran.fetch_add(1, std::memory_order_relaxed);
      });
    });
    EXPECT_EQ(ran, n);
  }
}

TASK_TEST_P(loop_shares, a_body_may_take_pieces) {
  for (std::int64_t const n : {0, 1, 2, 7, 64, 1000, 100'003}) {
    std::vector<std::atomic<int>> visits(static_cast<std::size_t>(n));
    auto const visit = [&](skua::index_range<1> piece) {
      EXPECT_LT(piece.low[0], piece.high[0]);
      for (std::int64_t i = piece.low[0]; i < piece.high[0]; ++i) ++visits[static_cast<std::size_t>(i + 5)];
    };
    skua::finish([&] { skua::for_async(skua::range(-5, n - 5), visit); });
    skua::finish([&] { skua::for_async(skua::chunked(10), skua::range(-5, n - 5), visit); });
    skua::finish([&] { skua::for_async(skua::recursive(10), skua::range(-5, n - 5), visit); });
    for (auto const& count : visits) ASSERT_EQ(count, 3) << n;
  }
}

TASK_TEST_P(loop_shares, a_tile_is_one_piece) {
  std::atomic<int> pieces{0};
  skua::finish([&] {
    skua::for_async(skua::chunked(1000), 10'500, [&](skua::index_range<1> piece) {
      EXPECT_EQ(piece.low[0] % 1000, 0);
      EXPECT_EQ(piece.high[0], std::min<std::int64_t>(piece.low[0] + 1000, 10'500));
      ++pieces;
    });
  });
  EXPECT_EQ(pieces, 11);
}

TASK_TEST_P(loop_shares, pieces_of_cheap_iterations_are_long) {
  static constexpr std::int64_t n = 10'000'000;
  std::atomic<std::int64_t> pieces{0};
  std::atomic<std::int64_t> sum{0};
  skua::finish([&] {
    skua::for_async(n, [&](skua::index_range<1> piece) {
      ++pieces;
      sum += piece.high[0] - piece.low[0];
    });
  });
  EXPECT_EQ(sum, n);
  EXPECT_LT(pieces, n / 100);
}

// Pieces of a body that waits, throws, or is cancelled: no index twice, and the rest as for other
// bodies.
TASK_TEST_P(loop_shares, pieces_may_wait_throw_and_be_cancelled) {
  std::vector<std::atomic<int>> visits(500);
  skua::finish([&] {
    skua::for_async(std::ssize(visits), [&](skua::index_range<1> piece) {
      skua::yield();
      for (std::int64_t i = piece.low[0]; i < piece.high[0]; ++i) ++visits[static_cast<std::size_t>(i)];
    });
  });
  for (auto const& count : visits) ASSERT_EQ(count, 1);
  EXPECT_THROW(skua::finish([&] {
                 skua::for_async(1000, [](skua::index_range<1> piece) {
                   if (piece.low[0] <= 500 && 500 < piece.high[0]) throw std::range_error("500");
                 });
               }),
               std::range_error);
  skua::finish([&](skua::scope outer) {  // it ends
    skua::for_async(std::int64_t{1} << 62, [outer](skua::index_range<1>) { outer.cancel(); });
  });
}

TASK_TEST_P(loop_shares, a_worker_without_tasks_gets_a_share_between_two_pieces) {
  if (skua::workers() == 1) GTEST_SKIP() << "nobody asks for a share";
  std::atomic<int> helpers{0};
  std::atomic<bool> is_late{false};
  skua::finish([&](skua::scope outer) {
    skua::for_async(std::int64_t{1} << 62, [&, outer, first = skua::worker()](skua::index_range<1>) {
      if (skua::worker() != first) ++helpers;
      static auto const deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
      is_late = std::chrono::steady_clock::now() > deadline;
      if (helpers > 0 || is_late) outer.cancel();
    });
  });
  EXPECT_FALSE(is_late);
}

}  // namespace
