// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// barrier: a reusable barrier for a group of tasks and threads. Interface of <barrier>.
//
// Invariants:
//   BARRIER-1  pending_ is the number of arrivals missing in the current phase. Only the caller
//     that takes the last one runs the completion function, refills pending_ and opens the next
//     phase.
//   BARRIER-2  phase_ changes under the lock: a waiter is in the queue before open_next empties it,
//     or it sees the new phase.
// Edges: ARRIVE_AT: writes before an arrival are visible to the completion function.
//        PHASE: writes of the completion function are visible to all waiters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include <skua/detail/base/check.hpp>
#include <skua/detail/core/suspend.hpp>
#include <skua/detail/core/wait_queue.hpp>

namespace skua {
namespace sched {

class barrier_state {
 public:
  constexpr explicit barrier_state(std::ptrdiff_t expected) noexcept : pending_(expected), expected_(expected) {
    (base::check)(expected >= 0, "barrier: the expected count must not be negative");
  }

  std::uint64_t phase() const noexcept { return phase_.load(std::memory_order_acquire); }  // sync: PHASE <- open_next
  /// Takes n arrivals. Returns true if the caller took the last missing one and must call
  /// open_next.
  bool arrive(std::ptrdiff_t n) noexcept;
  void leave_group() noexcept {
    expected_.fetch_sub(1, std::memory_order_relaxed);  // relaxed: ordered by the arrival after it
  }
  void open_next() noexcept;
  /// Returns when `phase` is over; throws cancelled_error.
  void wait(std::uint64_t phase);

 private:
  struct ticket;
  static bool enrol(void* argument, parker* waiter) noexcept;

  base::atomic<std::ptrdiff_t> pending_;
  base::atomic<std::ptrdiff_t> expected_;
  base::atomic<std::uint64_t> phase_{0};
  base::spinlock lock_;
  node_list waiters_;
};

struct no_completion {
  void operator()() const noexcept {}
};

}  // namespace sched

/// The completion function runs once per phase, in the task that arrived last, before any waiter
/// resumes. A wait in a cancelled scope throws cancelled_error; its arrival counts. A member that
/// gives up calls arrive_and_drop.
template <class CompletionFunction = sched::no_completion>
class barrier {
  static_assert(std::is_nothrow_invocable_v<CompletionFunction&>, "barrier: the completion function must be noexcept");

 public:
  /// The phase to wait for.
  class arrival_token {
   public:
    arrival_token(arrival_token&&) noexcept = default;
    arrival_token& operator=(arrival_token&&) noexcept = default;

   private:
    friend class barrier;
    explicit arrival_token(std::uint64_t phase) noexcept : phase_(phase) {}
    std::uint64_t phase_;
  };

  /// The largest number of tasks that a barrier can have.
  [[nodiscard]] static constexpr std::ptrdiff_t(max)() noexcept { return (std::numeric_limits<std::ptrdiff_t>::max)(); }

  /// expected >= 0: the number of arrivals per phase.
  constexpr explicit barrier(std::ptrdiff_t expected, CompletionFunction completion_function = CompletionFunction())
      : state_(expected), complete_(std::move(completion_function)) {}
  barrier(barrier const&) = delete;
  barrier& operator=(barrier const&) = delete;

  /// n > 0 arrivals, at most as many as the phase still expects.
  [[nodiscard]] arrival_token arrive(std::ptrdiff_t n = 1) { return arrival_token(arrive_at(n)); }
  /// Waits until the token's phase has ended.
  void wait(arrival_token&& token) const { state_.wait(token.phase_); }
  /// Arrives, and waits for the end of the phase.
  void arrive_and_wait() { state_.wait(arrive_at(1)); }
  /// Arrives for the last time: later phases expect one arrival less.
  void arrive_and_drop() {
    state_.leave_group();
    (void)arrive_at(1);
  }

 private:
  std::uint64_t arrive_at(std::ptrdiff_t n) {
    std::uint64_t const phase = state_.phase();
    if (state_.arrive(n)) {
      complete_();
      state_.open_next();
    }
    return phase;
  }

  mutable sched::barrier_state state_;
  [[no_unique_address]] CompletionFunction complete_;
};

}  // namespace skua
