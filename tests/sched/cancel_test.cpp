// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cancellation: tasks that never start and their count, the waits that end, the effect of a shield,
// handles.
#include <skua/cancel.hpp>

#include <ctime>
#include <functional>
#include <vector>

#include "core/cancel.hpp"
#include "core/place.hpp"
#include "core_support.hpp"

namespace {

using namespace core_test;

WORKERS_SUITE(cancel);

TASK_TEST_P(cancel, tasks_of_a_cancelled_scope_never_start_and_are_counted) {
  std::atomic<int> ran{0};
  skua::finish_result const r = skua::finish(skua::counted, [&] {
    skua::cancel();
    for (int i = 0; i < 1000; ++i) skua::spawn([&] { ++ran; });
    for (int i = 0; i < 10; ++i) (void)skua::async([&] { ++ran; });
    skua::spawn(skua::urgent, [&] { ++ran; });
  });
  EXPECT_TRUE(r.cancelled());
  EXPECT_EQ(ran, 0);
  EXPECT_EQ(r.never_started, 1011u);
  EXPECT_EQ(r.ran, 0u);
}

TASK_TEST_P(cancel, started_and_never_started_add_up) {
  for (int round = 0; round < 100; ++round) {
    std::atomic<std::uint64_t> started{0};
    std::atomic<bool> returned{false};
    std::atomic<int> late{0};
    skua::finish_result const r = skua::finish(skua::counted, [&](skua::scope s) {
      for (int i = 0; i < 200; ++i) {
        skua::spawn([&, i, s] {
          late += returned.load() ? 1 : 0;
          ++started;
          if (i == 60) {
            s.cancel();
            returned = true;
          }
        });
      }
    });
    ASSERT_TRUE(r.cancelled());
    // Each other worker may have started a task before, which read the flag afterwards.
    ASSERT_LE(late, skua::workers() - 1) << "a task started after cancel had returned";
    ASSERT_EQ(r.ran, started);
    ASSERT_EQ(r.never_started + started, 200u);
  }
}

TASK_TEST_P(cancel, a_future_of_a_task_that_never_started_is_cancelled) {
  std::vector<skua::future<int>> futures;
  skua::finish([&] {
    skua::cancel();
    for (int i = 0; i < 20; ++i) futures.push_back(skua::async([] { return 1; }));
    EXPECT_THROW(futures[0].get(), skua::cancelled_error);
  });
  for (std::size_t i = 1; i < futures.size(); ++i) EXPECT_THROW(futures[i].get(), skua::cancelled_error);
}

TASK_TEST_P(cancel, a_task_waiting_for_one_that_never_started_does_not_hang) {
  for (int round = 0; round < 50; ++round) {
    skua::future<int> f;
    int errors = 0;
    skua::event release;
    skua::finish([&] {
      skua::finish([&](skua::scope s) {
        f = skua::async(skua::after(skua::async([&] { release.wait(); })), [] { return 1; });
        s.cancel();
      });
      try {
        f.get();
      } catch (skua::cancelled_error const&) {
        ++errors;
      }
    });
    ASSERT_EQ(errors, 1);
  }
}

TASK_TEST_P(cancel, waits_of_every_kind_end) {
  skua::event e;
  skua::promise<int> p;
  skua::future<int> f = p.get_future();
  skua::mutex m;
  skua::counting_semaphore<> semaphore(0);
  skua::latch l(1000);
  skua::barrier<> b(1000);
  skua::condition_variable c;
  using namespace std::chrono_literals;
  std::vector<std::function<void()>> const waits{
      [&] { e.wait(); },
      [&] { f.wait(); },
      [&] { (void)f.wait_for(1h); },
      [&] { m.lock(); },
      [&] { semaphore.acquire(); },
      [&] { l.wait(); },
      [&] { b.arrive_and_wait(); },
      [] { skua::sleep_for(1h); },
      [&] {
        skua::mutex own;
        std::unique_lock hold(own);
        c.wait(hold);
      },
  };
  m.lock();
  for (std::size_t i = 0; i < waits.size(); ++i) {
    EXPECT_TRUE(sync_test::ends_by_cancel(waits[i])) << "wait number " << i;
    EXPECT_TRUE(sync_test::refuses_when_cancelled(waits[i])) << "wait number " << i;
  }
  m.unlock();
  p.set_value(4);
  EXPECT_EQ(f.get(), 4) << "the wait that was cancelled left nothing behind";
  e.set();
  e.wait();
  EXPECT_TRUE(m.try_lock());
  m.unlock();
}

TASK_TEST_P(cancel, a_cancelled_error_that_leaves_a_task_is_no_error) {
  skua::event e;  // outlives the scope of the tasks that wait for it
  skua::finish_result const r = skua::finish([&e](skua::scope s) {
    for (int i = 0; i < 10; ++i) skua::spawn([&e] { e.wait(); });
    skua::yield();
    s.cancel();
    skua::sleep_for(std::chrono::hours(1));
  });
  EXPECT_TRUE(r.cancelled());
  EXPECT_THROW(skua::finish([] { throw skua::cancelled_error(); }), skua::cancelled_error)
      << "the scope was not cancelled";
}

TASK_TEST_P(cancel, a_shielded_task_runs_and_waits) {
  std::atomic<int> ended{0};
  skua::event start;
  skua::finish_result const r = skua::finish([&] {
    skua::cancel();
    skua::spawn(skua::shielded, [&] {
      EXPECT_FALSE(skua::cancelled());
      skua::yield();
      start.wait();
      skua::sleep_for(std::chrono::milliseconds(1));
      EXPECT_EQ(skua::async(skua::shielded, [] { return 1; }).get(), 1);
      ++ended;
    });
    skua::spawn(skua::shielded, [&] {
      start.set();
      ++ended;
    });
  });
  EXPECT_EQ(ended, 2);
  EXPECT_EQ(r.never_started, 0u);
}

TASK_TEST_P(cancel, inner_scopes_of_a_shielded_task_are_shielded_its_children_are_not) {
  std::atomic<int> inner{0};
  std::atomic<int> children{0};
  skua::finish_result const r = skua::finish([&] {
    skua::cancel();
    skua::spawn(skua::shielded, [&] {
      skua::finish_result const inner_result = skua::finish([&] {
        for (int i = 0; i < 50; ++i) {
          skua::spawn([&] {
            skua::yield();
            EXPECT_FALSE(skua::cancelled());
            skua::finish([&] { skua::spawn([&] { ++inner; }); });
          });
        }
      });
      EXPECT_TRUE(inner_result.completed());
      for (int i = 0; i < 10; ++i) skua::spawn([&] { ++children; });
    });
  });
  EXPECT_EQ(inner, 50);
  EXPECT_EQ(children, 0);
  EXPECT_EQ(r.never_started, 10u);
}

TASK_TEST_P(cancel, a_child_on_top_of_a_shielded_task_is_not_shielded) {
  for (int i = 0; i < 10; ++i) {
    bool child_was_cancelled = false;
    skua::event inside;
    skua::finish([&](skua::scope s) {
      skua::spawn([&, s] {
        inside.wait();
        s.cancel();
      });
      skua::spawn(skua::shielded, [&] {
        skua::future<void> f = skua::async([&] {
          inside.set();
          skua::event never;
          never.wait();
        });
        EXPECT_THROW(f.get(), skua::cancelled_error);
        child_was_cancelled = true;
        EXPECT_FALSE(skua::cancelled());
        skua::yield();  // this task's own waits are shielded still
      });
    });
    EXPECT_TRUE(child_was_cancelled);
  }
}

TASK_TEST_P(cancel, reaches_inner_scopes_but_not_outer_ones) {
  std::atomic<int> outer_ran{0};
  skua::finish_result const outer = skua::finish([&] {
    skua::finish_result const middle = skua::finish([&](skua::scope s) {
      skua::finish([&] {
        s.cancel();
        EXPECT_TRUE(skua::cancelled());
        skua::spawn([] { ADD_FAILURE() << "started in a cancelled scope"; });
      });
      ADD_FAILURE() << "the inner finish has returned";
    });
    EXPECT_TRUE(middle.cancelled());
    EXPECT_FALSE(skua::cancelled());
    skua::spawn([&] { ++outer_ran; });
  });
  EXPECT_TRUE(outer.completed());
  EXPECT_EQ(outer_ran, 1);
}

/// Calls body(scope of the outer finish) in an inner finish, and returns how the inner finish
/// ended.
enum class ending { returned, cut, failed };
template <class Body>
ending inner_finish(Body body) {
  ending result = ending::returned;
  skua::finish_result const outer = skua::finish([&](skua::scope s) {
    try {
      skua::finish([&] { body(s); });
    } catch (skua::cancelled_error const&) {
      result = ending::cut;
    } catch (std::domain_error const&) {
      result = ending::failed;
    }
  });
  EXPECT_TRUE(outer.cancelled());
  return result;
}

TASK_TEST_P(cancel, of_an_enclosing_scope_is_thrown_by_finish) {
  skua::event never;
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(inner_finish([](skua::scope s) { s.cancel(); }), ending::cut) << "nothing was left undone";
    EXPECT_EQ(inner_finish([&](skua::scope s) {
                skua::spawn([&] { never.wait(); });
                s.cancel();
              }),
              ending::cut)
        << "a task waits";
    EXPECT_EQ(inner_finish([&](skua::scope s) {
                skua::spawn([s] { s.cancel(); });
                while (!skua::cancelled()) skua::yield();
              }),
              ending::cut)
        << "the body looks and leaves";
    EXPECT_EQ(inner_finish([&](skua::scope s) {
                for (int k = 0; k < 20; ++k) {
                  skua::spawn([s, k] {
                    if (k == 10) s.cancel();
                    while (!skua::cancelled()) skua::yield();
                  });
                }
              }),
              ending::cut)
        << "its tasks look and leave";
    EXPECT_EQ(inner_finish([&](skua::scope s) {
                skua::cancel();
                s.cancel();
              }),
              ending::cut)
        << "cancelled itself as well";
    EXPECT_EQ(inner_finish([&](skua::scope s) {
                s.cancel();
                throw std::domain_error("its own");
              }),
              ending::failed)
        << "an error says more";
  }
}

TASK_TEST_P(cancel, of_an_enclosing_scope_is_not_thrown_in_a_shield_nor_after_the_end) {
  bool cleaned = false;
  skua::finish([&] {
    skua::finish([] { skua::spawn([] {}); });
    skua::cancel();
    skua::spawn(skua::shielded, [&] {
      EXPECT_TRUE(skua::finish([] { skua::spawn([] { skua::yield(); }); }).completed());
      cleaned = true;
    });
  });
  EXPECT_TRUE(cleaned);
  EXPECT_TRUE(skua::finish([] { skua::spawn([] {}); }).completed());
}

// Each task that starts on a fresh fibre checks whether an enclosing scope is cancelled. Programs
// nest scopes 100,000 deep. So the check must not walk the chain while no scope of the place is
// cancelled: these starts would take a minute.
TEST(cancel_check, does_not_depend_on_the_depth_while_nothing_is_cancelled) {
  std::vector<skua::sched::scope_frame> chain(100'000);
  std::uintptr_t word = 0;
  for (skua::sched::scope_frame& f : chain) {
    f.parent = word;
    word = reinterpret_cast<std::uintptr_t>(&f);
  }
  skua::sched::place_front place;
  double const start = static_cast<double>(std::clock());
  int forbidden = 0;
  for (int i = 0; i < 200'000; ++i) forbidden += skua::sched::start_forbidden(place, word);
  EXPECT_EQ(forbidden, 0);
  EXPECT_LT((static_cast<double>(std::clock()) - start) / CLOCKS_PER_SEC, 2.0);
  (void)chain.front().state.raise(skua::sched::scope_cancelled);
  place.cancelled_scopes = 1;
  EXPECT_TRUE(skua::sched::start_forbidden(place, word));
}

}  // namespace
