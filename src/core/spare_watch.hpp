// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Spare workers that start without a request: for workers that sleep in the kernel, and for tasks
// of std::launch::async.
//
// While workers have something to do, the service thread looks at them; the period grows from 0.5
// ms to 8 ms while nothing changes. Two things make it want spare workers, and only while every
// worker is busy and tasks wait:
//   - A worker sleeps in the kernel: its processor time has not moved since the previous check, and
//     the kernel says that it sleeps. Both are needed: a worker that only waits for a processor is
//     not asleep. So programs that compute get no spare worker by this, on however busy a machine.
//     As many spares are wanted as workers sleep, without those in blocking(), which have one: no
//     more than workers() threads run.
//   - Promised tasks, those of std::launch::async, are queued, or suspended tasks are ready where
//     there have been promised ones, and for 50 ms no worker has started or resumed any. Each of
//     them gets a spare worker, as the standard promises a thread. These are wanted until a worker
//     has nothing to do.
// At a place with more workers than processors the service thread also wakes sleeping workers while
// tasks wait. There a push wakes a worker only while fewer are awake than there are processors
// (place::wants_more_awake), so tasks that the busy workers never reach would wait for ever. Each
// check wakes one worker, or as many as sleep in the kernel: on busy processors another worker only
// lets the waiting tasks make progress.
//
// A wanted spare is like any other worker. One that is no longer wanted goes to sleep after its
// task (spare.cpp).
//
// The checks end while they can find nothing: no spare is wanted, and either no worker is busy, or
// every busy worker sleeps in the kernel, no task waits, and a push would wake another regular
// worker. That worker turns them on again (watch_switch.hpp). A spare worker does not count here,
// because it takes nothing while it is in surplus. While nothing changes, the period also grows
// beyond 8 ms, until the checks take at most 0.5 % of a processor.
#pragma once

#include <cstdint>
#include <vector>

#include <skua/detail/base/atomic.hpp>

#include "core/watch_switch.hpp"

namespace skua::sched {

struct place;

class spare_watch {
 public:
  /// Called before the service thread starts, with the largest number of workers.
  void start(std::size_t max_workers) { last_looks_.resize(max_workers); }
  /// Called when a worker has found work, after producer_fence.
  void worker_begins(place& place) noexcept;
  /// Called by the service thread: looks if it is time. Returns when to look again (monotonic ns);
  /// 0: not before a worker has something to do.
  std::uint64_t look(place& place) noexcept;
  /// Spare workers wanted now.
  int wanted() const noexcept { return target_.load(std::memory_order_relaxed); }  // relaxed: a hint
  /// An external thread has made a promised task; tasks count theirs with their worker.
  void promised_by_thread() noexcept { promised_.fetch_add(1, std::memory_order_relaxed); }  // relaxed: a count

 private:
  static constexpr std::uint64_t shortest_ns = 500'000;
  static constexpr std::uint64_t longest_ns = 8'000'000;
  static constexpr std::uint64_t looks_per_period = 200;  // that would fit into the longest period
  static constexpr std::uint64_t promise_ns = 50'000'000;
  static constexpr int max_idle_looks = 8;  // in a row, with nothing to find; then it turns itself off

  /// The states of the workers of a place.
  struct state {
    int busy = 0;      // run a task
    int sleeping = 0;  // of these, asleep in the kernel
    int blocking = 0;  // of the sleeping, in blocking()
    int idle = 0;      // of the regular workers: look for work, or sleep for lack of it
  };
  state look_at_workers(place& place) noexcept;
  bool has_nothing_to_find(place& place, state const& now) const noexcept;
  /// Looks, and sets when to look again; returns that time.
  std::uint64_t look_now(place& place, std::uint64_t time) noexcept;
  void want_for_sleepers(place& place, state const& now) noexcept;
  void want_for_promises(place& place, state const& now, std::uint64_t time) noexcept;
  void wake_reserve(place& place, state const& now) noexcept;

  watch_switch switch_;
  base::atomic<int> target_{0};
  base::atomic<std::uint64_t> promised_{0};
  // the service thread's
  std::uint64_t due_ = 0;
  std::uint64_t period_ = shortest_ns / 2;  // doubled at each check
  std::uint64_t longest_period_ = longest_ns;
  int idle_looks_ = 0;
  int sleeping_ = 0;           // workers, at the previous check
  bool beside_tasks_ = false;  // at the previous check workers slept beside tasks
  int for_sleepers_ = 0;
  int for_promises_ = 0;
  std::uint64_t progress_ = 0;     // tasks started or resumed, at the previous check
  std::uint64_t stuck_since_ = 0;  // when that number last changed, or no task waited; 0: not known
  struct last_look {
    std::uint64_t used = 0;  // processor time; 0: the worker was not busy
    bool asleep = false;     // until its processor time moves
  };
  std::vector<last_look> last_looks_;  // of each worker
};

}  // namespace skua::sched
