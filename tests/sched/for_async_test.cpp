// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// for_async: every index once, however the range is split; bodies that wait, throw, or are
// cancelled.
#include <skua/for_async.hpp>

#include <array>
#include <limits>
#include <memory>
#include <thread>
#include <vector>

#include "core_support.hpp"

namespace {

using namespace core_test;

WORKERS_SUITE(for_async);

/// Runs start(body) and checks that the body saw each index of [low, high) once.
template <class Start>
void covers(std::int64_t low, std::int64_t high, Start const& start) {
  std::vector<std::atomic<int>> visits(static_cast<std::size_t>(high > low ? high - low : 0));
  std::atomic<int> outside{0};
  skua::finish([&] {
    start([&, low, high](std::int64_t i) {
      if (i < low || i >= high) {
        ++outside;
      } else {
        ++visits[static_cast<std::size_t>(i - low)];
      }
    });
  });
  EXPECT_EQ(outside, 0);
  for (auto const& n : visits) ASSERT_EQ(n, 1) << low << " to " << high;
}

TASK_TEST_P(for_async, one_dimension) {
  for (std::int64_t const n : {0, 1, 2, 3, 7, 1000, 50'000}) {
    covers(0, n, [&](auto body) { skua::for_async(n, body); });
    covers(0, n, [&](auto body) { skua::for_async(skua::chunked(0), n, body); });
    covers(0, n, [&](auto body) { skua::for_async(skua::any, skua::recursive(16), n, body); });
    covers(-n, n, [&](auto body) { skua::for_async(skua::any, skua::range(-n, n), body); });
  }
  for (std::int64_t const tile : {1, 2, 7, 100, 101}) {
    covers(5, 105, [&](auto body) { skua::for_async(skua::chunked(tile), skua::range(5, 105), body); });
    covers(5, 105, [&](auto body) { skua::for_async(skua::recursive(tile), skua::range(5, 105), body); });
  }
}

TASK_TEST_P(for_async, empty_ranges_do_nothing) {
  skua::finish([] {
    auto const body = [](std::int64_t) { ADD_FAILURE(); };
    skua::for_async(0, body);
    skua::for_async(-5, body);
    skua::for_async(skua::range(3, 3), body);
    skua::for_async(skua::range(3, -3), body);
    skua::for_async(skua::chunked(4), skua::range(3, -3), body);
    skua::for_async(skua::recursive(4), -1, body);
    skua::for_async(skua::range2({0, 0}, {10, 0}), [](std::int64_t, std::int64_t) { ADD_FAILURE(); });
    skua::for_async(skua::range2({0, 5}, {10, 4}), [](std::int64_t, std::int64_t) { ADD_FAILURE(); });
    skua::for_async(skua::range3({0, 0, 0}, {-1, -1, 1}),
                    [](std::int64_t, std::int64_t, std::int64_t) { ADD_FAILURE(); });
  });
}

TASK_TEST_P(for_async, tiles_larger_than_the_range) {
  std::int64_t const largest = std::numeric_limits<std::int64_t>::max();
  covers(0, 10, [&](auto body) { skua::for_async(skua::chunked(largest), 10, body); });
  covers(-3, 10, [&](auto body) { skua::for_async(skua::recursive(largest), skua::range(-3, 10), body); });
  covers(0, 10, [](auto body) { skua::for_async(skua::chunked(11), 10, body); });
}

TASK_TEST_P(for_async, ranges_at_the_ends_of_the_integers) {
  std::int64_t const largest = std::numeric_limits<std::int64_t>::max();
  std::int64_t const least = std::numeric_limits<std::int64_t>::min();
  covers(largest - 100, largest, [&](auto body) { skua::for_async(skua::range(largest - 100, largest), body); });
  covers(largest - 100, largest,
         [&](auto body) { skua::for_async(skua::chunked(7), skua::range(largest - 100, largest), body); });
  covers(least, least + 100,
         [&](auto body) { skua::for_async(skua::recursive(7), skua::range(least, least + 100), body); });
}

using grid = std::array<std::array<std::array<std::atomic<int>, 7>, 5>, 6>;

template <class Start>
void covers_box(Start const& start) {
  auto visits = std::make_unique<grid>();
  skua::finish([&] {
    start([&](std::int64_t i, std::int64_t j, std::int64_t k) {
      ++(*visits)[static_cast<std::size_t>(i + 2)][static_cast<std::size_t>(j)][static_cast<std::size_t>(k - 1)];
    });
  });
  for (auto const& plane : *visits) {
    for (auto const& line : plane) {
      for (auto const& n : line) ASSERT_EQ(n, 1);
    }
  }
}

TASK_TEST_P(for_async, three_dimensions) {
  auto const box = skua::range3({-2, 0, 1}, {4, 5, 8});
  covers_box([&](auto body) { skua::for_async(box, body); });
  covers_box([&](auto body) { skua::for_async(skua::chunked(2, 2, 2), box, body); });
  covers_box([&](auto body) { skua::for_async(skua::chunked(4), box, body); });
  covers_box([&](auto body) { skua::for_async(skua::recursive(1, 3, 100), box, body); });
}

TASK_TEST_P(for_async, two_dimensions) {
  std::vector<std::atomic<int>> visits(100 * 30);
  auto const body = [&](std::int64_t i, std::int64_t j) { ++visits[static_cast<std::size_t>(i * 30 + j)]; };
  skua::finish([&] { skua::for_async(skua::range2({0, 0}, {100, 30}), body); });
  skua::finish([&] { skua::for_async(skua::chunked(16, 7), skua::range2({0, 0}, {100, 30}), body); });
  skua::finish([&] { skua::for_async(skua::recursive(16, 7), skua::range2({0, 0}, {100, 30}), body); });
  for (auto const& n : visits) ASSERT_EQ(n, 3);
}

TASK_TEST_P(for_async, tiles_are_tasks) {
  EXPECT_EQ(skua::finish(skua::counted, [] { skua::for_async(skua::chunked(1), 100, [](std::int64_t) {}); }).ran, 100u);
  EXPECT_EQ(skua::finish(skua::counted, [] { skua::for_async(skua::chunked(10), 95, [](std::int64_t) {}); }).ran, 10u);
}

TEST_P(for_async, returns_at_once_and_copies_its_body_once) {
  std::atomic<int> living{0};
  run([&] {
    std::atomic<int> ran{0};
    std::atomic<int> peak{0};
    skua::finish([&] {
      {
        auto const body = [&, c = counted_object(living)](std::int64_t) {
          ++ran;
          int const current = living.load();
          for (int old_peak = peak.load(); current > old_peak && !peak.compare_exchange_weak(old_peak, current);) {
          }
        };
        skua::for_async(100, body);
      }
      if (workers() == 1) {
        EXPECT_EQ(ran, 0) << "nothing has run before this body waits";
      }
    });
    EXPECT_EQ(ran, 100);
    EXPECT_LE(peak, workers() == 1 ? 1 : 2) << "the copy, and with a thief also the original until its block ended";
    EXPECT_EQ(living, 0);
    skua::finish([&] {
      skua::cancel();
      skua::for_async(100, [c = counted_object(living)](std::int64_t) {});
      skua::for_async(skua::chunked(3), 100, [c = counted_object(living)](std::int64_t) {});
      skua::for_async(skua::recursive(3), 100, [c = counted_object(living)](std::int64_t) {});
    });
    EXPECT_EQ(living, 0);
  });
}

TASK_TEST_P(for_async, iterations_may_wait_for_each_other) {
  static constexpr std::int64_t n = 300;
  for (int direction = 0; direction < 2; ++direction) {
    auto done = std::make_unique<skua::event[]>(n);
    skua::finish([&] {
      skua::for_async(n, [&](std::int64_t i) {
        std::int64_t const neighbour = direction == 0 ? i - 1 : i + 1;
        if (neighbour >= 0 && neighbour < n) done[static_cast<std::size_t>(neighbour)].wait();
        done[static_cast<std::size_t>(i)].set();
      });
    });
  }
}

TASK_TEST_P(for_async, iterations_of_a_tile_may_wait_for_each_other) {
  static constexpr std::int64_t n = 200;
  auto done = std::make_unique<skua::event[]>(n);
  skua::finish([&] {
    skua::for_async(skua::chunked(64), n, [&](std::int64_t i) {
      if (i + 1 < n) done[static_cast<std::size_t>(i + 1)].wait();
      done[static_cast<std::size_t>(i)].set();
    });
  });
  skua::barrier<> barrier(n);
  skua::finish([&] { skua::for_async(skua::recursive(50), n, [&](std::int64_t) { barrier.arrive_and_wait(); }); });
}

TASK_TEST_P(for_async, a_wait_in_an_inner_scope_does_not_make_the_rest_part_of_it) {
  static constexpr std::int64_t n = 50;
  auto done = std::make_unique<skua::event[]>(n);
  std::atomic<int> ran{0};
  skua::finish([&] {
    skua::for_async(n, [&](std::int64_t i) {
      if (i > 0) done[static_cast<std::size_t>(i - 1)].wait();
      skua::finish_result const r = skua::finish(skua::counted, [&] {
        skua::yield();
        skua::spawn([] { skua::yield(); });
      });
      EXPECT_EQ(r.ran, 1u) << "the rest of the loop is not the iteration's";
      ++ran;
      done[static_cast<std::size_t>(i)].set();
    });
  });
  EXPECT_EQ(ran, n);
}

TASK_TEST_P(for_async, cancelling_an_inner_scope_does_not_lose_iterations) {
  std::atomic<int> ran{0};
  skua::finish_result const r = skua::finish([&] {
    skua::for_async(100, [&](std::int64_t) {
      skua::finish([] {
        skua::spawn([] {});
        skua::spawn(skua::shielded, [] { skua::yield(); });
        skua::cancel();
      });
      ++ran;
    });
  });
  EXPECT_EQ(ran, 100);
  EXPECT_TRUE(r.completed());
}

TASK_TEST_P(for_async, an_exception_cancels_the_rest_and_arrives) {
  std::atomic<long> ran{0};
  EXPECT_THROW(skua::finish([&] {
                 skua::for_async(skua::chunked(10), 100'000, [&](std::int64_t i) {
                   ++ran;
                   if (i == 99'995) throw std::out_of_range("i");  // near the end: the last tile runs first
                 });
               }),
               std::out_of_range);
  if (skua::workers() == 1) {  // thieves may have finished the loop before they see the exception
    EXPECT_LT(ran, 100'000);
  }
  EXPECT_THROW(skua::finish([&] {
                 skua::for_async(1000, [](std::int64_t i) {
                   if (i == 500) throw 5;
                 });
               }),
               int);
}

TASK_TEST_P(for_async, with_keep_going_the_others_run) {
  for (int kind = 0; kind < 3; ++kind) {
    std::atomic<int> ran{0};
    try {
      skua::finish(skua::keep_going, [&] {
        auto const body = [&](std::int64_t i) {
          ++ran;
          if (i % 10 == 3) throw std::runtime_error("three");
        };
        if (kind == 0) skua::for_async(1000, body);
        if (kind == 1) skua::for_async(skua::chunked(64), 1000, body);
        if (kind == 2) skua::for_async(skua::recursive(64), 1000, body);
      });
      ADD_FAILURE() << "nothing was thrown";
    } catch (skua::task_errors const& e) {
      EXPECT_EQ(e.total(), 100u);
    }
    EXPECT_EQ(ran, 1000) << "kind " << kind;
  }
}

TASK_TEST_P(for_async, all_workers_share_a_loop) {
  rendezvous meeting(skua::workers());
  std::atomic<int> met{0};
  skua::finish([&] {
    skua::for_async(skua::chunked(1), skua::workers(), [&](std::int64_t) { met += meeting.meet() ? 1 : 0; });
  });
  EXPECT_EQ(met, skua::workers());
  unsigned const all_workers = (1u << skua::workers()) - 1;
  std::atomic<unsigned> workers_seen{0};
  skua::finish([&](skua::scope s) {
    skua::for_async(4'000'000'000, [&, s](std::int64_t) {
      if (workers_seen.load() != all_workers && (workers_seen |= 1u << skua::worker()) == all_workers) s.cancel();
    });
  });
  EXPECT_EQ(workers_seen, all_workers) << "split on demand";
}

TEST_P(for_async, blocking_bodies_and_arrivals_from_outside) {
  std::atomic<int> arrived{0};  // the posts belong to the run, and the last may start after the task below
  run([&] {
    std::atomic<bool> stop{false};
    std::thread helper([&] {
      while (!stop.load()) {
        skua::post(skua::on(0), [&] { ++arrived; });
        std::this_thread::yield();
      }
    });
    std::atomic<int> ran{0};
    for (int round = 0; round < fewer(60, 10); ++round) {
      skua::finish([&] {
        skua::for_async(200, [&](std::int64_t i) {
          ++ran;
          if (i % 3 == 0) skua::yield();
          if (i % 50 == 0) skua::blocking([] { std::this_thread::yield(); });
        });
      });
    }
    stop = true;
    skua::blocking([&] { helper.join(); });
    EXPECT_EQ(ran, fewer(60, 10) * 200);
  });
}

TEST_P(for_async, outside_a_task_is_a_broken_contract) {
  if (workers() != 1) GTEST_SKIP() << "once is enough";
  EXPECT_DEATH(skua::for_async(3, [](std::int64_t) {}), "broken contract.*for_async was called outside a task");
}

}  // namespace
