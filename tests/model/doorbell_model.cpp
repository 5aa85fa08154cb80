// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sleeping in a transport: no receiver sleeps through a message. Senders publish and ring; one
// place polls and sleeps. A lost wake-up shows as a deadlock. Production headers:
// src/transport/doorbell.hpp, src/core/message_receiver.hpp.
#include <gtest/gtest.h>

#include "core/message_receiver.hpp"
#include "transport/doorbell.hpp"

#include "explore/expect.hpp"

namespace skua::system {

// The functions that the header calls, as futex operations of the explorer.
void shared_futex_wait(base::atomic<std::uint32_t>& word, std::uint32_t expected, std::uint64_t) noexcept {
  model::wait(word, expected);
}
void shared_futex_wake(base::atomic<std::uint32_t>& word, int count) noexcept {
  model::wake(word, static_cast<std::size_t>(count));
}

}  // namespace skua::system

namespace {

namespace model = skua::model;
using model::atomic;
using model::bounds;
using skua::transport::doorbell;
constexpr auto relaxed = std::memory_order_relaxed;

constexpr int max_messages = 4;

struct place {
  doorbell bell;
  atomic<int> message[max_messages]{};  // published by a relaxed store: only the doorbell orders it
};

constexpr auto nothing = [] { return false; };

enum class fault { none, does_not_look_again };

/// Each sender publishes `count` messages, one after the other; the place receives all of them.
auto sending(int senders, int count, fault f = fault::none) {
  return [=](model::execution& run) {
    place& p = run.make<place>();
    for (int i = 0; i < senders; ++i)
      run.thread([&p, i, count] {
        for (int k = 0; k < count; ++k) {
          p.message[i * count + k].store(1, relaxed);
          p.bell.ring();
        }
      });
    run.thread([&p, senders, count, f] {
      for (int i = 0; i < senders * count; ++i) {
        auto const has_message = [&] { return p.message[i].load(relaxed) != 0; };
        while (!has_message())
          p.bell.sleep(0, nothing, [&] { return f != fault::does_not_look_again && has_message(); });
      }
    });
  };
}

/// A report of a lost place: rings whether or not a thread seems to sleep.
auto reporting() {
  return [](model::execution& run) {
    place& p = run.make<place>();
    run.thread([&p] {
      p.message[0].store(1, relaxed);
      p.bell.alarm();
    });
    run.thread([&p] {
      auto const has_message = [&] { return p.message[0].load(relaxed) != 0; };
      while (!has_message()) p.bell.sleep(0, nothing, has_message);
    });
  };
}

/// A thread of the place polls while wake-ups are suppressed, stops and polls once more; a message
/// arrives in between. Either that last poll or the sleeper must find it.
auto suppressing(bool looks = true) {
  return [looks](model::execution& run) {
    struct state {
      place p;
      atomic<int> message_found{0};
    };
    state& s = run.make<state>();
    auto const has_message = [&s] { return s.p.message[0].load(relaxed) != 0; };
    run.thread([&s] {
      s.p.message[0].store(1, relaxed);
      s.p.bell.ring();
    });
    run.thread([&s, has_message, looks] {
      s.p.bell.suppress_wakeups(true);
      s.p.bell.suppress_wakeups(false);
      if (looks && has_message()) {
        s.message_found.store(1, relaxed);
        s.p.bell.call();
      }
    });
    run.thread([&s, has_message] {
      auto const is_over = [&s] { return s.message_found.load(relaxed) != 0; };
      while (!is_over() && !has_message()) s.p.bell.sleep(0, is_over, has_message);
    });
  };
}

/// A worker sleeps beside the sleeper, as in sleep_as_receiver. A message comes, and another thread
/// of the place wakes the worker for something else, as in wake_parked. The worker wakes, and the
/// message is found. `looks`: the worker does when it must.
auto beside_a_worker(bool looks = true) {
  return [looks](model::execution& run) {
    struct state {
      place p;
      atomic<int> message_found{0};
      skua::sched::message_receiver receiver;
      skua::sched::sleeper own;
    };
    state& s = run.make<state>();
    s.own.parked.store(1, relaxed);
    auto const has_message = [&s] { return s.p.message[0].load(relaxed) != 0; };
    run.thread([&s] {
      s.p.message[0].store(1, relaxed);
      s.p.bell.ring();
    });
    run.thread([&s] {
      s.own.parked.store(0, std::memory_order_release);
      if (s.receiver.is(s.own)) s.p.bell.call_worker();
    });
    run.thread([&s, has_message, looks] {
      auto const is_parked = [&s] { return s.own.parked.load(relaxed) != 0; };
      while (is_parked()) {
        (void)s.receiver.begin(s.own);
        bool const must_look = s.p.bell.sleep_as_worker(0, is_parked);
        s.receiver.end();
        if (!must_look || !looks || !has_message()) continue;
        s.message_found.store(1, relaxed);
        s.p.bell.call();
      }
    });
    run.thread([&s, has_message] {
      auto const is_over = [&s] { return s.message_found.load(relaxed) != 0; };
      while (!is_over() && !has_message()) s.p.bell.sleep(0, is_over, has_message);
    });
  };
}

/// A wake-up from another thread of the same place, while wake-ups by messages stay suppressed.
auto calling() {
  return [](model::execution& run) {
    place& p = run.make<place>();
    p.bell.suppress_wakeups(true);
    run.thread([&p] {
      p.message[0].store(1, relaxed);
      p.bell.call();
    });
    run.thread([&p] {
      auto const called = [&] { return p.message[0].load(relaxed) != 0; };
      while (!called()) p.bell.sleep(0, called, nothing);
    });
  };
}

TEST(doorbell, no_message_is_slept_through) {
  EXPECT_TRUE(holds(model::explore(bounds("doorbell.1", 4), sending(1, 1))));
  EXPECT_TRUE(holds(model::explore(bounds("doorbell.two_messages", 3), sending(1, 2))));
  EXPECT_TRUE(holds(model::explore(bounds("doorbell.two_senders", 3), sending(2, 1))));
  EXPECT_TRUE(holds(model::explore(bounds("doorbell.2x2", 2), sending(2, 2))));
}

TEST(doorbell, an_alarm_needs_no_sleeper_that_says_so) {
  EXPECT_TRUE(holds(model::explore(bounds("doorbell.alarm", 4), reporting())));
}

TEST(doorbell, a_call_is_heard_although_suppressed) {
  EXPECT_TRUE(holds(model::explore(bounds("doorbell.call", 4), calling())));
}

TEST(doorbell, nothing_is_lost_when_the_suppression_ends) {
  EXPECT_TRUE(holds(model::explore(bounds("doorbell.suppress", 3), suppressing())));
  EXPECT_TRUE(caught(bounds("doorbell.suppress.no_look", 3), suppressing(false), "deadlock"));
}

TEST(doorbell, a_worker_that_wakes_looks_for_the_message_of_a_ring) {
  EXPECT_TRUE(holds(model::explore(bounds("doorbell.worker", 3), beside_a_worker())));
  EXPECT_TRUE(caught(bounds("doorbell.worker.no_look", 3), beside_a_worker(false), "deadlock"));
}

TEST(doorbell, the_second_look_is_needed) {
  EXPECT_TRUE(caught(bounds("doorbell.looks_once", 3), sending(1, 1, fault::does_not_look_again), "deadlock"));
}

TEST(doorbell, mutations_are_caught) {
  EXPECT_TRUE(caught(bounds("doorbell.", 3, "doorbell.ring"), sending(1, 1), "deadlock"));
  EXPECT_TRUE(caught(bounds("doorbell.", 3, "doorbell.sleep"), sending(1, 1), "deadlock"));
  EXPECT_TRUE(caught(bounds("doorbell.", 3, "doorbell.count"), sending(1, 1), "deadlock"));
  EXPECT_TRUE(caught(bounds("doorbell.", 3, "doorbell.call"), calling(), "deadlock"));
  EXPECT_TRUE(caught(bounds("doorbell.", 3, "doorbell.asleep"), calling(), "deadlock"));
  EXPECT_TRUE(caught(bounds("doorbell.", 3, "doorbell.suppress"), suppressing(), "deadlock"));
  EXPECT_TRUE(caught(bounds("doorbell.", 3, "doorbell.resume"), suppressing(), "deadlock"));
  EXPECT_TRUE(caught(bounds("doorbell.", 3, "doorbell.worker_looks"), beside_a_worker(), "deadlock"));
  EXPECT_TRUE(caught(bounds("doorbell.", 3, "doorbell.worker_fence"), beside_a_worker(), "deadlock"));
  EXPECT_TRUE(caught(bounds("doorbell.", 3, "receiver.begin"), beside_a_worker(), "deadlock"));
  EXPECT_TRUE(caught(bounds("doorbell.", 3, "receiver.is"), beside_a_worker(), "deadlock"));
  EXPECT_TRUE(model::all_planted("receiver.", {"receiver.begin", "receiver.is"}));
  EXPECT_TRUE(model::all_planted(
      "doorbell.", {"doorbell.ring", "doorbell.sleep", "doorbell.count", "doorbell.call", "doorbell.asleep",
                    "doorbell.suppress", "doorbell.resume", "doorbell.worker_looks", "doorbell.worker_fence"}));
}

}  // namespace
