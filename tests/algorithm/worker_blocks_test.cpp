// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Long loops as blocks that stay with their workers.
#include <skua/detail/core/worker_blocks.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <vector>

#include <skua/algorithm.hpp>
#include <skua/skua.hpp>

#include "core/place.hpp"
#include "support.hpp"

namespace {

using skua::sched::worker_blocks;

/// Calls body(n) in a place of several workers whose blocks stay.
void with_blocks(int workers, std::function<void()> const& body) {
  skua::runtime program{{.workers = workers}};
  program.run([&] {
    skua::sched::place_of(skua::sched::self())->blocks_stay = true;
    body();
  });
}

TEST(worker_blocks, cover_the_rest_and_are_long_enough) {
  with_blocks(7, [] {
    for (std::int64_t const size : {14, 15, 20, 63, 7 * 1024, 100'003}) {
      for (std::int64_t const first : {std::int64_t{0}, std::int64_t{1}, size / 7, size / 7 + 1, size / 2, size - 1}) {
        auto const blocks = worker_blocks::make(skua::sched::self(), first, size, 1e6);
        ASSERT_NE(blocks, nullptr);
        std::int64_t position = first;
        for (std::size_t i = 0; i < blocks->count(); ++i) {
          EXPECT_EQ((*blocks)[i].low, position);
          position = (*blocks)[i].high;
          EXPECT_TRUE(position >= (*blocks)[i].low + 2 || first == size - 1) << size << " from " << first;
        }
        EXPECT_EQ(position, size);
      }
    }
    EXPECT_EQ(worker_blocks::make(skua::sched::self(), 0, 13, 1e6), nullptr) << "too few iterations";
    EXPECT_EQ(worker_blocks::make(skua::sched::self(), 0, 1'000'000, 1e-3), nullptr) << "too short ones";
  });
  test_support::with_workers(
      [] { EXPECT_EQ(worker_blocks::make(skua::sched::self(), 0, 1'000'000, 1e6), nullptr) << "one cache"; });
}

TEST(worker_blocks, a_worker_takes_its_own_block_and_then_those_behind_it) {
  with_blocks(4, [] {
    auto const take_all = [](std::int64_t first) {
      auto const blocks = worker_blocks::make(skua::sched::self(), first, 400, 1e6);
      std::vector<std::int64_t> lows;
      for (std::size_t i = 0; i < blocks->count(); ++i) lows.push_back(blocks->take(skua::sched::self()).low);
      return lows;
    };
    std::vector<std::int64_t> expected{0, 100, 200, 300};
    std::rotate(expected.begin(), expected.begin() + skua::worker(), expected.end());
    EXPECT_EQ(take_all(0), expected);
    EXPECT_EQ(take_all(350), std::vector<std::int64_t>{350});
  });
}

/// In virtual time: the share of a loop's iterations that run where they ran in the loop before.
double stays(std::function<void(std::vector<int>&)> const& loop, std::string const& complexes) {
  constexpr int rounds = 10;
  std::vector<int> worker_of(4000, -1);
  std::int64_t same = 0;
  skua::runtime program{{.sim = "places=1,workers=16" + complexes}};
  program.run([&] {
    for (int round = 0; round < rounds; ++round) {
      std::vector<int> const before = worker_of;
      loop(worker_of);
      if (round > 0)
        same += std::inner_product(before.begin(), before.end(), worker_of.begin(), 0, std::plus{}, std::equal_to{});
    }
  });
  return static_cast<double>(same) / (rounds - 1) / static_cast<double>(worker_of.size());
}
int run_here() {
  skua::sim::work(1e-6);
  return skua::worker();
}

TEST(worker_blocks, repeated_loops_give_the_workers_the_same_elements) {
  auto const by_index = [](std::vector<int>& worker_of) {
    skua::finish([&] {
      skua::for_async(std::ssize(worker_of),
                      [&](std::int64_t i) { worker_of[static_cast<std::size_t>(i)] = run_here(); });
    });
  };
  auto const by_algorithm = [](std::vector<int>& worker_of) {
    skua::for_each(worker_of.begin(), worker_of.end(), [](int& worker) { worker = run_here(); });
  };
  for (std::function<void(std::vector<int>&)> const& loop :
       {std::function<void(std::vector<int>&)>(by_index), std::function<void(std::vector<int>&)>(by_algorithm)}) {
    EXPECT_GT(stays(loop, ",complex=4"), 0.8);
    EXPECT_LT(stays(loop, ""), 0.3) << "the workers share one cache";
  }
}

WORKERS_SUITE(loops_in_blocks);

/// With the loops of other tests, the block of a worker that is late is taken by another one.
TASK_TEST_P(loops_in_blocks, each_index_runs_once) {
  skua::sched::place_of(skua::sched::self())->blocks_stay = true;
  for (int round = 0; round < test_support::fewer(60, 20); ++round) {
    std::int64_t const n = 1000 + 731 * round;
    std::vector<std::int64_t> values(static_cast<std::size_t>(n), 1);
    skua::finish([&] {
      skua::for_async(n, [&](std::int64_t i) {
        if (i % 977 == 0) skua::yield();  // the rest of the piece becomes a task
        std::int64_t volatile cost = 0;
        for (int k = 0; k < 100; ++k) cost = cost + k;
        values[static_cast<std::size_t>(i)] += i;
      });
    });
    skua::for_each(values.begin(), values.end(), [](std::int64_t& value) {
      std::int64_t volatile cost = 0;
      for (int k = 0; k < 100; ++k) cost = cost + k;
      value *= 2;
    });
    EXPECT_EQ(skua::reduce(values.begin(), values.end()), n * (n + 1)) << n;
  }
}

TASK_TEST_P(loops_in_blocks, an_exception_ends_the_loop_and_frees_it) {
  skua::sched::place_of(skua::sched::self())->blocks_stay = true;
  auto const object = std::make_shared<int>(0);
  for (int round = 0; round < test_support::fewer(20, 8); ++round) {
    EXPECT_THROW(skua::finish([&] {
                   skua::for_async(100'000, [&, object](std::int64_t i) {
                     std::int64_t volatile cost = 0;
                     for (int k = 0; k < 100; ++k) cost = cost + k;
                     if (i == 50'000) throw std::runtime_error("half way");
                   });
                 }),
                 std::runtime_error);
    EXPECT_EQ(object.use_count(), 1);
  }
}

}  // namespace
