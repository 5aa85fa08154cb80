// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starting tasks that do not go into the caller's deque, at the caller's place.
#pragma once

#include <future>
#include <type_traits>
#include <utility>

#include <skua/coroutine.hpp>
#include <skua/future.hpp>
#include <skua/sched/owned.hpp>
#include <skua/sched/task_call.hpp>
#include <skua/words.hpp>

namespace skua {
namespace sched {

/// Submits a task that starts when the futures are ready (takes over their references); `result`
/// gets the exception of a failed one, or its scope if null.
void submit_after(place_front* at, slot const& task, future_refs futures, future_state* result);
/// Records an exception that ends the run.
void fail_run(std::exception_ptr e) noexcept;
void yield_now();
/// A task of std::launch::async is queued at the place; it starts, or is discarded.
void promised_is_made(place_front* at) noexcept;
void promised_starts() noexcept;

/// The call of a spawned coroutine, which is started and kept alive by run_spawned (coroutine.hpp).
template <class Call>
struct coroutine_call {
  Call call;
  void operator()() { run_spawned(std::move(call)); }
};
/// The call of a spawned task.
template <class Call>
SKUA_INLINE auto start_call(Call&& call) -> decltype(auto) {
  using R = std::invoke_result_t<std::decay_t<Call>&>;
  if constexpr (coroutine_result<R>::is_coroutine) {
    return coroutine_call<std::decay_t<Call>>{std::forward<Call>(call)};
  } else {
    return std::forward<Call>(call);
  }
}

template <class Call>
using call_result = typename coroutine_result<std::invoke_result_t<std::decay_t<Call>&>>::type;

template <class Call>
inline constexpr bool is_coroutine_call = coroutine_result<std::invoke_result_t<std::decay_t<Call>&>>::is_coroutine;

/// A slot outside any deque, for tasks that are submitted.
template <class Call>
slot make_task(fibre* s, place_front* at, Call&& call, std::uintptr_t flags) {
  slot t;
  emplace_closure(s, &t, std::forward<Call>(call));
  t.scope = counted_scope(s, at) | flags;
  return t;
}
template <class R, class Call>
slot make_future_task(fibre* s, place_front* at, Call&& call, std::uintptr_t flags, future_value<R>*& out) {
  using state = task_state<R, std::decay_t<Call>>;
  void* memory = block_get<state>(s);
  state* p;
  try {
    p = ::new (memory) state(std::forward<Call>(call));
  } catch (...) {
    block_put<state>(s, memory);
    throw;
  }
  slot t;
  t.fn = &future_task<R, std::decay_t<Call>>;
  *reinterpret_cast<claimable**>(t.buffer) = p;
  t.scope = counted_scope(s, at) | slot_claimable | flags;
  out = p;
  return t;
}

/// Sends a task on its way according to the words; `futures` are those of after(…), collected
/// before the task took a token, since an empty one throws. `result`: the future state of an async
/// task.
template <class Words>
void dispatch(place_front* at, slot const& t, future_refs futures, future_state* result) {
  if constexpr (Words::after) {
    submit_after(at, t, std::move(futures), result);
  } else if constexpr (Words::urgent) {
    submit_urgent(at, t);
  } else {
    submit(at, t);
  }
}

}  // namespace sched
}  // namespace skua
