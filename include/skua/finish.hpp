// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// finish: opens a scope, runs a body in it, and returns when every task of the scope has ended.
//
// Source: X10/APGAS finish; Habanero's finish. Here its cost is three stores, a test, and no
// counting (ARCHITECTURE.md).
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include <skua/cancel.hpp>
#include <skua/sched/scope_frame.hpp>
#include <skua/sched/self.hpp>

namespace skua {

/// How a scope ended.
struct finish_result {
  bool was_cancelled = false;       ///< the scope itself; finish throws if one around it was
  std::uint64_t never_started = 0;  ///< tasks that were spawned and never started, exact
  std::uint64_t ran = 0;            ///< tasks that ran, inner scopes included; only with `counted`

  [[nodiscard]] bool completed() const noexcept { return !was_cancelled; }
  [[nodiscard]] bool cancelled() const noexcept { return was_cancelled; }
};

struct counted_t {};
struct keep_going_t {};
/// finish(counted, body): the result says how many tasks ran. Costs a slow path per task.
inline constexpr counted_t counted{};
/// finish(keep_going, body): an exception does not cancel the scope; all are collected.
inline constexpr keep_going_t keep_going{};

namespace sched {
scope handle_of(scope_frame* f);
void begin_counting(fibre* s, scope_frame* f);

template <class Body>
SKUA_INLINE void call_body(Body& body, scope_frame* f) {
  if constexpr (std::is_invocable_v<Body&, scope&>) {
    scope handle = handle_of(f);
    body(handle);
  } else {
    static_assert(std::is_invocable_v<Body&>, "finish: the body takes no argument, or a skua::scope");
    body();
  }
}

template <bool Counted, bool KeepGoing, class Body>
SKUA_INLINE finish_result run_scope(Body& body) {
  fibre* s = self();
  if (SKUA_UNLIKELY(s == nullptr)) outside_task("finish");
  scope_frame f;
  slot* const base = s->top();
  open_scope(f, s, base);
  if constexpr (KeepGoing) f.state.raise(scope_keep_going);
  if constexpr (Counted) begin_counting(s, &f);
  try {
    call_body(body, &f);
  } catch (...) {
    f.capture();
  }
  drain(s, base, &f);
  if (SKUA_UNLIKELY(f.state.load() != 0)) {
    scope_outcome const o = close_slow(s, &f);
    return {o.was_cancelled, o.never_started, o.ran};
  }
  s->scope = f.parent;
  return {};
}
}  // namespace sched

/// Runs body() (or body(scope)) and waits for every task spawned in it, transitively. Throws what
/// they threw: one exception as itself, several as task_errors. Throws cancelled_error if the scope
/// around it was cancelled (by a signal: the whole run), shielded tasks excepted: a part of the
/// result must not pass for the whole. Must be called in a task.
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
