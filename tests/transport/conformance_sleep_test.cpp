// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The contract of every transport about sleeping.
#include <gtest/gtest.h>
#include <time.h>

#include <algorithm>
#include <mutex>
#include <thread>

#include "player.hpp"
#include "world.hpp"

namespace transport_test {
namespace {

/// Far longer than any test should take: a thread that sleeps to the end has missed an event.
constexpr std::uint64_t too_long_ns = 20'000'000'000;

class sleeping : public testing::TestWithParam<world> {
 protected:
  void run(int places, body const& test_body) const { GetParam().run({places, 0, -1}, test_body); }
};

class stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(steady_clock::now() - start_).count(); }

 private:
  steady_clock::time_point start_ = steady_clock::now();
};

double processor_seconds() {
  timespec t{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

/// Place 0 sends messages to place 1, each after the answer to the one before. Returns false if an
/// answer does not come.
bool ask_in_turn(player& me, int rounds, skua::base::atomic<int> const& received) {
  for (int i = 0; i < rounds; ++i) {
    me.send(1, 0, {});
    if (!me.until([&] { return received > i; })) return false;
  }
  return true;
}

TEST_P(sleeping, ends_with_each_message) {
  run(2, [](endpoint& end, blackboard&) {
    constexpr int rounds = 3000;
    int received = 0;
    player me(end, [&](int, std::uint32_t, bytes) { ++received; });
    me.meet();
    stopwatch const watch;
    for (int round = 0; round < rounds; ++round) {
      if (end.here() == 0) {
        EXPECT_TRUE(end.try_send(1, 0, {}, {}));
      }
      while (received <= round) {
        end.sleep(too_long_ns);
        end.poll(me, 10);
        if (watch.seconds() > 15) FAIL() << "slept through a message, round " << round;
      }
      if (end.here() == 1) {
        EXPECT_TRUE(end.try_send(0, 0, {}, {}));
      }
    }
    me.finish();
  });
}

TEST_P(sleeping, ends_with_a_message_of_any_thread_and_place) {
  run(4, [](endpoint& end, blackboard&) {
    constexpr std::uint32_t rounds = 300;
    std::uint32_t received = 0;
    player me(end, [&](int, std::uint32_t, bytes) { ++received; });
    me.meet();
    stopwatch const watch;
    if (end.here() == 0) {
      // Sleep and poll alternate here. In a program another thread may poll while this one goes to
      // sleep.
      while (received < 3 * 2 * rounds) {
        end.sleep(too_long_ns);
        end.poll(me, 1);
        if (watch.seconds() > 15) FAIL() << "slept through a message";
      }
    } else {
      auto const sender = [&] {
        for (std::uint32_t i = 0; i < rounds; ++i) {
          wait_for([&] { return end.try_send(0, i, {}, {}); });
          if (i % 16 == 0) std::this_thread::yield();
        }
      };
      std::thread other(sender);
      sender();
      other.join();
    }
    me.finish();
  });
}

TEST_P(sleeping, ends_with_wake_even_before_it_began) {
  run(2, [](endpoint& end, blackboard&) {
    player me(end);
    stopwatch const watch;
    end.wake();
    end.sleep(too_long_ns);
    EXPECT_LT(watch.seconds(), 10);
    for (int i = 0; i < 500; ++i) {
      skua::base::atomic<bool> woken{false};
      std::thread other([&] {
        woken = true;
        end.wake();
      });
      while (!woken) end.sleep(too_long_ns);
      other.join();
    }
    EXPECT_LT(watch.seconds(), 10);
    me.finish();
  });
}

TEST_P(sleeping, ends_after_its_time) {
  run(2, [](endpoint& end, blackboard&) {
    player me(end);
    me.meet();
    stopwatch const watch;
    end.sleep(10'000'000);
    end.sleep(1);
    EXPECT_LT(watch.seconds(), 10);
    me.finish();
  });
}

TEST_P(sleeping, is_not_begun_while_something_is_pending) {
  run(2, [](endpoint& end, blackboard& board) {
    int received = 0;
    player me(end, [&](int, std::uint32_t, bytes) { ++received; });
    me.meet();
    if (end.here() == 0) {
      wait_for([&] { return board.word[1] == 1; });
      EXPECT_TRUE(end.try_send(1, 0, {}, {}));
      board.word[0] = 1;
    } else {
      board.word[1] = 1;
      wait_for([&] { return board.word[0] == 1 && end.has_incoming(); });
      stopwatch const watch;
      for (int i = 0; i < 10; ++i) end.sleep(too_long_ns);
      EXPECT_LT(watch.seconds(), 10);
      me.until([&] { return received == 1; });
    }
    me.finish();
  });
}

TEST_P(sleeping, loses_nothing_when_suppression_ends_and_is_woken_although_suppressed) {
  run(2, [](endpoint& end, blackboard&) {
    constexpr int rounds = 2000;
    skua::base::atomic<int> received{0};
    player me(end, [&](int, std::uint32_t, bytes) { ++received; });
    me.meet();
    stopwatch const watch;
    if (end.here() == 0) {
      if (ask_in_turn(me, rounds, received)) me.finish();
      return;
    }
    // One thread suppresses wake-ups now and then, as if it polled. Only the other thread really
    // sleeps.
    skua::base::atomic<bool> over{false};
    std::thread other([&] {
      while (!over) {
        end.suppress_wakeups(true);
        std::this_thread::yield();
        end.suppress_wakeups(false);
        if (end.has_incoming()) end.wake();
        std::this_thread::yield();
      }
      end.suppress_wakeups(true);
      end.wake();
    });
    for (int i = 0; i < rounds && watch.seconds() < 15;) {
      if (received == i) {  // the meeting may have brought the first message
        end.sleep(too_long_ns);
        end.poll(me, 10);
      }
      for (; i < received; ++i) me.send(0, 0, {});
    }
    over = true;
    end.sleep(too_long_ns);
    other.join();
    end.suppress_wakeups(false);
    EXPECT_EQ(received, rounds);
    EXPECT_LT(watch.seconds(), 15) << "slept through a message";
    me.finish();
  });
}

TEST_P(sleeping, messages_wake_a_worker_that_sleeps_beside_it) {
  run(2, [](endpoint& end, blackboard&) {
    constexpr int rounds = 1000;
    skua::base::atomic<int> received{0};
    player me(end, [&](int, std::uint32_t, bytes) {
      ++received;
      if (end.here() == 1 && !end.try_send(0, 0, {}, {})) ADD_FAILURE() << "no room for an answer";
    });
    me.meet();
    stopwatch const watch;
    if (end.here() == 0) {
      if (ask_in_turn(me, rounds, received)) me.finish();
      return;
    }
    std::mutex polls;
    int by_worker = 0;
    bool sleeps_here = true;
    skua::base::atomic<std::uint32_t> parked{1};
    std::thread worker([&] {
      while (parked != 0 && sleeps_here) {
        bool must_poll = false;
        sleeps_here = end.sleep_as_worker(parked, 0, must_poll);
        if (!must_poll) continue;
        end.suppress_wakeups(true);
        {
          std::lock_guard const hold(polls);
          by_worker += end.poll(me, 10);
        }
        end.suppress_wakeups(false);
        if (end.has_incoming() || received == rounds) end.wake();
      }
    });
    while (received < rounds && watch.seconds() < 15) {
      end.sleep(too_long_ns);
      std::lock_guard const hold(polls);
      end.poll(me, 10);
    }
    parked = 0;
    end.wake_worker();
    worker.join();
    EXPECT_EQ(received, rounds) << "slept through a message";
    EXPECT_TRUE(!sleeps_here || by_worker > 0);
    me.finish();
  });
}

TEST_P(sleeping, takes_no_processor_time) {
  run(3, [](endpoint& end, blackboard& board) {
    if (!end.limits().wakes) GTEST_SKIP() << "this transport looks now and then";
    player me(end);
    me.meet();
    while (end.poll(me, 10) != 0) {
    }
    // With threads as places the processor clock covers all of them. So no place may spin between
    // the first look at the clock and the last.
    auto const wait_for_all = [&](skua::base::atomic<std::uint64_t>& arrived) {
      ++arrived;
      while (arrived < static_cast<std::uint64_t>(end.places())) end.sleep(1'000'000);
    };
    wait_for_all(board.word[0]);
    double const before = processor_seconds();
    stopwatch const watch;
    int sleeps = 0;
    for (; watch.seconds() < 0.5; ++sleeps) {
      end.sleep(static_cast<std::uint64_t>(std::max(0.0, 0.5 - watch.seconds()) * 1e9) + 1);
      end.poll(me, 10);
    }
    EXPECT_LT(processor_seconds() - before, 0.1) << "a place that spins uses 0.5";
    EXPECT_LT(sleeps, 20);
    wait_for_all(board.word[1]);
    me.finish();
  });
}

INSTANTIATE_TEST_SUITE_P(transports, sleeping, testing::ValuesIn(worlds()),
                         [](auto const& test) { return name_of(test.param); });

}  // namespace
}  // namespace transport_test
