// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks that wait for futures (the word after), and where tasks run that become ready.
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <stdexcept>
#include <thread>
#include <vector>

#include "core_support.hpp"

namespace {

using namespace core_test;

WORKERS_SUITE(after);

TASK_TEST_P(after, starts_when_all_futures_are_ready) {
  for (int round = 0; round < 50; ++round) {
    skua::promise<int> first;
    skua::promise<void> second;
    skua::future<int> a = first.get_future();
    skua::shared_future<void> b = second.get_future().share();
    skua::future<int> ready = skua::make_ready_future(1);
    std::atomic<int> predecessor_done{0};
    std::atomic<int> ran{0};
    skua::finish([&] {
      skua::spawn(skua::after(a, b, ready), [&] {
        EXPECT_TRUE(a.is_ready());
        EXPECT_TRUE(b.is_ready());
        ran += predecessor_done.load();
      });
      auto f = skua::async(skua::after(b), [&] { return predecessor_done.load(); });
      skua::yield();
      EXPECT_EQ(ran, 0);
      EXPECT_FALSE(f.is_ready());
      predecessor_done = 1;
      first.set_value(1);
      second.set_value();
      EXPECT_EQ(f.get(), 1);
    });
    EXPECT_EQ(ran, 1);
    EXPECT_EQ(a.get(), 1) << "after leaves the value";
  }
}

TASK_TEST_P(after, starts_an_urgent_task_at_once_when_the_futures_are_ready) {
  skua::promise<void> gate;
  auto const open = gate.get_future().share();
  std::atomic<bool> ran{false};
  std::atomic<int> served{0};
  skua::finish([&] {
    skua::spawn(skua::after(open), skua::urgent, [&] { ran = true; });
    for (int i = 0; i < skua::workers(); ++i) {
      skua::spawn([&] { served += spins_until([&] { return ran.load(); }) ? 1 : 0; });
    }
    gate.set_value();
  });
  EXPECT_EQ(served, skua::workers());
}

TASK_TEST_P(after, passes_the_exception_of_a_failed_future_on) {
  auto failed = skua::make_exceptional_future<int>(std::make_exception_ptr(std::underflow_error("first")));
  std::atomic<int> ran{0};
  auto f = skua::async(skua::after(failed), [&] { return ++ran; });
  EXPECT_THROW(f.get(), std::underflow_error);
  EXPECT_THROW(skua::finish([&] { skua::spawn(skua::after(failed), [&] { ++ran; }); }), std::underflow_error);
  skua::promise<int> later;
  skua::future<int> broken = later.get_future();
  EXPECT_THROW(skua::finish([&] {
                 skua::spawn(skua::after(broken), [&] { ++ran; });
                 later.set_exception(std::make_exception_ptr(std::overflow_error("later")));
               }),
               std::overflow_error);
  EXPECT_EQ(ran, 0);
  skua::future<int> invalid;
  EXPECT_THROW(skua::spawn(skua::after(invalid), [] {}), std::future_error);
}

/// Starts a task that adds up the values of all futures when they are ready.
template <std::size_t... I>
skua::future<int> sum_after(std::vector<skua::shared_future<int>> const& inputs, std::index_sequence<I...>) {
  return skua::async(skua::after(inputs[I]...), [inputs] {
    int sum = 0;
    for (auto const& input : inputs) {
      EXPECT_TRUE(input.is_ready());
      sum += input.get();
    }
    return sum;
  });
}

template <std::size_t N>
void expect_sums_of(std::mt19937& random) {
  std::vector<skua::promise<int>> promises(N);
  std::vector<skua::shared_future<int>> inputs;
  for (auto& promise : promises) inputs.push_back(promise.get_future().share());
  std::vector<std::size_t> order(N);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::shuffle(order.begin(), order.end(), random);
  std::size_t const early = random() % (N + 1);  // so many are ready before the call
  auto const give = [&](std::size_t i) { promises[order[i]].set_value(static_cast<int>(order[i]) + 1); };
  for (std::size_t i = 0; i < early; ++i) give(i);
  auto sum = sum_after(inputs, std::make_index_sequence<N>());
  skua::finish([&] {
    for (std::size_t i = early; i < N; ++i) skua::spawn([&give, i] { give(i); });
  });
  EXPECT_EQ(sum.get(), static_cast<int>(N * (N + 1) / 2)) << N << " inputs, " << early << " ready before";
}

TASK_TEST_P(after, waits_for_any_number_of_futures_that_become_ready_in_any_order) {
  std::mt19937 random(7);
  for (int round = 0; round < scaled(100); ++round) {
    expect_sums_of<1>(random);
    expect_sums_of<2>(random);
    expect_sums_of<3>(random);
    expect_sums_of<40>(random);  // more than fit into a block
  }
}

TASK_TEST_P(after, takes_no_future_and_one_future_twice) {
  EXPECT_EQ(skua::async(skua::after(), [] { return 1; }).get(), 1);
  skua::promise<int> promise;
  auto const input = promise.get_future().share();
  auto twice = skua::async(skua::after(input, input), [input] { return 2 * input.get(); });
  promise.set_value(3);
  EXPECT_EQ(twice.get(), 6);
}

// The program keeps a reference to the value only; the state belongs to the waiting task.
TASK_TEST_P(after, keeps_the_states_until_the_task_has_run) {
  std::atomic<int> living{0};
  for (bool const is_early : {true, false}) {
    skua::promise<counted_object> promise;
    counted_object value(living);  // lives as long as the test
    std::atomic<int> count{-1};
    skua::finish([&] {
      {
        auto input = promise.get_future();
        if (is_early) promise.set_value(std::move(value));
        skua::spawn(skua::after(input), [&] { count = living.load(); });
      }
      if (!is_early) promise.set_value(std::move(value));
      promise = {};
    });
    EXPECT_EQ(count, 2) << "ready before the call: " << is_early;
    EXPECT_EQ(living, 1);
  }
}

TASK_TEST_P(after, takes_the_exception_of_any_input) {
  for (int failing = 0; failing < 3; ++failing) {
    std::vector<skua::promise<int>> promises(3);
    std::vector<skua::shared_future<int>> inputs;
    for (auto& promise : promises) inputs.push_back(promise.get_future().share());
    auto sum = sum_after(inputs, std::make_index_sequence<3>());
    for (int i = 0; i < 3; ++i) {
      auto& promise = promises[static_cast<std::size_t>(i)];
      i == failing ? promise.set_exception(std::make_exception_ptr(std::underflow_error("failed")))
                   : promise.set_value(i);
    }
    EXPECT_THROW(sum.get(), std::underflow_error);
  }
}

// The inputs become ready while their task is discarded, some afterwards, some never.
TASK_TEST_P(after, is_discarded_with_its_scope_while_inputs_become_ready) {
  std::mt19937 random(11);
  for (int round = 0; round < scaled(300); ++round) {
    std::vector<skua::promise<int>> promises(3);
    std::vector<skua::shared_future<int>> inputs;
    for (auto& promise : promises) inputs.push_back(promise.get_future().share());
    skua::future<int> sum;
    std::uint32_t const gifts = random() % 4;  // none to all three
    skua::finish([&] {
      for (std::uint32_t i = 0; i < gifts; ++i)
        skua::spawn(skua::shielded, [&promise = promises[i]] { promise.set_value(1); });
      skua::finish([&] {
        sum = sum_after(inputs, std::make_index_sequence<3>());
        skua::cancel();
      });
    });
    ASSERT_TRUE(sum.is_ready()) << "the scope has ended";
    try {
      EXPECT_EQ(sum.get(), 3);
      EXPECT_EQ(gifts, 3u);
    } catch (skua::cancelled_error const&) {  // the usual case
    }
    for (std::uint32_t i = gifts; i + 1 < 3; ++i) promises[i].set_value(1);  // the last is broken or given
  }
}

TASK_TEST_P(after, runs_a_task_whose_inputs_come_from_other_threads) {
  for (int round = 0; round < 20; ++round) {
    skua::promise<int> first, second;
    std::vector<skua::shared_future<int>> const inputs{first.get_future().share(), second.get_future().share()};
    auto sum = sum_after(inputs, std::make_index_sequence<2>());
    std::thread giver([&] { first.set_value(1); });
    second.set_value(2);
    EXPECT_EQ(sum.get(), 3);
    skua::blocking([&] { giver.join(); });
  }
}

// A wavefront: each cell needs two others; the sums depend on every one of them.
TASK_TEST_P(after, computes_a_wavefront) {
  static constexpr std::size_t n = 40;
  for (int round = 0; round < 5; ++round) {
    std::vector<std::uint64_t> cells(n * n, 1);
    skua::finish([&] {
      std::vector<skua::shared_future<void>> done(n * n);
      for (std::size_t i = 0; i < n; ++i) done[i] = done[i * n] = skua::make_ready_future().share();
      for (std::size_t i = 1; i < n; ++i) {
        for (std::size_t j = 1; j < n; ++j) {
          done[i * n + j] = skua::async(skua::after(done[(i - 1) * n + j], done[i * n + j - 1]), [&cells, i, j] {
                              cells[i * n + j] = cells[(i - 1) * n + j] + cells[i * n + j - 1];
                            }).share();
        }
      }
    });
    std::vector<std::uint64_t> expected(n * n, 1);
    for (std::size_t i = 1; i < n; ++i)
      for (std::size_t j = 1; j < n; ++j) expected[i * n + j] = expected[(i - 1) * n + j] + expected[i * n + j - 1];
    EXPECT_EQ(cells, expected);
  }
}

// A task that became ready here is not lost behind the task that made it ready: another worker
// takes it, or this one does at one of its pushes.
TASK_TEST_P(after, runs_beside_the_task_that_made_it_ready) {
  for (bool const pushes : {true, false}) {
    if (!pushes && skua::workers() == 1) continue;
    skua::promise<void> gate;
    auto const open = gate.get_future().share();
    std::atomic<bool> ran{false};
    skua::finish([&] {
      skua::spawn(skua::after(open), [&] { ran = true; });
      skua::spawn([&] {
        gate.set_value();
        auto const has_run = [&] {
          if (pushes) skua::finish([] { skua::spawn([] {}); });
          return ran.load();
        };
        EXPECT_TRUE(spins_until(has_run, std::chrono::seconds(20))) << "pushes: " << pushes;
      });
    });
  }
}

// Chains that hand over to each other for ever, each step a task that becomes ready, beside a task
// of each other kind.
TASK_TEST_P(after, lets_arrivals_and_other_tasks_run) {
  std::atomic<bool> stop{false};
  std::atomic<int> arrived{0};
  struct chain {
    std::atomic<bool>& stop;
    void step() const {
      if (stop.load()) return;
      skua::promise<void> next;
      auto const following = next.get_future().share();
      skua::spawn(skua::after(following), [self = *this] { self.step(); });
      next.set_value();
    }
  };
  std::thread outside([&] { skua::post(skua::on(0), [&] { ++arrived; }); });
  skua::finish([&] {
    for (int i = 0; i < skua::workers(); ++i) skua::spawn([&] { chain{stop}.step(); });
    skua::spawn([&] {
      EXPECT_TRUE(comes_true([&] { return arrived.load() != 0; }, std::chrono::seconds(20)));
      stop = true;
    });
  });
  EXPECT_EQ(arrived, 1);
  skua::blocking([&] { outside.join(); });
}

}  // namespace
