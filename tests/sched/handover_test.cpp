// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Corners where work changes hands: a full deque under an open invoke, a steady stream of arrivals,
// plain threads that see the end of a run from outside, a child process.
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <thread>
#include <vector>

#include <skua/skua.hpp>

#if defined(__SANITIZE_ADDRESS__)
// A search for leaks needs the heap's locks, which some thread may have held at the fork.
static bool forked = false;
extern "C" int __lsan_is_turned_off() { return forked ? 1 : 0; }
#else
[[maybe_unused]] static bool forked = false;
#endif

namespace {

std::atomic<long> ran{0};
std::atomic<int> firsts{0};

skua::options options_with_workers(int n) {
  skua::options o;
  o.workers = n;
  return o;
}

// The spawner's deque is full while an invoke is open: its queued half is worked off with others,
// and its slot used again by a task without captures, which leaves the old contents of the slot in
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

// Two coroutines hand over to each other; a third task has only yielded.
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

// The thread may still be inside set_value, or about to see its own result, when the run has ended
// and the place is gone.
TEST(handover, threads_outlast_the_place) {
  for (int i = 0; i < 200; ++i) {
    skua::promise<int> question;
    skua::promise<int> answer;
    skua::future<int> asked = question.get_future();
    skua::future<int> told = answer.get_future();
    std::atomic<bool> up{false};
    std::thread other([&] {
      up = true;
      question.set_value(20 + told.get());
    });
    while (!up) std::this_thread::yield();
    {
      skua::runtime rt(options_with_workers(2));
      int got = 0;
      rt.run([&] {
        answer.set_value(1);
        got = asked.get();
      });
      EXPECT_EQ(got, 21);
    }
    other.join();
  }
  // These wait for a result that comes with the end of the run, and get no processor before the
  // place is gone.
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
          sched_param none{};
          ::sched_setscheduler(0, SCHED_IDLE, &none);
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

// The default runtime's threads are not in a forked child, which may exit all the same.
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

}  // namespace
