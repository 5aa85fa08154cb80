// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What it costs to wake a worker: two microseconds on some machines, twenty on a virtual one. Two
// decisions depend on it: how long an idle worker searches before it sleeps, and how much work must
// be left in a loop for which a sleeping worker is woken.
//
// The waker measures its system call. Where that takes 13 to 25 us, the woken thread runs 26 to 95
// us after it has begun; with the sleeper's own calls and its last look around, a sleep and a
// wake-up cost about eight times the measured time.
#pragma once

#include <algorithm>
#include <cstdint>

#include <skua/detail/base/atomic.hpp>
#include <skua/detail/base/ticks.hpp>

namespace skua::sched {

class wake_up_cost {
 public:
  /// A call has taken that long; one that lasted longer was interrupted.
  void note(std::uint64_t ns) noexcept {
    std::uint64_t const before = ns_.load(std::memory_order_relaxed);  // relaxed: an estimate; a lost one does no harm
    ns_.store((7 * before + (std::min)(ns, most_ns)) / 8, std::memory_order_relaxed);  // relaxed: as above
  }
  /// How long an idle worker searches: what a sleep and a wake-up cost. So it loses at most twice
  /// what it would lose if it knew when work will come.
  std::uint64_t search_ns() const noexcept { return (std::max)(8 * call_ns(), least_search_ns); }
  /// Less work is done sooner without the woken worker: it would take half of it, and start after
  /// three times the measured time, so at six times nothing is gained.
  std::uint64_t least_work_ns() const noexcept { return (std::max)(10 * call_ns(), least_share_ns); }

  /// A loop with less work was not divided, at a time in ticks. Returns true if such loops, each
  /// soon after the one before, have together done the least work: a woken worker would still be
  /// awake for the next one.
  bool has_missed_enough(std::uint64_t now) noexcept {
    double const ticks_per_ns = 1e-3 * base::ticks_per_microsecond();
    auto const ns_since =
        static_cast<double>(now - missed_at_.load(std::memory_order_relaxed)) /  // relaxed: an estimate
        ticks_per_ns;
    bool const would_sleep_again = ns_since > static_cast<double>(search_ns());
    std::uint64_t const before =
        would_sleep_again ? 0 : missed_ns_.load(std::memory_order_relaxed);  // relaxed: as above
    std::uint64_t const missed = before + time_between_polls_ns;
    bool const is_enough = missed >= least_work_ns();
    missed_at_.store(now, std::memory_order_relaxed);                     // relaxed: an estimate
    missed_ns_.store(is_enough ? 0 : missed, std::memory_order_relaxed);  // relaxed: an estimate
    return is_enough;
  }

  /// The least work for which an awake worker interrupts another one: ten steals.
  static constexpr std::uint64_t least_share_ns = 10'000;
  static constexpr std::uint64_t least_search_ns = 20'000;

 private:
  static constexpr std::uint64_t most_ns = 25'000;
  static constexpr std::uint64_t time_between_polls_ns = 2000;  // of a loop

  std::uint64_t call_ns() const noexcept { return ns_.load(std::memory_order_relaxed); }  // relaxed: an estimate

  base::atomic<std::uint64_t> ns_{10'000};
  base::atomic<std::uint64_t> missed_ns_{0};  // work of loops that nobody shared
  base::atomic<std::uint64_t> missed_at_{0};  // ticks
};

}  // namespace skua::sched
