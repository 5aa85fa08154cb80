// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// spawn and async, and the smaller spawn_all, post, at and yield. The grammar: verb(words…, f,
// args…).
#pragma once

#include <future>
#include <iterator>
#include <type_traits>
#include <utility>
#include <vector>

#include <skua/detail/remote/remote_future.hpp>
#include <skua/detail/remote/remote_task.hpp>
#include <skua/detail/sync/start_task.hpp>

namespace skua {
namespace sched {

// Starts tasks that do not go into the caller's deque. Out of line, so that the fast path has no
// slot on its stack. A closure that is trivially copyable is passed by value, so that the fast path
// need not have it in memory: built there by 8-byte stores and copied by a 16-byte load, it would
// cost a failed store forwarding (4 ns).
template <class Call, class Closure = std::decay_t<Call>>
using call_parameter =
    std::conditional_t<std::is_same_v<Closure, closure_of<Call>> && std::is_trivially_copyable_v<Closure>, Closure,
                       Call&&>;

template <class Words, class Call>
SKUA_NOINLINE void spawn_submitted(Words const& words, fibre* current, Call call) {
  place_front* const this_place = place_here();
  auto const futures = words.futures();
  if constexpr (may_start_here<Words>) {
    if (current != nullptr && have_values(futures)) {
      push_closure(current, keep(futures, words.wrap(start_call<Words::phased>(std::forward<Call>(call)))),
                   Words::flags);
      return;
    }
  }
  slot task =
      make_task(current, this_place, words.wrap(start_call<Words::phased>(std::forward<Call>(call))), Words::flags);
  if constexpr (Words::leaves_later) {
    task.fn =
        remote::leaving_task<std::decay_t<decltype(words.wrap(start_call<Words::phased>(std::forward<Call>(call))))>>();
  }
  dispatch(words, this_place, task, futures, nullptr);
}
template <class R, class Words, class Call>
SKUA_NOINLINE future_value<R>* async_submitted(Words const& words, fibre* current, Call call) {
  place_front* const this_place = place_here();
  auto const futures = words.futures();
  if constexpr (may_start_here<Words>) {
    if (current != nullptr && have_values(futures))
      return push_future<R>(current, keep(futures, words.wrap(std::forward<Call>(call))), Words::flags);
  }
  future_value<R>* state = nullptr;
  slot task = make_future_task<R>(current, this_place, words.wrap(std::forward<Call>(call)), Words::flags, state);
  if constexpr (Words::leaves_later) {
    task.fn = remote::leaving_future_task<R, std::decay_t<decltype(words.wrap(std::forward<Call>(call)))>>();
  }
  dispatch(words, this_place, task, futures, state);
  return state;
}

template <class Words, class Call>
SKUA_INLINE void spawn_with(Words const& words, Call&& call) {
  fibre* current = self();
  if constexpr (Words::placed && !Words::after) {
    int const target = words.place();
    if (SKUA_UNLIKELY(is_packed_for(target)))
      return remote::spawn_remote(words, target, start_call<Words::phased>(std::forward<Call>(call)));
  }
  if constexpr (!Words::after && !Words::urgent) {
    if (SKUA_LIKELY(current != nullptr)) {
      if constexpr (Words::any) {
        remote::push_any(current, words.wrap(start_call<Words::phased>(std::forward<Call>(call))), Words::flags);
      } else {
        push_closure(current, words.wrap(start_call<Words::phased>(std::forward<Call>(call))), Words::flags);
      }
      return;
    }
  }
  spawn_submitted<Words, call_parameter<Call>>(words, current, std::forward<Call>(call));
}

template <class Words, class Call>
SKUA_INLINE auto async_with(Words const& words, Call&& call) -> future<call_result<Call>> {
  using R = call_result<Call>;
  fibre* current = self();
  if constexpr (Words::placed && !Words::after) {
    int const target = words.place();
    if (SKUA_UNLIKELY(is_packed_for(target))) return remote::async_remote<R>(words, target, std::forward<Call>(call));
  }
  if constexpr (!Words::after && !Words::urgent) {
    if constexpr (!Words::any) {
      return future<R>::adopt(push_future<R>(current, words.wrap(std::forward<Call>(call)), Words::flags));
    } else if (SKUA_LIKELY(current != nullptr)) {
      return future<R>::adopt(remote::push_any_future<R>(current, words.wrap(std::forward<Call>(call)), Words::flags));
    }
  }
  if constexpr (Words::after || Words::urgent || Words::any)
    return future<R>::adopt(async_submitted<R, Words, call_parameter<Call>>(words, current, std::forward<Call>(call)));
}

/// A task starts the coroutine, and the future gets the coroutine's result at its end.
template <class R, class Words, class Call>
future<R> async_coroutine_with(Words const& words, Call&& call) {
  if constexpr (Words::placed) {
    int const target = words.place();
    if (is_packed_for(target)) return remote::async_remote<R>(words, target, std::forward<Call>(call));
  }
  auto pair = make_async_coroutine<Words::phased>(std::forward<Call>(call));
  fibre* current = self();
  if constexpr (!Words::after && !Words::urgent) {
    if (current != nullptr) {
      push_closure(current, words.wrap(std::move(pair.first)), Words::flags);
      return std::move(pair.second);
    }
  }
  place_front* const this_place = place_here();
  auto const futures = words.futures();
  dispatch(words, this_place, make_task(current, this_place, words.wrap(std::move(pair.first)), Words::flags), futures,
           handle_access::state(pair.second));
  return std::move(pair.second);
}

/// For a coroutine. A task that can be packed after this call waits for the coroutine, as a task at
/// another place does.
template <class Words, class Call>
  requires is_coroutine_call<Call>
auto async_with(Words const& words, Call&& call) -> future<call_result<Call>> {
  using R = call_result<Call>;
  if constexpr (Words::placed || Words::any) remote::require_not_phased<Words>();
  if constexpr (Words::leaves_later) {
    return async_with(words, remote::awaiting_call<R, std::decay_t<Call>>{std::forward<Call>(call)});
  } else {
    return async_coroutine_with<R>(words, std::forward<Call>(call));
  }
}

}  // namespace sched

namespace remote {

// spawn(on(place), call) and async(on(place), call) to another place, without the code for a task
// here.
template <class Call>
void spawn_elsewhere(int place, Call&& call) {
  on_word const where = on(place);
  spawn_remote(sched::word_list<on_word>{std::tuple<on_word const&>(where)}, place,
               sched::start_call<false>(std::forward<Call>(call)));
}
template <class Call>
auto async_elsewhere(int place, Call&& call) -> future<sched::call_result<Call>> {
  on_word const where = on(place);
  return async_remote<sched::call_result<Call>>(sched::word_list<on_word>{std::tuple<on_word const&>(where)}, place,
                                                std::forward<Call>(call));
}

}  // namespace remote

template <class R, class Call>
R remote::await_coroutine(Call&& call) {
  return sched::async_with(sched::word_list<>{}, std::forward<Call>(call)).get();
}

namespace sched {

template <class T>
inline constexpr bool is_launch_policy = std::is_same_v<std::remove_cvref_t<T>, std::launch>;

template <bool Mixed>
constexpr void refuse_policy_with_words() {
  static_assert(!Mixed,
                "skua: a std::launch is the first argument of async, and no words may follow it: write async(words…, "
                "f), whose future does not wait in its destructor");
}

/// The call of a task with these words: by reference if it is stored at once, in a queue here.
template <class Words, class F, class... Args>
SKUA_INLINE decltype(auto) call_for(F&& function, Args&&... args) {
  using call = decltype(call_to_store(std::forward<F>(function), std::forward<Args>(args)...));
  if constexpr (Words::placed || Words::any || Words::after || is_coroutine_call<call>) {
    return bind_call(std::forward<F>(function), std::forward<Args>(args)...);
  } else {
    return call_to_store(std::forward<F>(function), std::forward<Args>(args)...);
  }
}

// Separates the leading words from the function and its arguments.
template <class... Words, class First, class... Rest>
SKUA_INLINE void spawn_parse(word_list<Words...> const& words, First&& first, Rest&&... rest) {
  if constexpr (is_word_v<First> && sizeof...(Rest) == 0) {
    static_assert(sizeof...(Rest) > 0, "spawn: a function must follow the words");
  } else if constexpr (is_word_v<First>) {
    using W = std::remove_cvref_t<First>;
    spawn_parse(word_list<Words..., W>{std::tuple_cat(words.words, std::tuple<W const&>(first))},
                std::forward<Rest>(rest)...);
  } else if constexpr (is_launch_policy<First>) {
    refuse_policy_with_words<is_launch_policy<First>>();
  } else {
    spawn_with(words, call_for<word_list<Words...>>(std::forward<First>(first), std::forward<Rest>(rest)...));
  }
}
template <class... Words, class First, class... Rest>
SKUA_INLINE auto async_parse(word_list<Words...> const& words, First&& first, Rest&&... rest) {
  if constexpr (is_word_v<First> && sizeof...(Rest) == 0) {
    static_assert(sizeof...(Rest) > 0, "async: a function must follow the words");
  } else if constexpr (is_word_v<First>) {
    using W = std::remove_cvref_t<First>;
    return async_parse(word_list<Words..., W>{std::tuple_cat(words.words, std::tuple<W const&>(first))},
                       std::forward<Rest>(rest)...);
  } else if constexpr (is_launch_policy<First>) {
    refuse_policy_with_words<is_launch_policy<First>>();
  } else {
    return async_with(words, call_for<word_list<Words...>>(std::forward<First>(first), std::forward<Rest>(rest)...));
  }
}

/// The task function of std::launch::async. The standard promises that the task starts even if all
/// workers are busy (src/core/spare_watch.hpp).
template <class R, class F>
void launch_async_task(slot* task, task_op op) {
  launch_async_started();
  future_task<R, F>(task, op);
}

template <class R, class Call>
future<R> async_launched(std::launch policy, Call&& call) {
  if ((policy & std::launch::async) == std::launch{})
    return future<R>::adopt(make_deferred<R>(std::forward<Call>(call)));
  future_value<R>* const state =
      push_future<R>(self(), std::forward<Call>(call), 0, &launch_async_task<R, closure_of<Call>>);
  launch_async_queued(place_here());
  state->maker = made_by::launch;
  return future<R>::adopt(state);
}

template <class R, class Call>
  requires is_coroutine_call<Call>
future<R> async_launched(std::launch policy, Call&& call) {
  if ((policy & std::launch::async) == std::launch{}) {
    return future<R>::adopt(make_deferred<R>([c = closure_of<Call>(std::forward<Call>(call))]() mutable -> R {
      return async_with(word_list<>{}, std::move(c)).get();
    }));
  }
  future<R> result = async_with(word_list<>{}, std::forward<Call>(call));
  handle_access::state(result)->maker = made_by::launch;
  return result;
}

/// The common form of spawn and async: a function alone, which is no coroutine. Their short way
/// through the templates is for the compiler.
template <class F, class... Args>
concept plain_call = sizeof...(Args) == 0 && std::is_invocable_v<std::decay_t<F>&> && !is_coroutine_call<F>;

}  // namespace sched

/// Starts a task; the innermost scope waits for it. Function and arguments are copied (decayed).
/// From an external thread the task belongs to the root scope of the current runtime; without a
/// runtime, the call starts one. May suspend the caller.
template <class First, class... Rest>
SKUA_INLINE void spawn(First&& first, Rest&&... rest) {
  constexpr bool is_alone = sizeof...(Rest) == 0 && !sched::is_word_v<First>;
  if constexpr (is_alone && !std::is_invocable_v<std::decay_t<First>&>) {
    static_assert(std::is_invocable_v<std::decay_t<First>&>, "spawn: the task must be callable without arguments");
  } else if constexpr (sched::plain_call<First, Rest...>) {
    sched::fibre* current = sched::self();
    if (SKUA_LIKELY(current != nullptr)) {
      sched::push_closure(current, std::forward<First>(first));
    } else {
      sched::spawn_submitted<sched::word_list<>, sched::call_parameter<First>>({}, current, std::forward<First>(first));
    }
  } else {
    sched::spawn_parse(sched::word_list<>{}, std::forward<First>(first), std::forward<Rest>(rest)...);
  }
}

/// Starts a task like spawn, and returns a future of its result. The task's exception goes only
/// into the future.
template <class First, class... Rest>
  requires(!std::is_same_v<std::remove_cvref_t<First>, std::launch>)
[[nodiscard("without the future the task's result and exception are lost; spawn makes a task without one")]]
SKUA_INLINE auto async(First&& first, Rest&&... rest) {
  if constexpr (sched::plain_call<First, Rest...>) {
    using R = sched::call_result<First>;
    return future<R>::adopt(sched::push_future<R>(sched::self(), std::forward<First>(first)));
  } else {
    return sched::async_parse(sched::word_list<>{}, std::forward<First>(first), std::forward<Rest>(rest)...);
  }
}

/// Like std::async: with launch::async the destructor of the last future waits; with
/// launch::deferred the call runs in the first waiter. Preferred to std::async where both are
/// visible, because it has a constraint.
template <class F, class... Args>
  requires(sizeof...(Args) >= 0)
[[nodiscard]] auto async(std::launch policy, F&& function, Args&&... args) {
  if constexpr (sched::is_word_v<F>) {
    sched::refuse_policy_with_words<sched::is_word_v<F>>();
  } else {
    using call = decltype(sched::call_to_store(std::forward<F>(function), std::forward<Args>(args)...));
    using R = sched::call_result<call>;
    return sched::async_launched<R>(
        policy, sched::call_for<sched::word_list<>>(std::forward<F>(function), std::forward<Args>(args)...));
  }
}

/// Starts one task function(tuple…) for each tuple of a range at a place, all in one message. For
/// tasks with different functions see task_batch.hpp.
template <class Range, class F>
  requires requires(Range const& tuples) { std::begin(tuples); }
void spawn_all(any_from_word where, Range const& tuples, F const& function) {
  if (sched::is_packed_for(where.place)) return remote::spawn_list(where.place, tuples, function);
  sched::fibre* const current = sched::self();
  if constexpr (requires { std::size(tuples); }) {
    std::uint64_t rest = std::size(tuples);
    for (auto const& tuple : tuples) {
      if (current != nullptr && sched::spawns_nothing(current, rest--)) return;
      std::apply([&](auto const&... arguments) { spawn(any, function, arguments...); }, tuple);
    }
  } else {
    for (auto const& tuple : tuples)
      std::apply([&](auto const&... arguments) { spawn(any, function, arguments...); }, tuple);
  }
}

/// Fire and forget: no scope waits for the task, but the end of the run does. An exception in it
/// ends the run with its message. Reducers, shared arrays and similar objects that it makes outside
/// its own `finish` live as long as the places.
template <class F, class... Args>
void post(on_word where, F&& function, Args&&... args) {
  if (sched::is_packed_for(where.place))
    return remote::post_remote(where.place, sched::bind_call(std::forward<F>(function), std::forward<Args>(args)...));
  auto body = [c = std::decay_t<decltype(sched::bind_call(std::forward<F>(function), std::forward<Args>(args)...))>(
                   sched::bind_call(std::forward<F>(function), std::forward<Args>(args)...))]() mutable {
    try {
      c();
    } catch (...) {
      sched::fail_run(std::current_exception());
    }
  };
  sched::place_front* const this_place = sched::place_here();
  sched::submit(this_place, sched::make_task(nullptr, this_place, std::move(body), 0));
}

/// Runs `function` at `place` (0 to places() - 1) and returns its value; the caller is suspended
/// until then.
template <class F, class... Args>
auto at(int place, F&& function, Args&&... args) -> std::invoke_result_t<std::decay_t<F>, std::decay_t<Args>...> {
  if (sched::is_packed_for(place)) {
    return remote::result_of(
        remote::async_elsewhere(place, sched::bind_call(std::forward<F>(function), std::forward<Args>(args)...)));
  }
  return std::invoke(std::decay_t<F>(std::forward<F>(function)), std::decay_t<Args>(std::forward<Args>(args))...);
}

/// Lets other tasks run: everything that is ready runs before the caller resumes. On an external
/// thread it is std::this_thread::yield().
inline void yield() { sched::yield_now(); }

}  // namespace skua
