// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The two verbs, spawn and async, and their small relatives. The grammar: verb(words…, f, args…).
#pragma once

#include <future>
#include <type_traits>
#include <utility>
#include <vector>

#include <skua/coroutine.hpp>
#include <skua/future.hpp>
#include <skua/sched/owned.hpp>
#include <skua/sched/task_call.hpp>
#include <skua/words.hpp>

namespace skua {
namespace sched {

/// Submits a task that starts when the futures are ready (takes over their references); `result` gets the exception of a
/// failed one, or its scope if null.
void submit_after(place_front* at, slot const& task, future_refs futures, future_state* result);
/// Records an exception that ends the run.
void fail_run(std::exception_ptr e) noexcept;
void yield_now();

/// The call of a spawned task; a coroutine is started and kept alive by run_spawned (coroutine.hpp).
template <class Call>
SKUA_INLINE auto start_call(Call&& call) -> decltype(auto) {
  using R = std::invoke_result_t<std::decay_t<Call>&>;
  if constexpr (coroutine_result<R>::is_coroutine) {
    return [c = std::decay_t<Call>(std::forward<Call>(call))]() mutable { run_spawned(std::move(c)); };
  } else {
    return std::forward<Call>(call);
  }
}

template <class Call>
using call_result = typename coroutine_result<std::invoke_result_t<std::decay_t<Call>&>>::type;

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

/// Sends a task on its way according to the words; `futures` are those of after(…), collected before the task took a token,
/// since an empty one throws. `result`: the future state of an async task.
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

// Tasks that do not go into the caller's deque. Out of line, so that the fast path has no slot on its stack; the closure
// comes by value, so that the fast path need not have it in memory (built there by 8-byte stores and copied by a 16-byte
// load it would cost a failed store forwarding, 4 ns).
template <class Words, class Call>
SKUA_NOINLINE void spawn_outside(Words const& words, fibre* s, Call call) {
  place_front* const at = place_here();
  future_refs futures = words.futures();
  dispatch<Words>(at, make_task(s, at, words.wrap(start_call(std::move(call))), Words::flags), std::move(futures), nullptr);
}
template <class R, class Words, class Call>
SKUA_NOINLINE future_value<R>* async_outside(Words const& words, fibre* s, Call call) {
  place_front* const at = place_here();
  future_refs futures = words.futures();
  future_value<R>* p = nullptr;
  slot const t = make_future_task<R>(s, at, words.wrap(start_call(std::move(call))), Words::flags, p);
  dispatch<Words>(at, t, std::move(futures), p);
  return p;
}

template <class Words, class Call>
SKUA_INLINE void spawn_with(Words const& words, Call&& call) {
  words.check_places();
  fibre* s = self();
  if constexpr (!Words::after && !Words::urgent) {
    if (SKUA_LIKELY(s != nullptr)) {
      push_closure(s, words.wrap(start_call(std::forward<Call>(call))), Words::flags);
      return;
    }
  }
  spawn_outside(words, s, std::decay_t<Call>(std::forward<Call>(call)));
}

template <class Words, class Call>
SKUA_INLINE auto async_with(Words const& words, Call&& call) -> future<call_result<Call>> {
  using R = call_result<Call>;
  words.check_places();
  fibre* s = self();
  if constexpr (!Words::after && !Words::urgent) {
    if (SKUA_LIKELY(s != nullptr)) {
      return future<R>::adopt(push_future<R>(s, words.wrap(start_call(std::forward<Call>(call))), Words::flags));
    }
  }
  return future<R>::adopt(async_outside<R>(words, s, std::decay_t<Call>(std::forward<Call>(call))));
}

template <class Call>
inline constexpr bool is_coroutine_call = coroutine_result<std::invoke_result_t<std::decay_t<Call>&>>::is_coroutine;

/// A coroutine: a task starts it, and its future gets what the coroutine returns at its end.
template <class Words, class Call>
  requires is_coroutine_call<Call>
auto async_with(Words const& words, Call&& call) -> future<call_result<Call>> {
  words.check_places();
  auto made = make_async_coroutine(std::forward<Call>(call));
  fibre* s = self();
  if constexpr (!Words::after && !Words::urgent) {
    if (s != nullptr) {
      push_closure(s, words.wrap(std::move(made.first)), Words::flags);
      return std::move(made.second);
    }
  }
  place_front* const at = place_here();
  future_refs futures = words.futures();
  dispatch<Words>(at, make_task(s, at, words.wrap(std::move(made.first)), Words::flags), std::move(futures), handle_access::state(made.second));
  return std::move(made.second);
}

// Splits leading words from function and arguments.
template <class... Words, class First, class... Rest>
SKUA_INLINE void spawn_parse(word_list<Words...> const& words, First&& first, Rest&&... rest) {
  if constexpr (is_word_v<First>) {
    static_assert(sizeof...(Rest) > 0, "spawn: a function must follow the words");
    using W = std::remove_cvref_t<First>;
    spawn_parse(word_list<Words..., W>{std::tuple_cat(words.words, std::tuple<W const&>(first))}, std::forward<Rest>(rest)...);
  } else {
    spawn_with(words, bind_call(std::forward<First>(first), std::forward<Rest>(rest)...));
  }
}
template <class... Words, class First, class... Rest>
SKUA_INLINE auto async_parse(word_list<Words...> const& words, First&& first, Rest&&... rest) {
  if constexpr (is_word_v<First>) {
    static_assert(sizeof...(Rest) > 0, "async: a function must follow the words");
    using W = std::remove_cvref_t<First>;
    return async_parse(word_list<Words..., W>{std::tuple_cat(words.words, std::tuple<W const&>(first))}, std::forward<Rest>(rest)...);
  } else {
    return async_with(words, bind_call(std::forward<First>(first), std::forward<Rest>(rest)...));
  }
}

template <class R, class Call>
future<R> async_launched(std::launch policy, Call&& call) {
  if ((policy & std::launch::async) == std::launch{}) return future<R>::adopt(make_deferred<R>(std::forward<Call>(call)));
  fibre* s = self();
  if (s != nullptr) {
    future_value<R>* p = push_future<R>(s, std::forward<Call>(call));
    p->joins = true;
    return future<R>::adopt(p);
  }
  place_front* const at = place_here();
  future_value<R>* p = nullptr;
  slot const t = make_future_task<R>(nullptr, at, std::forward<Call>(call), 0, p);
  p->joins = true;
  submit(at, t);
  return future<R>::adopt(p);
}

template <class R, class Call>
  requires is_coroutine_call<Call>
future<R> async_launched(std::launch policy, Call&& call) {
  if ((policy & std::launch::async) == std::launch{}) {
    return future<R>::adopt(make_deferred<R>([c = std::decay_t<Call>(std::forward<Call>(call))]() mutable -> R {
      return async_with(word_list<>{}, std::move(c)).get();
    }));
  }
  future<R> result = async_with(word_list<>{}, std::forward<Call>(call));
  handle_access::state(result)->joins = true;
  return result;
}

}  // namespace sched

/// Starts a task that the innermost scope waits for. Function and arguments are copied (decayed). From a plain thread the
/// task belongs to the root scope of the current runtime, started now if there is none. May suspend the caller.
template <class First, class... Rest>
SKUA_INLINE void spawn(First&& first, Rest&&... rest) {
  if constexpr (sizeof...(Rest) == 0 && !sched::is_word_v<First>) {
    static_assert(std::is_invocable_v<std::decay_t<First>&>, "spawn: the task must be callable without arguments");
    using R = std::invoke_result_t<std::decay_t<First>&>;
    if constexpr (!sched::coroutine_result<R>::is_coroutine) {
      sched::fibre* s = sched::self();
      if (SKUA_LIKELY(s != nullptr)) {
        sched::push_closure(s, std::forward<First>(first));
        return;
      }
      sched::spawn_outside(sched::word_list<>{}, s, std::decay_t<First>(std::forward<First>(first)));
      return;
    }
  }
  sched::spawn_parse(sched::word_list<>{}, std::forward<First>(first), std::forward<Rest>(rest)...);
}

/// As spawn, and returns a future of the task's result. Its exception goes into the future only.
template <class First, class... Rest>
  requires(!std::is_same_v<std::remove_cvref_t<First>, std::launch>)
[[nodiscard]] SKUA_INLINE auto async(First&& first, Rest&&... rest) {
  return sched::async_parse(sched::word_list<>{}, std::forward<First>(first), std::forward<Rest>(rest)...);
}

/// std::async: with launch::async the last future's destructor waits; deferred runs in the first waiter.
template <class F, class... Args>
[[nodiscard]] auto async(std::launch policy, F&& f, Args&&... args) {
  using call = decltype(sched::bind_call(std::forward<F>(f), std::forward<Args>(args)...));
  using R = sched::call_result<call>;
  return sched::async_launched<R>(policy, sched::bind_call(std::forward<F>(f), std::forward<Args>(args)...));
}

/// One task f(tuple…) for each tuple of a range, starting at a place: a whole list in one message.
template <class Range, class F>
void spawn_all(any_from_word where, Range const& tuples, F const& f) {
  sched::require_place(where.place);
  for (auto const& t : tuples) spawn([f, t] { std::apply(f, t); });
}

/// Fire and forget: no scope waits for it, the end of the run does. An exception in it ends the run with its message.
template <class F, class... Args>
void post(on_word where, F&& f, Args&&... args) {
  sched::require_place(where.place);
  auto body = [c = std::decay_t<decltype(sched::bind_call(std::forward<F>(f), std::forward<Args>(args)...))>(
                   sched::bind_call(std::forward<F>(f), std::forward<Args>(args)...))]() mutable {
    try {
      c();
    } catch (...) {
      sched::fail_run(std::current_exception());
    }
  };
  sched::place_front* const at = sched::place_here();
  sched::submit(at, sched::make_task(nullptr, at, std::move(body), 0));
}

/// Runs f at place p and returns its value; suspends the caller meanwhile.
template <class F, class... Args>
auto at(int p, F&& f, Args&&... args) -> std::invoke_result_t<std::decay_t<F>, std::decay_t<Args>...> {
  sched::require_place(p);
  return std::invoke(std::decay_t<F>(std::forward<F>(f)), std::decay_t<Args>(std::forward<Args>(args))...);
}

/// Lets others run: everything that is ready goes first. On a plain thread, std::this_thread::yield().
inline void yield() { sched::yield_now(); }

}  // namespace skua
