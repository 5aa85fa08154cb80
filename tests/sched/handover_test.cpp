// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Corner cases of handing work over: a full deque under an open invoke, a steady stream of
// arrivals, external threads that see the end of a run, a child process.
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <skua/skua.hpp>

#if defined(__SANITIZE_ADDRESS__)
// A search for leaks takes the locks of the heap, which another thread may have held at the fork.
static bool forked = false;
extern "C" int __lsan_is_turned_off() { return forked ? 1 : 0; }
#else
[[maybe_unused]] static bool forked = false;
#endif

namespace {

std::atomic<long> ran{0};
std::atomic<int> firsts{0};

skua::options options_with_workers(int n) { return {.workers = n}; }

// The deque of the spawner is full while an invoke is open: an overflow run executes its queued
// half. A task without captures then reuses the slot, and leaves the old contents of the slot in
// place.
TEST(handover, invoke_over_a_full_deque) {
  skua::runtime rt(options_with_workers(1));
  for (int n = 250; n < 262; ++n) {
    ran = 0;
    firsts = 0;
    rt.run([n] {
      skua::finish([n] {
        for (int i = 0; i < 4000; ++i) skua::spawn([] { ++ran; });
        skua::invoke([] { ++firsts; },
                     [n] {
                       for (int i = 0; i < n; ++i) skua::spawn([] { ++ran; });
                     });
      });
    });
    EXPECT_EQ(ran.load(), 4000 + n);
    EXPECT_EQ(firsts.load(), 1);
  }
}

skua::task<> player(bool second, std::vector<skua::promise<void>>& p, std::vector<skua::future<void>>& f, long& hands,
                    bool const& third) {
  for (std::size_t k = second ? 1 : 0; k + 1 < p.size(); k += 2) {
    co_await f[k];
    if (!third) ++hands;
    p[k + 1].set_value();
  }
}

// Two coroutines resume each other in turn; a third task has only yielded.
TEST(handover, two_do_not_starve_a_third) {
  skua::runtime rt(options_with_workers(1));
  long hands = 0;
  bool third = false;
  rt.run([&] {
    std::vector<skua::promise<void>> p(20'001);
    std::vector<skua::future<void>> f;
    for (skua::promise<void>& x : p) f.push_back(x.get_future());
    skua::finish([&] {
      skua::spawn([&] { return player(false, p, f, hands, third); });
      skua::spawn([&] { return player(true, p, f, hands, third); });
      skua::spawn([&] {
        p[0].set_value();
        skua::yield();
        third = true;
      });
    });
  });
  EXPECT_LT(hands, 2000);
}

// When the run has ended and the place is destroyed, the thread may still be inside set_value, or
// about to read its own result.
TEST(handover, threads_outlast_the_place) {
  for (int i = 0; i < 200; ++i) {
    skua::promise<int> question;
    skua::promise<int> answer;
    skua::future<int> question_future = question.get_future();
    skua::future<int> answer_future = answer.get_future();
    std::atomic<bool> started{false};
    std::thread helper([&] {
      started = true;
      question.set_value(20 + answer_future.get());
    });
    while (!started) std::this_thread::yield();
    {
      skua::runtime rt(options_with_workers(2));
      int result_value = 0;
      rt.run([&] {
        answer.set_value(1);
        result_value = question_future.get();
      });
      EXPECT_EQ(result_value, 21);
    }
    helper.join();
  }
  // These threads wait for a result that is set at the end of the run. They get no processor before
  // the place is destroyed.
  std::atomic<bool> stop{false};
  std::vector<std::thread> busy;
  for (unsigned i = 0; i < std::thread::hardware_concurrency(); ++i) {
    busy.emplace_back([&stop] {
      while (!stop) {
      }
    });
  }
  for (int i = 0; i < 3; ++i) {
    skua::promise<int> last;
    skua::shared_future<int> const result = last.get_future().share();
    std::vector<std::thread> waiters;
    {
      skua::runtime rt(options_with_workers(1));
      for (int k = 0; k < 4; ++k) {
        waiters.emplace_back([result] {
          sched_param idle_parameters{};
          ::sched_setscheduler(0, SCHED_IDLE, &idle_parameters);
          EXPECT_EQ(result.get(), 5);
        });
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(150));
      rt.run([&] { last.set_value(5); });
    }
    for (std::thread& w : waiters) w.join();
  }
  stop = true;
  for (std::thread& b : busy) b.join();
}

// A forked child does not have the threads of the default runtime, and may still exit.
TEST(handover, a_child_may_exit) {
#if defined(SKUA_ASAN)
  GTEST_SKIP()
      << "the child may wait for ever for a lock of address sanitizer's allocator, held by a worker at the fork";
#endif
  EXPECT_EQ(skua::async([] { return 7; }).get(), 7);
  pid_t const child = ::fork();
  if (child == 0) {
    forked = true;
    ::alarm(20);
    std::exit(0);
  }
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
}

// A task of an overflow run fills the deque of its fibre. While that one is worked off, a task
// waits, and the other worker continues the overflow run, with a trace: its popped tasks must be
// its own.
TEST(handover, an_overflow_run_changes_its_worker) {
  auto const folder = std::filesystem::temp_directory_path() / ("skua_overflow_" + std::to_string(::getpid()));
  std::filesystem::create_directory(folder);
  for (int round = 0; round < 10; ++round) {
    skua::options o = options_with_workers(2);
    o.trace = folder / std::to_string(round);
    skua::runtime rt(o);
    std::atomic<bool> busy{false}, go_on{false};
    std::atomic<long> plain{0}, small{0}, late{0}, large{0};
    rt.run([&] {
      int const first_worker = skua::worker();
      skua::finish([&] {
        skua::spawn([&] {  // keeps the other worker busy
          busy = true;
          while (!go_on.load()) std::this_thread::yield();
        });
        auto const until = std::chrono::steady_clock::now() + std::chrono::seconds(10);
        while (!busy.load() && std::chrono::steady_clock::now() < until) skua::yield();
        skua::finish([&] {
          for (int i = 0; i < 4200; ++i) {
            skua::spawn([&, i] {
              if (i != 4094) {
                ++plain;
                return;
              }
              ++large;
              for (int j = 0; j < 5000; ++j) {
                skua::spawn([&, j] {
                  if (j < 4095) {
                    ++small;
                    return;
                  }
                  if (!go_on.load()) skua::yield();
                  ++late;
                  go_on = true;
                  if (skua::worker() == first_worker) std::this_thread::sleep_for(std::chrono::microseconds(50));
                });
              }
            });
          }
        });
        go_on = true;
      });
    });
    EXPECT_EQ(plain, 4199);
    EXPECT_EQ(large, 1);
    EXPECT_EQ(small, 4095);
    EXPECT_EQ(late, 905);
  }
  std::filesystem::remove_all(folder);
}

// Tasks that make more tasks than a deque holds, and are preempted all the time for tasks that
// arrive: each runs while its spawner is stopped, and the spawner starts no other one before it has
// ended. A search that spawns whole levels would otherwise have every task open at once.
TEST(handover, preempted_tasks_keep_their_spawner_stopped) {
  skua::runtime rt(options_with_workers(1));
  std::atomic<bool> enough{false};
  std::atomic<int> open{0}, most_open{0}, arrived{0};
  skua::counting_semaphore<> arrivals(0);
  std::thread sender([&] {
    while (!enough.load()) {
      arrivals.release();
      std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
    arrivals.release();
  });
  rt.run([&] {
    auto const until = std::chrono::steady_clock::now() + std::chrono::milliseconds(500);
    skua::finish([&] {
      skua::spawn([&] {
        for (; !enough.load(); ++arrived) arrivals.acquire();
      });
      skua::yield();
      for (int i = 0; i < 10'000; ++i) {
        skua::spawn([&] {
          if (enough.load()) return;
          most_open = std::max(most_open.load(), ++open);
          for (int j = 0; j < 10'000 && !enough.load(); ++j) {
            skua::spawn([] {});
            if (std::chrono::steady_clock::now() > until) enough = true;
          }
          --open;
        });
      }
    });
    enough = true;
  });
  sender.join();
  EXPECT_GE(arrived.load(), 5);  // each preempts a task, or waits for the end of one
  EXPECT_LE(most_open.load(), 3);
}

}  // namespace
