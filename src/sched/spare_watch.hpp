// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Spare workers started without a request: for workers that sleep in the kernel, and for tasks of
// std::launch::async.
//
// While workers have something to do the service thread looks at them now and then; the period
// grows from 0.5 ms to 8 ms as long as nothing changes. Two things make it want spare workers, and
// only while every worker is busy and tasks wait:
//   - A worker sleeps in the kernel: its processor time has not moved since the last look, and the
//     kernel says that it sleeps. Both are needed: a worker that only waits for a processor is not
//     asleep, so programs that compute get no spare worker by this, on however busy a machine. As
//     many are wanted as sleep, less those in blocking(): no more than workers() threads run.
//   - Promised tasks, those of std::launch::async, are queued, or suspended tasks are ready where
//     there have been promised ones, and for 50 ms no worker has started or resumed any: each of
//     them gets a spare worker, as the standard promises a thread. These are wanted until a worker
//     has nothing to do.
// At a place with more workers than processors it also wakes sleeping workers while tasks wait:
// there a push wakes one only while fewer are awake than there are processors
// (place::wants_more_awake), so what the busy ones never come to would wait for ever. One at each
// look, and as many as sleep in the kernel: on busy processors another worker brings nothing but
// progress for what the others wait for.
//
// A wanted spare is like any other worker. What is not wanted any more goes to sleep after its task
// (spare.cpp).
//
// Edge DEMAND: a worker that begins to work while the watch turns itself off is seen by one of the
// two (a store and a load on either side; the frequent one fences lightly).
#pragma once

#include <cstdint>
#include <vector>

#include <skua/base/atomic.hpp>

namespace skua::sched {

struct place;

class spare_watch {
 public:
  /// Before the service thread starts, for so many workers at most.
  void start(std::size_t most_workers) { seen_.resize(most_workers); }
  /// A worker has found work. After fence_lightly.
  void worker_begins(place& p) noexcept;
  /// By the service thread: looks if it is time; when to look again (monotonic ns), 0: not before a
  /// worker has something to do.
  std::uint64_t look(place& p) noexcept;
  /// Spare workers wanted now.
  int wanted() const noexcept { return wanted_.load(std::memory_order_relaxed); }  // relaxed: a hint
  /// A plain thread has made a promised task; tasks count theirs with their worker.
  void promised_by_thread() noexcept { promised_.fetch_add(1, std::memory_order_relaxed); }  // relaxed: a count

 private:
  static constexpr std::uint64_t shortest_ns = 500'000;
  static constexpr std::uint64_t longest_ns = 8'000'000;
  static constexpr std::uint64_t promise_ns = 50'000'000;
  static constexpr int quiet_looks = 8;  // in a row, with nothing to do for any worker; then it turns itself off

  /// What the workers of a place do.
  struct state {
    int busy = 0;      // run a task
    int sleeping = 0;  // of these, in the kernel
    int idle = 0;      // look for work, or sleep because there is none
  };
  state look_at_workers(place& p) noexcept;
  void want_for_sleepers(place& p, state const& now) noexcept;
  void want_for_promises(place& p, state const& now, std::uint64_t time) noexcept;
  void wake_reserve(place& p, state const& now) noexcept;

  base::atomic<bool> on_{false};
  base::atomic<int> wanted_{0};
  base::atomic<std::uint64_t> promised_{0};
  // the service thread's
  std::uint64_t due_ = 0;
  std::uint64_t period_ = shortest_ns / 2;  // doubled at each look
  int quiet_ = 0;
  int sleeping_ = 0;           // workers, at the last look
  bool beside_tasks_ = false;  // at the last look workers slept beside tasks
  int for_sleepers_ = 0;
  int for_promises_ = 0;
  std::uint64_t progress_ = 0;     // tasks started or resumed, at the last look
  std::uint64_t stuck_since_ = 0;  // when that number last changed, or nothing waited; 0: not known
  struct last_look {
    std::uint64_t used = 0;  // processor time; 0: the worker was not busy
    bool asleep = false;     // until its processor time moves
  };
  std::vector<last_look> seen_;  // of each worker
};

}  // namespace skua::sched
