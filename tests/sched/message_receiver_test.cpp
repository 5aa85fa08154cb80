// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A worker that sleeps in the transport and handles messages there.
#include "core/message_receiver.hpp"

#include <gtest/gtest.h>

#include <sched.h>

#include <atomic>
#include <chrono>
#include <thread>

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
  void retire(skua::sched::scope_object*) noexcept override {}
  skua::sched::scope_object* replica(std::uint64_t, std::uint64_t, skua::sched::replica_kind const&) override {
    return nullptr;
  }
  void scope_marked(skua::sched::scope_frame*) noexcept override {}
  void proxy_ended(skua::sched::proxy_frame*) noexcept override {}
  void cancel_remote(std::uint64_t) noexcept override {}

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
  auto const deadline = std::chrono::steady_clock::now() + 60s;
  while (!hooks.has_run && std::chrono::steady_clock::now() < deadline) std::this_thread::sleep_for(1ms);
  EXPECT_TRUE(hooks.has_run);
  EXPECT_FALSE(hooks.has_moved);
  place.stop_threads();
  place.remote = nullptr;
}

}  // namespace
