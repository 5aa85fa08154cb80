// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/mutex.hpp>

#include <mutex>
#include <thread>
#include <vector>

#include "sync_support.hpp"

namespace {

using namespace sync_test;

TASK_TEST(mutex, excludes_tasks_that_suspend_while_they_hold_it) {
  skua::mutex m;
  int inside = 0;
  int done = 0;
  skua::finish([&] {
    for (int t = 0; t < 50; ++t) {
      skua::spawn([&] {
        for (int i = 0; i < 20; ++i) {
          std::lock_guard const hold(m);
          EXPECT_EQ(++inside, 1);
          skua::yield();
          --inside;
          ++done;
        }
      });
    }
  });
  EXPECT_EQ(done, 1000);
}

TASK_TEST(mutex, try_lock_says_whether_it_is_free) {
  skua::mutex m;
  ASSERT_TRUE(m.try_lock());
  EXPECT_FALSE(m.try_lock());
  m.unlock();
  EXPECT_TRUE(m.try_lock());
  m.unlock();
}

TASK_TEST(mutex, works_with_the_standard_locks) {
  skua::mutex a, b, c;
  long done = 0;
  skua::finish([&] {
    for (int t = 0; t < 12; ++t) {
      skua::spawn([&, t] {
        for (int i = 0; i < 50; ++i) {
          if (t % 3 == 0) {
            std::scoped_lock const hold(a, b, c);
            skua::yield();
            ++done;
          } else if (t % 3 == 1) {
            std::scoped_lock const hold(c, b, a);
            ++done;
          } else {
            std::unique_lock x(b, std::defer_lock), y(a, std::defer_lock), z(c, std::defer_lock);
            std::lock(x, y, z);
            ++done;
          }
        }
      });
    }
  });
  EXPECT_EQ(done, 600);
}

TASK_TEST(mutex, lets_tasks_and_plain_threads_in) {
  skua::mutex m;
  long done = 0;
  std::vector<std::thread> threads;
  skua::finish([&] {
    for (int t = 0; t < 2; ++t) {
      threads.emplace_back([&] {
        for (int i = 0; i < 2000; ++i) {
          std::lock_guard const hold(m);
          ++done;
        }
      });
      skua::spawn([&] {
        for (int i = 0; i < 2000; ++i) {
          std::lock_guard const hold(m);
          ++done;
          if (i % 100 == 0) skua::yield();
        }
      });
    }
  });
  skua::blocking([&] {
    for (std::thread& t : threads) t.join();
  });
  EXPECT_EQ(done, 8000);
}

TASK_TEST(mutex, no_waiter_is_overtaken_for_ever) {
  skua::mutex m;
  std::atomic<bool> locked{false};
  skua::finish([&] {
    m.lock();
    skua::spawn([&] {
      m.lock();
      locked = true;
      m.unlock();
    });
    // Repeats it until it succeeds: the worker of the other task may get no processor for a
    // while.
    EXPECT_TRUE(comes_true([&] {
      m.unlock();
      m.lock();
      return locked.load();
    }));
    m.unlock();
  });
}

// Waiters that arrive, time out and are cancelled at random: the remaining ones must still get the
// lock.
TEST(mutex, no_wake_up_is_lost_when_waiters_give_up) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    skua::runtime place{skua::options{.workers = 1 + static_cast<int>(seed % 3)}};
    place.run([seed] {
      skua::timed_mutex m;
      long inside = 0;
      long locked = 0;
      std::atomic<long> tries{0};
      skua::finish([&] {
        for (int g = 0; g < 4; ++g) {
          skua::spawn([&, g] {
            skua::finish([&](skua::scope s) {
              for (int t = 0; t < 6; ++t) {
                skua::spawn([&, g, t] {
                  dice d(seed * 100 + static_cast<std::uint64_t>(g * 10 + t));
                  for (int i = 0; i < 60; ++i) {
                    bool const owns =
                        d.below(2) == 0 ? m.try_lock_for(std::chrono::microseconds(d.below(200))) : (m.lock(), true);
                    ++tries;
                    if (!owns) continue;
                    EXPECT_EQ(++inside, 1);
                    if (d.below(3) == 0) skua::yield();
                    --inside;
                    ++locked;
                    m.unlock();
                  }
                });
              }
              if (g % 2 == 1) {
                skua::spawn(skua::shielded, [s, g, seed] {
                  dice d(seed + static_cast<std::uint64_t>(g));
                  for (std::uint64_t i = d.below(300); i > 0; --i) skua::yield();
                  s.cancel();
                });
              }
            });
          });
        }
      });
      EXPECT_GT(locked, 0);
      EXPECT_LE(locked, tries.load());
      EXPECT_TRUE(m.try_lock());
      m.unlock();
    });
  }
}

TEST(mutex_death, unlocking_what_is_not_locked_is_a_broken_contract) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_DEATH(
      {
        skua::mutex m;
        m.unlock();
      },
      "the mutex is not locked");
}

}  // namespace
