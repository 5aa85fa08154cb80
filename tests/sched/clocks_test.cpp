// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Timed waits with a clock of the program: none returns a timeout before that clock says so. Polls:
// none starves what it waits for.
#include <algorithm>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "core_support.hpp"

namespace {

using namespace std::chrono_literals;

/// A clock that moves only when it is read: by the next of `steps`, or by the last one.
struct read_clock {
  using duration = std::chrono::microseconds;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<read_clock>;
  [[maybe_unused]] static constexpr bool is_steady = false;

  static inline std::mutex lock;
  static inline std::vector<int> steps{1};
  static inline std::size_t reads = 0;
  static inline duration time{0};

  static void start(std::vector<int> new_steps) {
    std::lock_guard const hold(lock);
    steps = std::move(new_steps);
    reads = 0;
    time = duration(1000);
  }
  static time_point now() {
    std::lock_guard const hold(lock);
    time += duration(steps[std::min(reads++, steps.size() - 1)]);
    return time_point(time);
  }
  static bool has_reached(time_point t) {
    std::lock_guard const hold(lock);
    return time_point(time) >= t;
  }
};

struct pace {
  char const* name;
  std::vector<int> steps;
};
std::vector<pace> const paces{
    {"slow", {1}}, {"fast", {5000}}, {"stopped for a while", {0, 0, 0, 0, 5000}}, {"stepping back", {5, -40, 5}}};

struct timed_wait {
  char const* name;
  std::function<bool(read_clock::time_point)> times_out;  // waits for an event that never comes
};

/// Each wait that takes a time point.
std::vector<timed_wait> timed_waits() {
  using status = std::future_status;
  return {{"future",
           [](auto t) {
             skua::promise<int> never;
             return never.get_future().wait_until(t) == status::timeout;
           }},
          {"shared future",
           [](auto t) {
             skua::promise<int> never;
             return never.get_future().share().wait_until(t) == status::timeout;
           }},
          {"event", [](auto t) { return !skua::event().wait_until(t); }},
          {"semaphore", [](auto t) { return !skua::binary_semaphore(0).try_acquire_until(t); }},
          {"mutex",
           [](auto t) {
             skua::timed_mutex m;
             m.lock();
             bool const owns = m.try_lock_until(t);
             m.unlock();
             return !owns;
           }},
          {"condition variable",
           [](auto t) {
             skua::mutex m;
             skua::condition_variable never;
             std::unique_lock hold(m);
             while (never.wait_until(hold, t) == skua::cv_status::no_timeout) continue;
             return hold.owns_lock();
           }},
          {"condition variable with a predicate",
           [](auto t) {
             skua::mutex m;
             skua::condition_variable never;
             std::unique_lock hold(m);
             return !never.wait_until(hold, t, [] { return false; });
           }},
          {"sleep", [](auto t) {
             skua::sleep_until(t);
             return true;
           }}};
}

void expect_no_early_timeout() {
  for (pace const& p : paces) {
    for (timed_wait const& w : timed_waits()) {
      read_clock::start(p.steps);
      read_clock::time_point const when(1200us);
      EXPECT_TRUE(w.times_out(when)) << w.name << ", " << p.name;
      EXPECT_TRUE(read_clock::has_reached(when)) << w.name << ", " << p.name;
    }
  }
}

TEST(clocks, no_wait_of_a_task_ends_before_the_clock_says_so) { test_support::with_workers(&expect_no_early_timeout); }

TEST(clocks, no_wait_of_a_thread_ends_before_the_clock_says_so) { expect_no_early_timeout(); }

/// What a poll asks for, and who makes it come.
struct polled {
  skua::promise<int> promise;
  skua::future<int> future = promise.get_future();
  skua::promise<int> shared_promise;
  skua::shared_future<int> shared = shared_promise.get_future().share();
  skua::event event;
  skua::latch latch{1};
  skua::binary_semaphore semaphore{0};
  skua::timed_mutex mutex;
  skua::mutex guard;
  skua::condition_variable changed;
  bool has_changed = false;

  polled() { mutex.lock(); }
  void come() {
    promise.set_value(1);
    shared_promise.set_value(1);
    event.set();
    latch.count_down();
    semaphore.release();
    mutex.unlock();
    std::lock_guard const hold(guard);
    has_changed = true;
  }
};

struct poll {
  char const* name;
  bool (*asks)(polled&);
};
constexpr auto past = read_clock::time_point::min();
constexpr auto steady_past = std::chrono::steady_clock::time_point::min();
poll const polls[]{
    {"future::is_ready", [](polled& p) { return p.future.is_ready(); }},
    {"future::wait_for", [](polled& p) { return p.future.wait_for(0s) == std::future_status::ready; }},
    {"future::wait_until", [](polled& p) { return p.future.wait_until(past) == std::future_status::ready; }},
    {"shared_future::is_ready", [](polled& p) { return p.shared.is_ready(); }},
    {"shared_future::wait_for", [](polled& p) { return p.shared.wait_for(-1s) == std::future_status::ready; }},
    {"event::is_set", [](polled& p) { return p.event.is_set(); }},
    {"event::wait_for", [](polled& p) { return p.event.wait_for(0s); }},
    {"event::wait_until", [](polled& p) { return p.event.wait_until(steady_past); }},
    {"latch::try_wait", [](polled& p) { return p.latch.try_wait(); }},
    {"semaphore::try_acquire", [](polled& p) { return p.semaphore.try_acquire(); }},
    {"semaphore::try_acquire_for", [](polled& p) { return p.semaphore.try_acquire_for(0s); }},
    {"semaphore::try_acquire_until", [](polled& p) { return p.semaphore.try_acquire_until(past); }},
    {"mutex::try_lock", [](polled& p) { return p.mutex.try_lock(); }},
    {"mutex::try_lock_for", [](polled& p) { return p.mutex.try_lock_for(0s); }},
    {"mutex::try_lock_until", [](polled& p) { return p.mutex.try_lock_until(steady_past); }},
    {"condition_variable::wait_for",
     [](polled& p) {
       std::unique_lock hold(p.guard);
       return p.changed.wait_for(hold, 0s) == skua::cv_status::no_timeout || p.has_changed;
     }},
};

/// start(f) starts a task that calls f, and returns its future.
template <class Start>
void expect_polls_to_end(Start const& start) {
  for (poll const& one : polls) {
    polled p;
    auto const running = start([&p] { p.come(); });
    EXPECT_TRUE(sync_test::spins_until([&] { return one.asks(p); })) << one.name;
    running.wait();  // it uses p
  }
}

TEST(polls, of_a_task_let_the_task_run_that_they_ask_for) {
  for (int workers : {1, 2}) {
    skua::runtime place{skua::options{.workers = workers}};
    place.run([] { expect_polls_to_end([](auto come) { return skua::async(come); }); });
  }
}

TEST(polls, of_a_thread_end_when_a_task_has_done_what_they_ask_for) {
  skua::runtime place{skua::options{.workers = 1}};
  expect_polls_to_end([](auto come) { return skua::async(come); });
}

TEST(polls, neither_suspend_nor_wait_while_nothing_else_runs) {
  skua::runtime place{skua::options{.workers = 1}};
  place.run([] {
    auto const suspensions = [] { return skua::stats().total().suspensions; };
    polled p;
    auto const before = suspensions();
    for (poll const& one : polls) {
      for (int i = 0; i < 1000; ++i) EXPECT_FALSE(one.asks(p)) << one.name;
    }
    EXPECT_EQ(suspensions(), before);
    p.come();
  });
}

TEST(polls, of_two_tasks_that_try_a_lock_in_a_loop_end) {
  skua::runtime place{skua::options{.workers = 1}};
  place.run([] {
    skua::mutex m;
    int turns = 0;
    auto const take_turns = [&] {
      for (int i = 0; i < 20; ++i) {
        while (!m.try_lock()) continue;
        ++turns;
        skua::yield();  // the other task finds the lock taken
        m.unlock();
      }
    };
    skua::finish([&] {
      skua::spawn(take_turns);
      skua::spawn(take_turns);
    });
    EXPECT_EQ(turns, 40);
  });
}

TEST(polls, that_may_wait_end_in_a_cancelled_scope) {
  skua::runtime place{skua::options{.workers = 1}};
  place.run([] {
    polled p;
    EXPECT_TRUE(sync_test::refuses_when_cancelled([&] { (void)p.future.wait_for(0s); }));
    EXPECT_TRUE(sync_test::refuses_when_cancelled([&] { (void)p.event.wait_for(0s); }));
    EXPECT_TRUE(sync_test::refuses_when_cancelled([&] { (void)p.mutex.try_lock_for(0s); }));
    EXPECT_FALSE(sync_test::refuses_when_cancelled([&] { (void)p.mutex.try_lock(); }));
    p.come();
  });
}

}  // namespace
