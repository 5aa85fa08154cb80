// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Waits: a task releases its worker until exactly one cause wakes it.
//
// Every wait in the library calls wait(): futures, events, mutexes, phasers, sleeps. A task
// suspends its fibre; an external thread blocks on a futex. Both are parkers and behave alike.
#pragma once

#include <chrono>
#include <type_traits>

#include <skua/detail/core/place_registry.hpp>
#include <skua/detail/core/scope_frame.hpp>
#include <skua/detail/core/wait_list.hpp>

namespace skua::sched {

using deadline = std::chrono::steady_clock::time_point;

/// Registers `waiter` with the object that will wake it. Runs on another stack, when the waiter is
/// completely saved. Returns false if the event has already happened; then nothing was registered.
using enrol_fn = bool (*)(void* argument, parker* waiter) noexcept;

struct wait_spec {
  enrol_fn enrol = nullptr;
  void* argument = nullptr;
  char const* waits_for = "";       // kind of operation, for the deadlock report: "future", "mutex"
  void const* object = nullptr;     // the object's address, for the deadlock report
  deadline const* until = nullptr;  // null: no timeout
  bool firm = false;                // cancellation does not end the wait (joins of children on this stack)
};

/// Suspends the task (or blocks the thread) until a waker or canceller has claimed it. After
/// timeout and cancelled the caller must remove its registration.
wake_reason wait(wait_spec const& spec);

/// Throws cancelled_error if the calling task may not wait any more.
void check_wait_allowed();
[[noreturn]] SKUA_COLD void throw_cancelled();

/// Lets other tasks, or other threads, run first.
void yield_now();

/// Called by try_lock, wait_for(0s) and other polls that were unsuccessful. Takes nanoseconds.
/// Every 64th call lets other tasks run if some wait for this worker. Without `is_wait` (the poll
/// promises not to wait) it does so only if the task hardly does anything else between its polls.
/// Returns false.
bool note_failed_poll(bool is_wait = false) noexcept;

/// Waits until `completion` is done. False on timeout; throws cancelled_error.
bool wait_done(completion& completion, char const* waits_for, void const* object, deadline const* until = nullptr);
/// Like wait_done, but cancellation does not end the wait.
void wait_done_firmly(completion& completion, char const* waits_for, void const* object);

/// The current time of the calling task: of the steady clock, or virtual at a simulated place.
deadline now_here() noexcept;
/// Converts a time of the steady clock to the clock of now_here().
deadline deadline_here(deadline steady) noexcept;

/// The deadline of a call that polls: it returns at once.
inline constexpr deadline passed{};

/// The deadline exact() from now. `approximate`: the same duration in seconds. Durations beyond 1e9
/// seconds become 1e9 seconds. Zero and negative durations give `passed`; then no clock is read.
template <class Exact>
deadline deadline_after(std::chrono::duration<double> approximate, Exact const& exact) {
  if (!(approximate.count() > 0)) return passed;  // also for a NaN
  if (approximate.count() > 1e9) return now_here() + std::chrono::seconds(1'000'000'000);
  return now_here() + std::chrono::ceil<deadline::duration>(exact());
}
template <class Rep, class Period>
deadline deadline_after(std::chrono::duration<Rep, Period> const& duration) {
  return deadline_after(std::chrono::duration<double>(duration), [&] { return duration; });
}

/// Converts the user's deadline, of any clock. For clocks other than the steady clock, it keeps the
/// duration from now, because durations are virtual in a simulation. A time that has come is
/// `passed`. Not for the result of deadline_after: that is of now_here()'s clock already, and this
/// would convert it a second time.
template <class Clock, class Duration>
deadline to_deadline(std::chrono::time_point<Clock, Duration> const& time) {
  if constexpr (std::is_same_v<Clock, std::chrono::steady_clock>) {
    using seconds = std::chrono::duration<double>;
    // a coarse time point beyond the clock's range
    if (seconds(time.time_since_epoch()).count() > 9e9) return (deadline::max)();
    if (seconds(time.time_since_epoch()).count() < 0) return passed;
    auto const until = deadline_here(std::chrono::time_point_cast<deadline::duration>(time));
    return until <= now_here() ? passed : until;
  } else {
    using seconds = std::chrono::duration<double>;  // time_point::min() - now() has no value in integers
    auto const now = Clock::now();
    return deadline_after(seconds(time.time_since_epoch()) - seconds(now.time_since_epoch()),
                          [&] { return time - now; });
  }
}

/// Whether the calling task's time is virtual: a clock of the program says nothing about it.
bool time_is_virtual() noexcept;

/// After a wait that has reached to_deadline(time): whether `time` has come. A clock of the program
/// may run more slowly than the steady clock, or may have been set back; so it is read again.
template <class Clock, class Duration>
bool has_come(std::chrono::time_point<Clock, Duration> const& time) {
  if constexpr (std::is_same_v<Clock, std::chrono::steady_clock>) {
    return true;
  } else {
    return time_is_virtual() || time <= Clock::now();
  }
}

/// Calls wait(deadline), which returns false when its deadline has passed, until it returns true or
/// `time` has come. Returns what the last call has returned.
template <class Clock, class Duration, class Wait>
bool wait_until_time(std::chrono::time_point<Clock, Duration> const& time, Wait const& wait) {
  bool has_happened = false;
  do has_happened = wait(to_deadline(time));
  while (!has_happened && !has_come(time));
  return has_happened;
}
}  // namespace skua::sched
