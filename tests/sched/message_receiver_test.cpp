// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// When a worker handles messages: in its sleep in the transport, and between tasks.
#include "core/message_receiver.hpp"

#include <gtest/gtest.h>

#include <sched.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <utility>

#include <skua/detail/core/submit.hpp>
#include <skua/skua.hpp>

#include "core/exporting.hpp"
#include "core/place.hpp"
#include "support/idle_hooks.hpp"

namespace {

using namespace std::chrono_literals;

/// How many processors may run the calling thread.
int processors_of_the_caller() {
  cpu_set_t mask;
  return ::sched_getaffinity(0, sizeof mask, &mask) == 0 ? CPU_COUNT(&mask) : 0;
}

/// Waits until it is true, for a minute at most.
void expect_soon(std::atomic<bool> const& condition) {
  auto const deadline = std::chrono::steady_clock::now() + 60s;
  while (!condition && std::chrono::steady_clock::now() < deadline) std::this_thread::sleep_for(1ms);
  EXPECT_TRUE(condition);
}

/// A transport whose only message is loot. It comes when the worker sleeps here.
class loot_hooks final : public idle_hooks {
 public:
  explicit loot_hooks(skua::sched::place& place) : place_(place) {}
  bool sleep_as_worker(skua::base::atomic<std::uint32_t> const& parked, std::uint64_t,
                       bool& must_poll) noexcept override {
    must_poll = has_come_ = !has_been_handled_;
    while (!must_poll && parked.load(std::memory_order_acquire) != 0) std::this_thread::sleep_for(100us);
    return true;
  }
  bool poll() noexcept override {
    if (!has_come_ || has_been_handled_) return false;
    has_been_handled_ = true;
    skua::sched::slot const task =
        skua::sched::make_task(nullptr, &place_, [this] { has_run = true; }, skua::sched::slot_any);
    int const processors = processors_of_the_caller();
    skua::sched::submit_loot(place_, &task, 1);
    has_moved = processors_of_the_caller() != processors;
    return true;
  }

  std::atomic<bool> has_run{false};
  std::atomic<bool> has_moved{false};

 private:
  skua::sched::place& place_;
  bool has_come_ = false, has_been_handled_ = false;  // the worker's
};

// A waker keeps the woken worker off its own processor (sleeping_thread). If the worker woke
// itself, it would move, perhaps to the processor of the place that has sent the loot and works on.
TEST(message_receiver, loot_that_it_handles_is_its_own_work) {
  skua::sched::place place(skua::options{.workers = 1}, 0, 2);
  loot_hooks hooks(place);
  place.remote = &hooks;
  place.start();
  expect_soon(hooks.has_run);
  EXPECT_FALSE(hooks.has_moved);
  place.stop_threads();
  place.remote = nullptr;
}

/// A transport whose messages have no contents.
class empty_messages final : public idle_hooks {
 public:
  bool poll() noexcept override { return std::exchange(has_message, false); }

  bool has_message = false;  // the worker's
};

// Else the message would wake another thread of the place, which would take the processor from the
// worker.
TEST(message_receiver, messages_are_handled_before_the_next_task) {
  skua::sched::place place(skua::options{.workers = 1}, 0, 2);
  empty_messages hooks;
  place.remote = &hooks;
  struct chain {
    void queue_next() {
      skua::sched::submit(&place, skua::sched::make_task(nullptr, &place, [this] { run_one(); }, 0));
    }
    void run_one() {
      late += hooks.has_message ? 1 : 0;
      hooks.has_message = true;
      ++length < 100 ? queue_next() : has_ended.store(true);
    }
    skua::sched::place& place;
    empty_messages& hooks;
    int length = 0, late = 0;
    std::atomic<bool> has_ended{false};
  } tasks{place, hooks};
  place.start();
  tasks.queue_next();
  expect_soon(tasks.has_ended);
  EXPECT_EQ(tasks.late, 0);
  place.stop_threads();
  place.remote = nullptr;
}

}  // namespace
