// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Waiting: how a task gives its worker away until something happens, and how it is woken by exactly
// one cause.
//
// Everything that waits in the library goes through wait(): futures, events, mutexes, phasers,
// sleeps. A task suspends its fibre; a plain thread blocks on a futex; both are parkers and behave
// alike.
#pragma once

#include <chrono>

#include <skua/sched/scope_frame.hpp>
#include <skua/sched/wait_list.hpp>

namespace skua::sched {

using deadline = std::chrono::steady_clock::time_point;

/// Registers `who` with whatever will wake it; runs when the waiter is completely saved, on another
/// stack. False: it has happened already and nothing was registered.
using enrol_fn = bool (*)(void* argument, parker* who) noexcept;

struct wait_spec {
  enrol_fn enrol = nullptr;
  void* argument = nullptr;
  char const* waits_for = "";       // kind of operation, for the deadlock report: "future", "mutex"
  void const* object = nullptr;     // its address, for the same
  deadline const* until = nullptr;  // none: no timeout
  bool firm = false;                // not ended by cancellation (joins of children on this stack)
};

/// Suspends the task (or blocks the thread) until claimed. The caller removes its registration on
/// timeout and cancelled.
wake_reason wait(wait_spec const& spec);

/// Throws cancelled_error if the calling task may not wait any more.
void check_wait_allowed();
[[noreturn]] SKUA_COLD void throw_cancelled();

/// Waits until c is done; false on timeout; throws cancelled_error.
bool wait_done(completion& c, char const* waits_for, void const* object, deadline const* until = nullptr);
/// The same, not ended by cancellation.
void wait_done_firmly(completion& c, char const* waits_for, void const* object);

/// Hands a task that already holds a token of its scope to any worker; from any thread.
void submit(place_front* at, slot const& task);
/// The place of the calling task, or the default runtime's (started now if there is none).
place_front* place_here();
/// Adds a token to a scope for a task submitted later (the caller is a task inside that scope, or
/// the scope is the root).
std::uintptr_t counted_scope(fibre* s, place_front* at);
/// Gives a token of a scope back without having run anything.
void release_token(place_front* at, std::uintptr_t scope_word) noexcept;
/// Counts a task of the scope that never started.
void count_never_started(std::uintptr_t scope_word) noexcept;
/// Records an exception in a scope; cancels it unless it keeps going.
void capture_into(std::uintptr_t scope_word, std::exception_ptr e) noexcept;

/// The time where the calling task runs: of the steady clock, but at a simulated place virtual.
deadline now_here() noexcept;
/// A time of the steady clock as that.
deadline deadline_here(deadline steady) noexcept;

/// The deadline after about `roughly`, exactly after `exact()`; one too long for the clock is far
/// away, one that is over is now.
template <class Exact>
deadline deadline_after(std::chrono::duration<double> roughly, Exact const& exact) {
  auto const now = now_here();
  if (roughly.count() > 1e9) return now + std::chrono::seconds(1'000'000'000);
  if (roughly.count() <= 0) return now;
  return now + std::chrono::ceil<deadline::duration>(exact());
}
template <class Rep, class Period>
deadline deadline_after(std::chrono::duration<Rep, Period> const& d) {
  return deadline_after(std::chrono::duration<double>(d), [&] { return d; });
}

/// Converts a deadline of any clock: the duration from now counts, as durations are virtual in a
/// simulation.
template <class Clock, class Duration>
deadline to_deadline(std::chrono::time_point<Clock, Duration> const& t) {
  if constexpr (std::is_same_v<Clock, std::chrono::steady_clock>) {
    using seconds = std::chrono::duration<double>;
    // a coarse time point beyond the clock's range
    if (seconds(t.time_since_epoch()).count() > 9e9) return deadline::max();
    if (seconds(t.time_since_epoch()).count() < 0) return deadline{};
    return deadline_here(std::chrono::time_point_cast<deadline::duration>(t));
  } else {
    using seconds = std::chrono::duration<double>;  // time_point::min() - now() has no value in integers
    auto const now = Clock::now();
    return deadline_after(seconds(t.time_since_epoch()) - seconds(now.time_since_epoch()), [&] { return t - now; });
  }
}
}  // namespace skua::sched
