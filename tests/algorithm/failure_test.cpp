// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a call ends early: by an exception of an element function at any call, by a cancellation; and
// that nothing leaks then.
#include <map>

#include "algorithm/support.hpp"

namespace {

using namespace algorithm_test;

struct algorithm_failure : on_workers {};
INSTANTIATE_TEST_SUITE_P(workers, algorithm_failure, worker_counts(), testing::PrintToStringParamName());

using elements = std::vector<only_moved>;
/// An algorithm over elements; it calls step() in each call of its function.
using operation = std::function<void(elements&, std::function<void()> const& step)>;

/// All algorithms that call functions.
std::map<std::string, operation> all_operations() {
  std::map<std::string, operation> everything;
  everything["for_each"] = [](elements& e, auto const& step) { skua::for_each(e, [&](only_moved&) { step(); }); };
  everything["transform"] = [](elements& e, auto const& step) {
    skua::transform(e, e.begin(), [&](only_moved& x) {
      step();
      return std::move(x);
    });
  };
  auto const odd = [](auto const& step) {
    return [&step](only_moved const& x) {
      step();
      return x.key() % 2 != 0;
    };
  };
  auto const never = [](auto const& step) {
    return [&step](only_moved const&) {
      step();
      return false;
    };
  };
  auto const less = [](auto const& step) {
    return [&step](only_moved const& x, only_moved const& y) {
      step();
      return x < y;
    };
  };
  everything["count_if"] = [=](elements& e, auto const& step) { skua::count_if(e, odd(step)); };
  everything["find_if"] = [=](elements& e, auto const& step) { skua::find_if(e, never(step)); };
  everything["partition"] = [=](elements& e, auto const& step) { skua::partition(e, odd(step)); };
  everything["remove_if"] = [=](elements& e, auto const& step) { skua::remove_if(e, odd(step)); };
  everything["unique"] = [=](elements& e, auto const& step) {
    skua::unique(e, [&](only_moved const&, only_moved const&) {
      step();
      return false;
    });
  };
  everything["copy_if"] = [=](elements& e, auto const& step) {
    std::vector<int> const keys = keys_of(e);
    std::vector<int> out(keys.size());
    skua::copy_if(keys, out.begin(), [&](int k) {
      step();
      return k % 2 != 0;
    });
  };
  everything["reduce"] = [](elements& e, auto const& step) {
    skua::transform_reduce(e, 0L, std::plus<>(), [&](only_moved const& x) {
      step();
      return static_cast<long>(x.key());
    });
  };
  everything["fixed_reduce"] = [](elements& e, auto const& step) {
    skua::transform_reduce(skua::fixed_order, e, 0L, std::plus<>(), [&](only_moved const& x) {
      step();
      return static_cast<long>(x.key());
    });
  };
  everything["scan"] = [](elements& e, auto const& step) {
    std::vector<std::string> texts(e.size(), "x");
    skua::inclusive_scan(texts, texts.begin(), [&](std::string const& a, std::string const& b) {
      step();
      return a.size() > b.size() ? a : b;
    });
  };
  everything["min_element"] = [=](elements& e, auto const& step) { skua::min_element(e, less(step)); };
  everything["minmax_element"] = [=](elements& e, auto const& step) { skua::minmax_element(e, less(step)); };
  everything["sort"] = [=](elements& e, auto const& step) { skua::sort(e, less(step)); };
  everything["stable_sort"] = [=](elements& e, auto const& step) { skua::stable_sort(e, less(step)); };
  everything["nth_element"] = [=](elements& e, auto const& step) { skua::nth_element(e, e.begin() + 1, less(step)); };
  everything["merge"] = [=](elements& e, auto const& step) {
    std::vector<int> const half = make_keys(e.size() / 2, shape::sorted);
    std::vector<int> out(2 * half.size());
    skua::merge(half, half, out.begin(), [&](int a, int b) {
      step();
      return a < b;
    });
  };
  return everything;
}

/// Operations that move elements only by exchanges keep all of them, also after an exception.
bool keeps_elements(std::string const& name) {
  return name != "transform" && name != "remove_if" && name != "unique" && name != "sort" && name != "stable_sort" &&
         name != "nth_element";
}

void expect_throws(std::string const& name, operation const& op, std::size_t n, long fatal_call) {
  std::string const description =
      (testing::Message() << name << ", " << n << " elements, call " << fatal_call).GetString();
  std::vector<int> const keys = make_keys(n, shape::random);
  {
    elements e = make_only_moved(keys);
    tripwire wire(fatal_call);
    try {
      op(e, [&] { wire.step(); });
      EXPECT_LT(wire.calls(), fatal_call) << "the exception was lost: " << description;
    } catch (std::runtime_error const& error) {
      EXPECT_STREQ(error.what(), "tripwire") << description;
    }
    EXPECT_EQ(only_moved::living, static_cast<long>(n)) << description;
    if (keeps_elements(name)) {
      std::vector<int> after = keys_of(e);
      std::vector<int> before = keys;
      std::sort(after.begin(), after.end());
      std::sort(before.begin(), before.end());
      EXPECT_EQ(after, before) << description;
    }
    for (only_moved& x : e) x = only_moved(1);  // each is still valid
  }
  EXPECT_EQ(only_moved::living, 0) << description;
}

TEST_P(algorithm_failure, an_exception_at_any_call_arrives) {
  run([] {
    for (auto const& [name, op] : all_operations()) {
      for (long call = 1; call <= 40; ++call) expect_throws(name, op, 30, call);
      for (long const call : {1L, 2L, 1000L, 3999L, 4000L, 30'000L, 44'000L}) expect_throws(name, op, 5000, call);
    }
  });
}

/// The rest of the work is not done: far fewer calls than without the exception.
TEST_P(algorithm_failure, an_exception_ends_the_rest) {
  run([] {
    std::vector<int> numbers(100'000, 0);
    std::atomic<long> calls{0};
    EXPECT_THROW(skua::for_each(numbers,
                                [&](int&) {
                                  work(std::chrono::microseconds(2));
                                  if (++calls == 100) throw std::logic_error("stop");
                                }),
                 std::logic_error);
    EXPECT_LT(calls, 50'000);
  });
}

/// Several exceptions at once: one arrives, as itself.
TEST_P(algorithm_failure, one_of_several_exceptions_arrives) {
  run([] {
    std::vector<int> numbers(10'000);
    for (int round = 0; round < 20; ++round) {
      EXPECT_THROW(skua::for_each(numbers, [](int&) { throw std::domain_error("each"); }), std::domain_error);
      EXPECT_THROW(skua::sort(numbers, [](int, int) -> bool { throw std::domain_error("each"); }), std::domain_error);
      EXPECT_THROW(skua::reduce(numbers, 0, [](int, int) -> int { throw std::domain_error("each"); }),
                   std::domain_error);
    }
  });
}

/// An exception of a task that an element has spawned comes through the scope of the call.
TEST_P(algorithm_failure, exceptions_of_spawned_tasks_arrive) {
  run([] {
    std::vector<int> numbers(10, 0);
    int const* const third = &numbers[2];
    EXPECT_THROW(skua::for_each(numbers,
                                [third](int& x) {
                                  if (&x == third) skua::spawn([] { throw std::range_error("spawned"); });
                                }),
                 std::range_error);
  });
}

/// A scope that is cancelled while a call works: the call ends with cancelled_error, soon.
TEST_P(algorithm_failure, a_cancelled_scope_ends_a_call) {
  run([] {
    for (auto const& [name, op] : all_operations()) {
      std::string const& description = name;
      std::atomic<long> calls{0};
      bool has_thrown = false;
      skua::finish_result const result = skua::finish([&](skua::scope outer) {
        elements e = make_only_moved(make_keys(5000, shape::random));
        try {
          op(e, [&, outer] {
            if (++calls == 50) outer.cancel();
            work(std::chrono::microseconds(5));
          });
        } catch (skua::cancelled_error const&) {
          has_thrown = true;
        }
      });
      EXPECT_TRUE(result.cancelled()) << description;
      EXPECT_TRUE(has_thrown) << description;
      // a task of stable_sort sorts 1,024 elements before it looks
      EXPECT_LT(calls, name == "stable_sort" ? 40'000 : 4000) << description;
    }
    EXPECT_EQ(only_moved::living, 0);
  });
}

/// sort looks for a cancelled scope also while it tests whether the range is sorted.
TEST_P(algorithm_failure, a_cancelled_scope_ends_the_sort_of_a_sorted_range) {
  run([] {
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
  });
}

/// cancel() in an element function cancels the scope of the call only.
TEST_P(algorithm_failure, an_element_may_cancel_the_call) {
  run([] {
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
  });
}

/// A shielded task goes on although its scope is cancelled.
TEST_P(algorithm_failure, shielded_tasks_finish_their_calls) {
  run([] {
    std::atomic<long> sum{0};
    skua::finish([&] {
      skua::spawn(skua::shielded, [&] {
        std::vector<int> numbers(100'000, 1);
        sum = skua::transform_reduce(numbers, 0L, std::plus<>(), [](int x) { return static_cast<long>(x); });
      });
      skua::cancel();
    });
    EXPECT_EQ(sum, 100'000);
  });
}

TEST(algorithm_contract, a_call_needs_a_task) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  std::vector<int> numbers(3, 1);
  EXPECT_DEATH(skua::sort(numbers), "sort");
  EXPECT_DEATH(skua::for_each(numbers, [](int&) {}), "for_each");
  EXPECT_DEATH(skua::reduce(numbers), "reduce");
}

/// Calls over few elements are scopes, too.
TEST_P(algorithm_failure, few_elements_are_a_scope) {
  run([] {
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
  });
}

/// The results of pieces are combined inside the call.
TEST_P(algorithm_failure, a_call_waits_for_what_its_last_combinations_spawn) {
  run([] {
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
  });
}

}  // namespace
