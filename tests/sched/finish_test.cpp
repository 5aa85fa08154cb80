// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// finish: the time of its return, its counts, its exceptions.
#include <skua/finish.hpp>

#include <exception>
#include <set>

#include "core_support.hpp"

namespace {

using namespace core_test;

WORKERS_SUITE(finish);

TASK_TEST_P(finish, scopes_nest_and_each_waits_for_its_own) {
  skua::event outer_may_go;
  std::atomic<int> inner{0};
  std::atomic<int> outer{0};
  skua::finish([&] {
    skua::spawn([&] {
      outer_may_go.wait();
      ++outer;
    });
    skua::finish([&] {
      for (int i = 0; i < 100; ++i) skua::spawn([&] { ++inner; });
    });
    EXPECT_EQ(inner, 100);
    EXPECT_EQ(outer, 0) << "a task of the outer scope cannot have passed the event";
    outer_may_go.set();
  });
  EXPECT_EQ(outer, 1);
}

/// Whether the next task takes the way for rare cases. A fibre begins with that way.
bool next_task_is_checked() {
  return skua::sched::self()->check_before_run.load(std::memory_order_relaxed) != 0;  // relaxed: own variable
}

TEST(fast_way, tasks_of_a_scope_take_it_after_the_first_check) {
  skua::runtime place{skua::options{.workers = 1}};
  place.run([] {
    EXPECT_TRUE(next_task_is_checked());
    int checked = 0;
    skua::finish([&] {
      for (int i = 0; i < 10; ++i) skua::spawn([&] { checked += next_task_is_checked() ? 1 : 0; });
    });
    EXPECT_EQ(checked, 0);
    EXPECT_FALSE(next_task_is_checked());
  });
}

TEST(fast_way, awaited_tasks_take_it_after_the_first_check) {
  skua::runtime place{skua::options{.workers = 1}};
  place.run([] {
    EXPECT_TRUE(next_task_is_checked());
    EXPECT_FALSE(skua::async(&next_task_is_checked).get());
    EXPECT_FALSE(next_task_is_checked());
  });
}

TASK_TEST_P(finish, counts_inner_scopes_too) {
  skua::finish_result inner;
  skua::finish_result const r = skua::finish(skua::counted, [&] {
    for (int i = 0; i < 10; ++i) {
      skua::spawn([] {
        skua::finish([] {
          for (int k = 0; k < 10; ++k) skua::spawn([] { skua::yield(); });
        });
      });
    }
    inner = skua::finish(skua::counted, [] {
      for (int k = 0; k < 7; ++k) skua::spawn([] { skua::yield(); });
    });
  });
  EXPECT_EQ(inner.ran, 7u);
  EXPECT_EQ(r.ran, 10u + 100u + 7u);
  EXPECT_EQ(skua::finish([] { skua::spawn([] {}); }).ran, 0u) << "only counted scopes count";
}

TASK_TEST_P(finish, counts_tasks_that_waited_and_moved) {
  for (int round = 0; round < 20; ++round) {
    skua::event start;
    skua::finish_result const r = skua::finish(skua::counted, [&] {
      for (int i = 0; i < 50; ++i) {
        skua::spawn([&] {
          start.wait();
          skua::spawn([] {});
        });
      }
      skua::yield();
      start.set();
    });
    ASSERT_EQ(r.ran, 100u);
  }
}

TEST_P(finish, one_exception_arrives_as_itself) {
  struct own_error : std::runtime_error {
    using std::runtime_error::runtime_error;
    int number = 17;
  };
  run([] {
    try {
      skua::finish([] { skua::spawn([] { throw own_error("text"); }); });
      ADD_FAILURE() << "nothing was thrown";
    } catch (own_error const& e) {
      EXPECT_STREQ(e.what(), "text");
      EXPECT_EQ(e.number, 17);
    }
    EXPECT_THROW(skua::finish([] { throw std::logic_error("body"); }), std::logic_error);
    EXPECT_THROW(skua::finish([] { skua::finish([] { skua::spawn([] { throw 5; }); }); }), int);
  });
}

TASK_TEST_P(finish, the_exception_comes_after_every_task_has_ended) {
  skua::event thrown;
  std::atomic<int> ended{0};
  auto const wait_shielded = [&] {
    thrown.wait();
    ++ended;
  };
  EXPECT_THROW(skua::finish([&] {
                 for (int i = 0; i < 10; ++i) skua::spawn(skua::shielded, wait_shielded);
                 skua::spawn([&] {
                   thrown.set();
                   throw std::runtime_error("early");
                 });
               }),
               std::runtime_error);
  EXPECT_EQ(ended, 10);
}

TASK_TEST_P(finish, several_exceptions_arrive_together) {
  try {
    skua::finish(skua::keep_going, [] {
      for (int i = 0; i < 3; ++i) skua::spawn([i] { throw std::runtime_error("number " + std::to_string(i)); });
    });
    ADD_FAILURE() << "nothing was thrown";
  } catch (skua::task_errors const& e) {
    EXPECT_EQ(e.total(), 3u);
    EXPECT_EQ(e.never_started(), 0u);
    std::set<std::string> texts;
    for (std::exception_ptr const& p : e.errors()) {
      try {
        std::rethrow_exception(p);
      } catch (std::runtime_error const& x) {
        texts.insert(x.what());
      }
    }
    EXPECT_EQ(texts, (std::set<std::string>{"number 0", "number 1", "number 2"}));
    EXPECT_NE(std::string(e.what()).find("3 tasks threw"), std::string::npos);
  }
}

TASK_TEST_P(finish, keeps_sixteen_exceptions_and_the_total) {
  std::atomic<int> ran{0};
  try {
    skua::finish(skua::counted, skua::keep_going, [&] {
      for (int i = 0; i < 100; ++i) {
        skua::spawn([&] {
          ++ran;
          throw 1;
        });
      }
    });
    ADD_FAILURE() << "nothing was thrown";
  } catch (skua::task_errors const& e) {
    EXPECT_EQ(e.total(), 100u);
    EXPECT_EQ(e.errors().size(), 16u);
    EXPECT_NE(std::string(e.what()).find("an exception of type int"), std::string::npos);
  }
  EXPECT_EQ(ran, 100) << "keep_going: no task was cancelled";
}

TASK_TEST_P(finish, exceptions_of_stolen_and_own_tasks_arrive_together) {
  if (skua::workers() == 1) GTEST_SKIP() << "no worker steals";
  rendezvous two(2);
  try {
    skua::finish([&] {
      skua::spawn([&] {
        EXPECT_TRUE(two.meet());
        throw std::range_error("stolen");
      });
      EXPECT_TRUE(two.meet());
      throw std::domain_error("own");
    });
    ADD_FAILURE() << "nothing was thrown";
  } catch (skua::task_errors const& e) {
    EXPECT_EQ(e.total(), 2u);
  }
}

TEST_P(finish, closures_of_tasks_that_threw_are_destroyed) {
  std::atomic<int> living{0};
  run([&] {
    EXPECT_ANY_THROW(skua::finish([&] {
      for (int i = 0; i < 50; ++i) skua::spawn([c = counted_object(living)] { throw std::runtime_error("x"); });
    }));
    EXPECT_EQ(living, 0);
  });
}

TASK_TEST_P(finish, waits_inside_catch_handlers_keep_the_exceptions_apart) {
  std::atomic<int> right{0};
  skua::finish([&] {
    for (int i = 0; i < 40; ++i) {
      skua::spawn([&right, i] {
        try {
          throw i;
        } catch (int outer) {
          skua::yield();
          try {
            throw std::to_string(i);
          } catch (std::string const& inner) {
            skua::yield();
            EXPECT_EQ(std::uncaught_exceptions(), 0);
            try {
              throw;
            } catch (std::string const& rethrown) {
              skua::yield();
              right += rethrown == std::to_string(i) && inner == rethrown && outer == i ? 1 : 0;
            }
          }
          skua::yield();
          try {
            throw;
          } catch (int same) {
            right += same == i ? 1 : 0;
          }
        }
      });
    }
  });
  EXPECT_EQ(right, 80);
}

TASK_TEST_P(finish, works_while_the_stack_is_unwound) {
  struct cleaner {
    std::atomic<int>& ran;
    ~cleaner() {
      skua::finish([this] {
        for (int i = 0; i < 10; ++i) {
          skua::spawn([this] {
            skua::yield();
            ++ran;
          });
        }
      });
    }
  };
  std::atomic<int> ran{0};
  for (int i = 0; i < 20; ++i) {
    EXPECT_THROW(
        {
          cleaner const c{ran};
          throw std::runtime_error("unwinding");
        },
        std::runtime_error);
  }
  EXPECT_EQ(ran, 200);
}

TEST_P(finish, outside_a_task_is_a_broken_contract) {
  if (workers() != 1) GTEST_SKIP() << "once is enough";
  EXPECT_DEATH(skua::finish([] {}), "skua: broken contract.*finish was called outside a task");
}

}  // namespace
