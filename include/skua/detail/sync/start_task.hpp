// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starts tasks at the caller's place that do not go into the caller's deque.
#pragma once

#include <array>
#include <future>
#include <span>
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
/// Submits a task that goes to its destination when the futures are ready, and keeps their states
/// until it has run. If one of them holds an exception, `result` gets it; the scope does if
/// `result` is null. A task that may leave `at` has a function that packs it (task_op::pack).
void submit_after(place_front* at, slot const& task, destination to, std::span<future_state* const> futures,
                  future_state* result);
/// Whether a task that waits for them starts now: all are ready, and none holds an exception.
[[nodiscard]] bool have_values(std::span<future_state* const> futures) noexcept;
/// Records an exception that ends the run.
void fail_run(std::exception_ptr exception) noexcept;
/// Counts a queued task of std::launch::async at the place, which must start in time.
void launch_async_queued(place_front* at) noexcept;
/// Counts its start, or its end without a start (discarded).
void launch_async_started() noexcept;

/// References to the states of futures.
template <std::size_t N>
class kept_states {
 public:
  explicit kept_states(std::array<future_state*, N> const& states) noexcept : states_(states) {
    for (future_state* const state : states_) retain_as_watcher(state);
  }
  kept_states(kept_states&& other) noexcept : states_(std::exchange(other.states_, {})) {}
  kept_states& operator=(kept_states&&) = delete;
  ~kept_states() {
    for (future_state* const state : states_)
      if (state != nullptr) release_as_watcher(state);
  }

 private:
  std::array<future_state*, N> states_;
};

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
  auto* const made = make_state<task_state<R, closure_of<Call>>>(current, std::forward<Call>(call));
  slot task;
  task.fn = &future_task<R, closure_of<Call>>;
  *reinterpret_cast<claimable**>(task.buffer) = made;
  task.scope = counted_scope(current, at) | slot_claimable | flags;
  out = made;
  return task;
}

/// Whether the words name futures, and nothing else that keeps the task out of the caller's deque.
template <class Words>
inline constexpr bool may_start_here = Words::after && !Words::urgent && !Words::leaves_later;

/// The call of a task whose futures are ready when it is made; it keeps their states until it has
/// run.
template <class Call, std::size_t N>
struct keeping_call {
  kept_states<N> states;
  Call call;
  decltype(auto) operator()() { return call(); }
};
template <std::size_t N, class Call>
keeping_call<std::decay_t<Call>, N> keep(std::array<future_state*, N> const& states, Call&& call) {
  return {kept_states<N>(states), std::forward<Call>(call)};
}

/// Submits a task as its words say. `futures`: those of after(…), collected before the task took a
/// token, because an empty one throws. `result`: the future state of an async task.
template <class Words>
void dispatch(Words const& words, place_front* at, slot const& task, std::span<future_state* const> futures,
              future_state* result) {
  if constexpr (Words::after) {
    int place = at->number;
    if constexpr (Words::placed) place = words.place();
    submit_after(at, task, {place, Words::urgent, Words::placed}, futures, result);
  } else if constexpr (Words::urgent) {
    submit_urgent(at, task);
  } else {
    submit(at, task);
  }
}

}  // namespace sched
}  // namespace skua
