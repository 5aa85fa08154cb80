// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a call ends early: by an exception of an element function at any call, by a cancellation; and
// that nothing leaks then.
#include "algorithm/support.hpp"

namespace {

using namespace algorithm_test;

WORKERS_SUITE(algorithm_failure);

/// The rest of the work is not done: far fewer calls than without the exception.
TASK_TEST_P(algorithm_failure, an_exception_ends_the_rest) {
  std::vector<int> numbers(100'000, 0);
  std::atomic<long> calls{0};
  EXPECT_THROW(skua::for_each(numbers,
                              [&](int&) {
                                work(std::chrono::microseconds(2));
                                if (++calls == 100) throw std::logic_error("stop");
                              }),
               std::logic_error);
  EXPECT_LT(calls, 50'000);
}

TEST(algorithm_failure, an_exception_ends_a_sum_in_a_fixed_order) {
  skua::runtime place{skua::options{.workers = 1}};
  place.run([] {
    std::vector<int> const numbers(10'000);
    long calls = 0;
    auto const fails = [&](int) -> int {
      ++calls;
      throw std::logic_error("stop");
    };
    EXPECT_THROW(skua::transform_reduce(skua::fixed_order, numbers, 0, std::plus<>(), fails), std::logic_error);
    EXPECT_EQ(calls, 1);
  });
}

/// Several exceptions at once: one arrives, as itself.
TASK_TEST_P(algorithm_failure, one_of_several_exceptions_arrives) {
  std::vector<int> numbers(10'000);
  for (int round = 0; round < 20; ++round) {
    EXPECT_THROW(skua::for_each(numbers, [](int&) { throw std::domain_error("each"); }), std::domain_error);
    EXPECT_THROW(skua::sort(numbers, [](int, int) -> bool { throw std::domain_error("each"); }), std::domain_error);
    EXPECT_THROW(skua::reduce(numbers, 0, [](int, int) -> int { throw std::domain_error("each"); }), std::domain_error);
  }
}

/// An exception of a task that an element has spawned comes through the scope of the call.
TASK_TEST_P(algorithm_failure, exceptions_of_spawned_tasks_arrive) {
  std::vector<int> numbers(10, 0);
  int const* const third = &numbers[2];
  EXPECT_THROW(skua::for_each(numbers,
                              [third](int& x) {
                                if (&x == third) skua::spawn([] { throw std::range_error("spawned"); });
                              }),
               std::range_error);
}

/// sort looks for a cancelled scope also while it tests whether the range is sorted.
TASK_TEST_P(algorithm_failure, a_cancelled_scope_ends_the_sort_of_a_sorted_range) {
  std::vector<int> numbers = make_keys(100'000, shape::sorted);
  std::atomic<long> calls{0};
  skua::finish([&](skua::scope outer) {
    EXPECT_THROW(skua::sort(numbers,
                            [&, outer](int a, int b) {
                              if (++calls == 50) outer.cancel();
                              return a < b;
                            }),
                 skua::cancelled_error);
  });
  EXPECT_LT(calls, 50'000);
}

/// cancel() in an element function cancels the scope of the call only.
TASK_TEST_P(algorithm_failure, an_element_may_cancel_the_call) {
  std::vector<int> numbers(100'000, 0);
  std::atomic<long> calls{0};
  EXPECT_THROW(skua::for_each(numbers,
                              [&](int&) {
                                work(std::chrono::microseconds(1));
                                if (++calls == 10) skua::cancel();
                              }),
               skua::cancelled_error);
  EXPECT_FALSE(skua::cancelled());
  EXPECT_LT(calls, 50'000);
}

/// A shielded task continues although its scope is cancelled.
TASK_TEST_P(algorithm_failure, shielded_tasks_finish_their_calls) {
  std::atomic<long> sum{0};
  skua::finish([&] {
    skua::spawn(skua::shielded, [&] {
      std::vector<int> numbers(100'000, 1);
      sum = skua::transform_reduce(numbers, 0L, std::plus<>(), [](int x) { return static_cast<long>(x); });
    });
    skua::cancel();
  });
  EXPECT_EQ(sum, 100'000);
}

TEST(algorithm_contract, a_call_needs_a_task) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  std::vector<int> numbers(3, 1);
  EXPECT_DEATH(skua::sort(numbers), "sort");
  EXPECT_DEATH(skua::for_each(numbers, [](int&) {}), "for_each");
  EXPECT_DEATH(skua::reduce(numbers), "reduce");
}

/// Calls over few elements are also scopes.
TASK_TEST_P(algorithm_failure, few_elements_are_a_scope) {
  std::vector<int> numbers{3, 1, 2};
  std::atomic<int> open{0};
  auto const open_after = [&](auto const& call) {
    call([&] {
      ++open;
      skua::spawn([&] {
        skua::sleep_for(std::chrono::milliseconds(1));
        --open;
      });
    });
    return open.load();
  };
  auto const is_cancelled_alone = [](auto const& call) {
    EXPECT_THROW(call([] { skua::cancel(); }), skua::cancelled_error);
    return !skua::cancelled();
  };
  auto const less = [](auto const& step) {
    return [&step](int a, int b) {
      step();
      return a < b;
    };
  };
  auto const sort = [&](auto const& step) { skua::sort(numbers, less(step)); };
  auto const stable_sort = [&](auto const& step) { skua::stable_sort(numbers, less(step)); };
  auto const sum = [&](auto const& step) {
    skua::transform_reduce(numbers, 0L, std::plus<>(), [&](int const& x) -> int const& {
      step();
      return x;
    });
  };
  skua::finish([&] {
    EXPECT_EQ(open_after(sort), 0);
    EXPECT_EQ(open_after(stable_sort), 0);
    EXPECT_EQ(open_after(sum), 0);
    EXPECT_TRUE(is_cancelled_alone(sort));
    EXPECT_TRUE(is_cancelled_alone(stable_sort));
    EXPECT_TRUE(is_cancelled_alone(sum));
  });
}

/// The results of pieces are combined inside the call.
TASK_TEST_P(algorithm_failure, a_call_waits_for_what_its_last_combinations_spawn) {
  std::vector<int> const numbers(2000, 1);
  std::atomic<long> open{0};
  skua::finish([&] {
    skua::reduce(numbers, 0L, [&](long a, long b) {
      work(std::chrono::microseconds(1));
      ++open;
      skua::spawn([&] { --open; });
      return a + b;
    });
    EXPECT_EQ(open, 0);
  });
}

}  // namespace
