// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// finish: opens a scope, runs a body in it, and returns when every task of the scope has ended.
//
// Source: X10/APGAS finish; Habanero's finish. Opening a scope fills a frame and closing it tests
// one word (scope_frame.hpp); its tasks are not counted.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include <skua/cancel.hpp>
#include <skua/detail/core/scope_frame.hpp>
#include <skua/detail/core/self.hpp>

namespace skua {

/// How a scope ended.
struct finish_result {
  bool was_cancelled = false;       ///< this scope; finish throws if a scope around it was
  std::uint64_t never_started = 0;  ///< tasks that were spawned and never started, exact
  std::uint64_t ran = 0;            ///< tasks that ran, inner scopes included; only with `counted`

  /// Whether every task ran: the scope was not cancelled.
  [[nodiscard]] bool completed() const noexcept { return !was_cancelled; }
  /// Whether the scope was cancelled.
  [[nodiscard]] bool cancelled() const noexcept { return was_cancelled; }
};

/// The type of counted.
struct counted_t {};
/// The type of keep_going.
struct keep_going_t {};
/// finish(counted, body): the result says how many tasks ran. Every task takes a slow path.
inline constexpr counted_t counted{};
/// finish(keep_going, body): an exception does not cancel the scope; all exceptions are collected.
inline constexpr keep_going_t keep_going{};

namespace sched {

template <class Body>
SKUA_INLINE void call_body(Body& body, scope_frame* frame) {
  if constexpr (std::is_invocable_v<Body&, scope&>) {
    scope handle = handle_of(frame);
    body(handle);
  } else {
    constexpr bool fits = std::is_invocable_v<Body&>;
    static_assert(fits, "finish: the body takes no argument, or a skua::scope");
    if constexpr (fits) body();
  }
}

template <bool Counted, bool KeepGoing, class Body>
SKUA_INLINE finish_result run_scope(Body& body) {
  fibre* current = self();
  if (SKUA_UNLIKELY(current == nullptr)) no_task_error("finish");
  scope_frame frame;
  slot* const base = current->top();
  open_scope(frame, current, base);
  if constexpr (KeepGoing) frame.state.raise(scope_keep_going);
  try {
    if constexpr (Counted) begin_counting(current, &frame);
    call_body(body, &frame);
  } catch (...) {
    frame.capture();
  }
  drain(current, base, &frame);
  if (SKUA_UNLIKELY(frame.state.load() != 0)) {
    scope_outcome const outcome = close_slow(current, &frame);
    return {outcome.was_cancelled, outcome.never_started, outcome.ran};
  }
  current->scope = frame.parent;
  return {};
}
}  // namespace sched

/// Runs body() (or body(scope)) and waits for every task spawned in it, transitively. Throws their
/// exceptions: one as itself, several as task_errors. Throws cancelled_error if a scope around it
/// was cancelled (a signal cancels the whole run), so that a partial result does not pass for a
/// complete one; not in a shielded task. Must be called in a task.
template <class Body>
SKUA_INLINE finish_result finish(Body&& body) {
  return sched::run_scope<false, false>(body);
}
template <class Body>
finish_result finish(counted_t, Body&& body) {
  return sched::run_scope<true, false>(body);
}
template <class Body>
finish_result finish(keep_going_t, Body&& body) {
  return sched::run_scope<false, true>(body);
}
template <class Body>
finish_result finish(counted_t, keep_going_t, Body&& body) {
  return sched::run_scope<true, true>(body);
}
template <class Body>
finish_result finish(keep_going_t, counted_t, Body&& body) {
  return sched::run_scope<true, true>(body);
}

}  // namespace skua
