// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starts tasks at the caller's place that do not go into the caller's deque.
#pragma once

#include <future>
#include <type_traits>
#include <utility>

#include <skua/coroutine.hpp>
#include <skua/detail/core/scope_object.hpp>
#include <skua/detail/core/submit.hpp>
#include <skua/detail/sync/task_call.hpp>
#include <skua/future.hpp>
#include <skua/words.hpp>

namespace skua {
namespace sched {

/// The destination of a task whose futures of after(…) are ready.
struct destination {
  int place;    ///< its number
  bool urgent;  ///< to a worker at once
  bool named;   ///< the program names the place
};
/// Submits a task that goes to its destination when the futures are ready; takes over their
/// references. If one of them holds an exception, `result` gets it; the scope does if `result` is
/// null. A task that may leave `at` has a function that packs it (task_op::pack).
void submit_after(place_front* at, slot const& task, destination to, future_refs futures, future_state* result);
/// Records an exception that ends the run.
void fail_run(std::exception_ptr exception) noexcept;
/// Counts a queued task of std::launch::async at the place, which must start in time.
void launch_async_queued(place_front* at) noexcept;
/// Counts its start, or its end without a start (discarded).
void launch_async_started() noexcept;

/// The call of a spawned coroutine; run_spawned (coroutine_start.hpp) starts it and keeps it alive.
template <class Call, bool Phased>
struct coroutine_call {
  Call call;
  void operator()() { run_spawned<Phased>(std::move(call)); }
};
/// The call of a spawned task, with a word phased(…) or without.
template <bool Phased, class Call>
SKUA_INLINE auto start_call(Call&& call) -> decltype(auto) {
  using R = std::invoke_result_t<closure_of<Call>&>;
  if constexpr (coroutine_result<R>::is_coroutine) {
    return coroutine_call<closure_of<Call>, Phased>{std::forward<Call>(call)};
  } else {
    return std::forward<Call>(call);
  }
}

template <class Call>
using call_result = typename coroutine_result<std::invoke_result_t<closure_of<Call>&>>::type;

template <class Call>
inline constexpr bool is_coroutine_call = coroutine_result<std::invoke_result_t<closure_of<Call>&>>::is_coroutine;

/// Makes a slot outside any deque, for a task to be submitted.
template <class Call>
slot make_task(fibre* current, place_front* at, Call&& call, std::uintptr_t flags) {
  slot task;
  emplace_closure(current, &task, std::forward<Call>(call));
  task.scope = counted_scope(current, at) | flags;
  return task;
}
template <class R, class Call>
slot make_future_task(fibre* current, place_front* at, Call&& call, std::uintptr_t flags, future_value<R>*& out) {
  using state = task_state<R, closure_of<Call>>;
  void* memory = block_get<state>(current);
  state* made;
  try {
    made = ::new (memory) state(std::forward<Call>(call));
  } catch (...) {
    block_put<state>(current, memory);
    throw;
  }
  slot task;
  task.fn = &future_task<R, closure_of<Call>>;
  *reinterpret_cast<claimable**>(task.buffer) = made;
  task.scope = counted_scope(current, at) | slot_claimable | flags;
  out = made;
  return task;
}

/// Submits a task as its words say. `futures`: those of after(…), collected before the task took a
/// token, because an empty one throws. `result`: the future state of an async task.
template <class Words>
void dispatch(Words const& words, place_front* at, slot const& task, future_refs futures, future_state* result) {
  if constexpr (Words::after) {
    int place = at->number;
    if constexpr (Words::placed) place = words.place();
    submit_after(at, task, {place, Words::urgent, Words::placed}, std::move(futures), result);
  } else if constexpr (Words::urgent) {
    submit_urgent(at, task);
  } else {
    submit(at, task);
  }
}

}  // namespace sched
}  // namespace skua
