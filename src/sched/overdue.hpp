// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nobody waits for ever behind a worker that never runs out of tasks of its own.
//
// A worker goes on with a fibre that became ready, or that stood back, when its running task ends
// or suspends; but a task whose descendants keep the deque full never does the one or the other. So
// while fibres wait at a busy place the service thread looks every millisecond: a worker from one
// of whose lists nobody has been taken since the last look is told to stand back for it at its next
// push; if it does not, one of them goes to whoever has time. For arrivals of which none has been
// taken attention is called again. Whoever leaves a fibre waiting pays one load for that.
//
// Edge OVERDUE: a fibre left waiting while the watch turns itself off is seen by one of the two (a
// store and a load on either side; the frequent one fences lightly).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <skua/base/atomic.hpp>

namespace skua::sched {

struct fibre;
struct place;

/// A worker stands back for others at most once in this time.
inline constexpr std::uint64_t patience_ns = 100'000;

class overdue_watch {
 public:
  // Bits of worker::overdue.
  static constexpr std::uint32_t slot = 1, ready = 2, stood_back = 4, yielded = 8;

  /// Before the service thread starts, for so many workers at most. (That thread allocates nothing:
  /// a fork at that moment would leave the child with a locked heap, where the heap does not see to
  /// that itself.)
  void start(std::size_t most_workers) { seen_.resize(most_workers); }
  /// A fibre has been put into a list of a worker, and nobody was asleep to come for it.
  void someone_waits(place& p) noexcept;
  /// By the service thread: looks if it is time; when to look again (monotonic ns), 0: not before
  /// somebody waits.
  std::uint64_t look(place& p) noexcept;

 private:
  static constexpr std::uint64_t period_ns = 1'000'000;
  static constexpr int quiet_looks = 16;  // in a row, then it turns itself off

  bool look_around(place& p) noexcept;

  base::atomic<bool> on_{false};
  // the service thread's
  std::uint64_t due_ = 0;
  int quiet_ = 0;
  struct last_look {
    fibre* slot = nullptr;
    std::uint32_t ready = 0, stood_back = 0, yielded = 0;  // taken until then
  };
  std::vector<last_look> seen_;
  std::uint32_t arrivals_taken_ = 0;
};

}  // namespace skua::sched
