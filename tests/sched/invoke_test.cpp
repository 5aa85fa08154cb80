// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// invoke: results, the first failure in argument order, stolen callables.
#include <skua/invoke.hpp>

#include <memory>
#include <tuple>
#include <variant>

#include "core_support.hpp"

namespace {

using namespace core_test;

WORKERS_SUITE(invoke);

TASK_TEST_P(invoke, returns_a_tuple_of_results) {
  auto const [a, b, c] = skua::invoke([] { return 1; }, [] { return std::string("two"); }, [] { return 3.0; });
  EXPECT_EQ(a, 1);
  EXPECT_EQ(b, "two");
  EXPECT_EQ(c, 3.0);
  auto const mixed = skua::invoke([] {}, [] { return 2; }, [] {});
  static_assert(std::is_same_v<decltype(mixed), std::tuple<std::monostate, int, std::monostate> const>);
  EXPECT_EQ(std::get<1>(mixed), 2);
  static_assert(std::is_void_v<decltype(skua::invoke([] {}, [] {}))>);
  int done = 0;
  skua::invoke([&] { ++done; }, [] {});
  EXPECT_EQ(done, 1);
}

TEST_P(invoke, results_may_only_move_and_need_no_default) {
  struct only_made {
    explicit only_made(int n) : value(n) {}
    int value;
  };
  run([] {
    auto r = skua::invoke([] { return std::make_unique<int>(4); }, [] { return only_made(5); });
    EXPECT_EQ(*std::get<0>(r), 4);
    EXPECT_EQ(std::get<1>(r).value, 5);
  });
}

TASK_TEST_P(invoke, callables_run_at_the_same_time) {
  if (skua::workers() == 1) GTEST_SKIP() << "needs two";
  rendezvous two(2);
  auto const [a, b] = skua::invoke([&] { return two.meet(); }, [&] { return two.meet(); });
  EXPECT_TRUE(a);
  EXPECT_TRUE(b);
}

/// The text of the exception that an action throws; empty without an exception.
template <class Action>
std::string thrown_by(Action const& action) {
  try {
    action();
  } catch (std::exception const& e) {
    return e.what();
  }
  return "";
}

[[noreturn]] void fail(char const* text) { throw std::runtime_error(text); }

TASK_TEST_P(invoke, throws_the_first_failure_in_argument_order_after_all_have_ended) {
  std::atomic<int> ran{0};
  auto const good = [&] { ++ran; };
  EXPECT_EQ(thrown_by([&] { skua::invoke([] { fail("first"); }, good, good); }), "first");
  EXPECT_EQ(thrown_by([&] { skua::invoke(good, [] { fail("middle"); }, good); }), "middle");
  EXPECT_EQ(thrown_by([&] { skua::invoke(good, good, [] { fail("last"); }); }), "last");
  EXPECT_EQ(ran, 6);
  EXPECT_EQ(thrown_by([] { skua::invoke([] { fail("first"); }, [] { fail("middle"); }, [] { fail("last"); }); }),
            "first");
  EXPECT_EQ(thrown_by([] { skua::invoke([] {}, [] { fail("middle"); }, [] { fail("last"); }); }), "middle");
}

TEST_P(invoke, results_beside_a_failure_are_destroyed) {
  std::atomic<int> living{0};
  run([&] {
    auto const make = [&] { return counted_object(living); };
    auto const bad = []() -> counted_object { throw std::runtime_error("bad"); };
    EXPECT_THROW(skua::invoke(make, make, bad), std::runtime_error);
    EXPECT_THROW(skua::invoke(make, bad, make), std::runtime_error);
    EXPECT_THROW(skua::invoke(bad, make, make), std::runtime_error);
    EXPECT_EQ(living, 0);
    {
      auto const results = skua::invoke(make, make);
      EXPECT_EQ(living, 2);
    }
    EXPECT_EQ(living, 0);
  });
}

TEST_P(invoke, a_stolen_callable_that_throws_completes_its_join) {
  if (workers() == 1) GTEST_SKIP() << "no worker steals";
  std::atomic<int> living{0};
  run([&] {
    for (int round = 0; round < 100; ++round) {
      rendezvous two(2);
      EXPECT_EQ(thrown_by([&] {
                  skua::invoke(
                      [&] {
                        EXPECT_TRUE(two.meet());
                        fail("stolen");
                      },
                      [&] {
                        EXPECT_TRUE(two.meet());
                        return counted_object(living);
                      });
                }),
                "stolen");
      EXPECT_EQ(living, 0);
      rendezvous second_meeting(2);
      EXPECT_EQ(thrown_by([&] {
                  skua::invoke(
                      [&] {
                        EXPECT_TRUE(second_meeting.meet());
                        fail("stolen");
                      },
                      [&] {
                        EXPECT_TRUE(second_meeting.meet());
                        fail("own");
                      });
                }),
                "stolen");
    }
  });
}

TASK_TEST_P(invoke, opens_no_scope) {
  skua::event start;
  std::atomic<int> ran{0};
  skua::finish([&] {
    skua::invoke(
        [&] {
          skua::spawn([&] {
            start.wait();
            ++ran;
          });
        },
        [] {});
    EXPECT_EQ(ran, 0);
    start.set();
  });
  EXPECT_EQ(ran, 1);
}

TASK_TEST_P(invoke, callables_may_wait_for_each_other) {
  for (int round = 0; round < 100; ++round) {
    skua::event a;
    skua::event b;
    skua::invoke(
        [&] {
          a.wait();
          b.set();
        },
        [&] {
          a.set();
          b.wait();
        });
  }
}

TASK_TEST_P(invoke, callables_that_never_started_in_a_cancelled_scope_are_not_tasks) {
  std::atomic<int> ended{0};
  skua::finish_result const r = skua::finish(skua::counted, [&] {
    skua::spawn([] {});
    skua::cancel();
    try {
      skua::invoke([] {},
                   [] {
                     for (int i = 0; i < 10; ++i) skua::yield();
                   });
      ++ended;
    } catch (skua::cancelled_error const&) {
      ++ended;
    }
  });
  EXPECT_EQ(ended, 1);
  EXPECT_TRUE(r.cancelled());
  EXPECT_EQ(r.never_started + r.ran, 1u) << "the spawned task, and nothing else";
}

TASK_TEST_P(invoke, is_complete_in_a_shielded_task) {
  for (int i = 0; i < 50; ++i) {
    skua::finish([] {
      skua::cancel();
      skua::spawn(skua::shielded, [] {
        std::atomic<bool> first_has_begun{false};
        int done = 0;
        EXPECT_NO_THROW(skua::invoke(
            [&] {
              first_has_begun = true;
              skua::yield();  // throws in a part that is not shielded
              ++done;
            },
            [&] {  // gives a thief a moment
              auto const until = sync_test::steady::now() + std::chrono::microseconds(200);
              while (!first_has_begun.load() && sync_test::steady::now() < until) std::this_thread::yield();
            }));
        EXPECT_EQ(done, 1);
      });
    });
  }
}

TEST_P(invoke, outside_a_task_is_a_broken_contract) {
  if (workers() != 1) GTEST_SKIP() << "once is enough";
  EXPECT_DEATH(skua::invoke([] {}, [] {}), "broken contract.*invoke was called outside a task");
}

}  // namespace
