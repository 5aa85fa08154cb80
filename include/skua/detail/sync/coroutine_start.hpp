// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Coroutines as tasks: the frame, and the callable to which it may refer, live until the coroutine
// ends.
#pragma once

#include <type_traits>
#include <utility>

#include <skua/detail/base/owner.hpp>
#include <skua/detail/core/suspend.hpp>
#include <skua/detail/sync/coroutine_task.hpp>
#include <skua/detail/sync/registration.hpp>
#include <skua/detail/sync/task_call.hpp>
#include <skua/future.hpp>

namespace skua::sched {

/// Whether F(Args…) returns a task<T>; for spawn and async.
template <class F, class... Args>
inline constexpr bool returns_task = [] {
  if constexpr (std::is_invocable_v<F, Args...>) {
    return coroutine_result<std::invoke_result_t<F, Args...>>::is_coroutine;
  } else {
    return false;
  }
}();

/// Starts the coroutine here. From now on its frame owns itself; at its end `ended` gets the frame.
template <class T>
void start_root(task<T>&& coroutine, void (*ended)(void*, void*) noexcept, void* context) {
  auto const handle = coroutine.release();
  handle.promise().ended = ended;
  handle.promise().context = context;
  handle.resume();
}

template <class T, class Callable>
void end_spawned(void* frame, void* context) noexcept {
  auto const handle = std::coroutine_handle<task_promise<T>>::from_address(frame);
  end_registrations(self());
  std::exception_ptr exception = std::move(handle.promise().error);
  handle.destroy();
  if constexpr (!std::is_void_v<Callable>) delete static_cast<Callable*>(context);
  if (exception) capture_into(self()->scope, std::move(exception));
}

/// While a coroutine runs, its own registrations with phasers are the list fibre::phasers;
/// suspend_coroutine takes them along. A phased coroutine starts with that list (phased_call). Any
/// other one starts here with none: the list of its starter stays behind.
template <bool Phased>
struct starting_registrations : scoped_registrations {
  starting_registrations() noexcept : scoped_registrations(nullptr) {}
};
template <>
struct starting_registrations<true> {};

/// Called in the task that spawn made: calls `function` and runs the returned coroutine as part of
/// the scope. `function` lives as long as the coroutine. An exception of the coroutine goes to the
/// scope.
template <bool Phased, class F>
  requires returns_task<std::decay_t<F>&>
void run_spawned(F&& function) {
  using callable = std::decay_t<F>;
  using T = typename coroutine_result<std::invoke_result_t<callable&>>::type;
  [[maybe_unused]] starting_registrations<Phased> const guard{};
  if constexpr (std::is_empty_v<callable>) {
    start_root(function(), &end_spawned<T, void>, nullptr);
  } else {
    base::owner<callable> owner(new callable(std::forward<F>(function)));
    task<T> coroutine = (*owner)();
    start_root(std::move(coroutine), &end_spawned<T, callable>, owner.release());
  }
}

/// Completes the future of an async coroutine at its end. If it is destroyed unused (the task never
/// started), the future gets cancelled_error.
template <class T>
class coroutine_target {
 public:
  explicit coroutine_target(promise_state<T>* state) noexcept : state_(state) {}
  coroutine_target(coroutine_target&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}
  coroutine_target& operator=(coroutine_target&&) = delete;
  ~coroutine_target() {
    if (state_ != nullptr) fail(state_->error ? std::move(state_->error) : make_cancelled());
  }
  /// end_call() destroys the call. Only then may the waiter continue: it may destroy the objects to
  /// which the call refers.
  template <class EndCall>
  void settle(task_promise<T>& source, std::coroutine_handle<> frame, EndCall&& end_call) noexcept {
    promise_state<T>* const state = std::exchange(state_, nullptr);
    try {
      if constexpr (std::is_void_v<T>) {
        source.take();
        state->emplace();
      } else {
        state->emplace(source.take());
      }
    } catch (...) {
      state->error = std::current_exception();
    }
    frame.destroy();
    end_call();
    state->ready.complete();
    state->release();
  }
  void fail(std::exception_ptr exception) noexcept {
    promise_state<T>* const state = std::exchange(state_, nullptr);
    state->fail(std::move(exception));
    state->release();
  }

 private:
  promise_state<T>* state_;
};

template <class F, class T>
struct async_call {
  F f;
  coroutine_target<T> target;
};

template <class F, class T>
void end_async(void* frame, void* context) noexcept {
  auto const handle = std::coroutine_handle<task_promise<T>>::from_address(frame);
  auto* const call = static_cast<async_call<F, T>*>(context);
  end_registrations(self());
  coroutine_target<T> target(std::move(call->target));
  target.settle(handle.promise(), handle, [call] { delete call; });
}

/// The task closure of an async coroutine.
template <bool Phased, class F, class T>
struct async_coroutine {
  base::owner<async_call<F, T>> call;
  void operator()() {
    [[maybe_unused]] starting_registrations<Phased> const guard{};
    try {
      task<T> coroutine = call->f();
      start_root(std::move(coroutine), &end_async<F, T>, call.release());
    } catch (...) {
      call->target.fail(std::current_exception());  // f threw before it returned a coroutine
    }
  }
};

/// For async: the closure to queue as a task, and the future of the coroutine's result.
template <bool Phased, class F>
  requires returns_task<std::decay_t<F>&>
auto make_async_coroutine(F&& function) {
  using callable = std::decay_t<F>;
  using T = typename coroutine_result<std::invoke_result_t<callable&>>::type;
  using call = async_call<callable, T>;
  auto* const state = promise_state<T>::make();  // two references: the handle's and the target's
  auto result = future<T>::adopt(state);
  coroutine_target<T> target(state);
  async_coroutine<Phased, callable, T> closure{
      base::owner<call>(new call{std::forward<F>(function), std::move(target)})};
  return std::pair(std::move(closure), std::move(result));
}

}  // namespace skua::sched
