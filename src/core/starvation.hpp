// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starvation: no fibre waits for ever behind a worker that never runs out of own tasks.
//
// A worker continues a fibre that became ready, or that was preempted, when its running task ends
// or suspends. A task with descendants that keep the deque full does neither. So while fibres wait
// at a busy place, the service thread looks every millisecond. If no fibre of one of a worker's
// lists was taken since the previous check, that worker must preempt its running task at its next
// push. If it does not, one of the fibres goes to another worker. If no arrival was taken, a poll
// is requested again. A thread that leaves a fibre waiting pays one load for that.
//
// Edge STARVATION: if a fibre is left waiting while the watch turns itself off, one of the two
// threads sees the other (a store and a load on either side; the frequent side fences lightly).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <skua/detail/base/atomic.hpp>

namespace skua::sched {

struct fibre;
struct place;

/// A worker preempts its running task at most once in this time.
inline constexpr std::uint64_t time_slice_ns = 100'000;

class starvation_watch {
 public:
  // Bits of worker::starving_lists.
  static constexpr std::uint32_t slot = 1, ready = 2, preempted = 4, yielded = 8, ready_tasks = 16;

  /// Called before the service thread starts, with the largest number of workers. (That thread
  /// allocates nothing: a fork at that moment would leave the child with a locked heap, unless the
  /// heap itself prevents that.)
  void start(std::size_t max_workers) { last_looks_.resize(max_workers); }
  /// A fibre or a task was put into a list of a worker, and no worker was asleep to take it.
  void note_waiter(place& place) noexcept;
  /// Called by the service thread: looks if it is time. Returns when to look again (monotonic ns);
  /// 0: not before a fibre waits.
  std::uint64_t look(place& place) noexcept;

 private:
  static constexpr std::uint64_t period_ns = 1'000'000;
  static constexpr int max_idle_looks = 16;  // in a row, then it turns itself off

  bool look_around(place& place) noexcept;

  base::atomic<bool> on_{false};
  // the service thread's
  std::uint64_t due_ = 0;
  int idle_looks_ = 0;
  struct last_look {
    fibre* slot = nullptr;
    std::uint32_t ready = 0, preempted = 0, yielded = 0, ready_tasks = 0;  // taken until then
  };
  std::vector<last_look> last_looks_;
  std::uint32_t arrivals_taken_ = 0;
};

}  // namespace skua::sched
