// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Futures: the results of tasks and promises. The interface of the standard <future>, with
// is_ready, then and co_await added.
//
// A future is one pointer. If its task is still the newest of the caller's fibre, get() runs it
// like a function call. Otherwise get() suspends the calling task (or blocks an external thread),
// never the worker.
#pragma once

#include <chrono>
#include <exception>
#include <future>
#include <memory>
#include <type_traits>
#include <utility>

#include <skua/detail/sync/future_state.hpp>

namespace skua {

using std::future_category;
using std::future_errc;
using std::future_error;
using std::future_status;
using std::launch;

template <class R>
class future;
template <class R>
class shared_future;

namespace sched {

/// Drops a handle. The last one of a state with joins() waits for the task.
SKUA_NOINLINE void drop_handle(future_state* state) noexcept;
/// Drops a handle and throws the exception of its state.
[[noreturn]] SKUA_COLD void drop_and_throw(future_state* state);
/// Waits until ready or the deadline. The task never runs on top of the waiter, which may time out.
std::future_status wait_state(future_state* state, deadline const& until);

SKUA_INLINE void require_state(future_state const* state) {
  if (SKUA_UNLIKELY(state == nullptr)) throw_future_error(std::future_errc::no_state);
}

/// Moves the result out of a ready state and releases the handle's reference.
template <class R>
SKUA_INLINE R take_result(future_value<R>* state) {
  if (SKUA_UNLIKELY(!state->has_value)) drop_and_throw(state);
  struct reference {
    future_value<R>* state;
    ~reference() { state->release(); }
  } held{state};
  if constexpr (std::is_reference_v<R>) {
    return static_cast<R>(*state->value());
  } else if constexpr (!std::is_void_v<R>) {
    return std::move(state->value());
  }
}

/// Gives library code access to the state of a handle.
struct handle_access {
  template <class R>
  static future_value<R>* state(future<R> const& awaited) noexcept {
    return awaited.state_;
  }
  template <class R>
  static future_value<R>* state(shared_future<R> const& future) noexcept {
    return future.state_;
  }
};

/// Whether F fits then(); if not, one readable compile error.
template <class F, class Future>
constexpr bool continues() {
  constexpr bool fits = std::is_invocable_v<std::decay_t<F>&, Future>;
  static_assert(
      fits, "skua: the function of then() takes the future, which is ready: [](skua::future<int> f) { … f.get() … }");
  return fits;
}

/// The return type of get() of a shared future.
template <class R>
using shared_result = std::conditional_t<std::is_void_v<R>, void, std::add_lvalue_reference_t<std::add_const_t<R>>>;

template <class Source, class F>
auto continue_with(Source&& source, F&& function)
    -> future<std::invoke_result_t<std::decay_t<F>&, std::decay_t<Source>>>;

template <class Clock, class Duration>
std::future_status wait_state_until(future_state* state, std::chrono::time_point<Clock, Duration> const& time) {
  auto status = std::future_status::timeout;
  wait_until_time(
      time, [&](deadline const& until) { return (status = wait_state(state, until)) != std::future_status::timeout; });
  return status;
}

}  // namespace sched

/// The only handle to a result that is or will be ready.
template <class R>
class future {
 public:
  SKUA_INLINE future() noexcept = default;
  SKUA_INLINE future(future&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}
  SKUA_INLINE future& operator=(future&& other) noexcept {
    auto* const old = std::exchange(state_, std::exchange(other.state_, nullptr));
    if (old != nullptr) sched::drop_handle(old);
    return *this;
  }
  future(future const&) = delete;
  future& operator=(future const&) = delete;
  /// The destructor does not wait, unless the future came from async(std::launch::async, …).
  SKUA_INLINE ~future() {
    if (state_ != nullptr) sched::drop_handle(state_);
  }

  /// For the library: takes over one reference.
  [[nodiscard]] SKUA_INLINE static future adopt(sched::future_value<R>* state) noexcept {
    future future;
    future.state_ = state;
    return future;
  }

  /// Whether the handle refers to a state.
  [[nodiscard]] bool valid() const noexcept { return state_ != nullptr; }
  /// Whether get() would not wait.
  [[nodiscard]] bool is_ready() const {
    sched::require_state(state_);
    return state_->is_ready() || sched::note_failed_poll();
  }

  /// Waits and returns the result or throws its exception; the future is then empty. Throws
  /// cancelled_error if the caller's scope is cancelled before that, or if the cancellation of the
  /// task's scope kept the task from starting.
  SKUA_INLINE R get() {
    auto* const state = state_;
    sched::require_state(state);
    sched::await(state, true);
    state_ = nullptr;
    return sched::take_result<R>(state);
  }
  /// Waits until the result is ready.
  void wait() const {
    sched::require_state(state_);
    sched::await(state_, false);  // other threads may also wait: this call is const
  }
  /// Waits at most `duration`. For a deferred task (it runs in its first waiter): returns deferred
  /// at once.
  template <class Rep, class Period>
  std::future_status wait_for(std::chrono::duration<Rep, Period> const& duration) const {
    sched::require_state(state_);
    return sched::wait_state(state_, sched::deadline_after(duration));
  }
  /// Like wait_for, but takes a time point.
  template <class Clock, class Duration>
  std::future_status wait_until(std::chrono::time_point<Clock, Duration> const& time) const {
    sched::require_state(state_);
    return sched::wait_state_until(state_, time);
  }

  /// Moves the state to a handle that can be copied; this future is then empty.
  [[nodiscard]] shared_future<R> share() noexcept;

  /// When the result is ready, function(ready future) runs as a task of the caller's scope and
  /// place; this future is empty after the call. Returns the future of f's result. If the scope is
  /// cancelled first, `function` never runs and the returned future has cancelled_error.
  template <class F>
  [[nodiscard]] auto then(F&& function) {
    sched::require_state(state_);
    if constexpr (sched::continues<F, future>())
      return sched::continue_with(std::move(*this), std::forward<F>(function));
  }

 private:
  friend struct sched::handle_access;
  friend class shared_future<R>;
  sched::future_value<R>* state_ = nullptr;
};

/// A copyable handle to a result; any number of tasks and threads may wait for it.
template <class R>
class shared_future {
 public:
  shared_future() noexcept = default;
  shared_future(future<R>&& awaited) noexcept : state_(std::exchange(awaited.state_, nullptr)) {}
  shared_future(shared_future const& other) noexcept : state_(other.state_) {
    if (state_ != nullptr) state_->retain();
  }
  shared_future(shared_future&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}
  shared_future& operator=(shared_future const& other) noexcept {
    shared_future copy(other);
    std::swap(state_, copy.state_);
    return *this;
  }
  shared_future& operator=(shared_future&& other) noexcept {
    shared_future temporary(std::move(other));
    std::swap(state_, temporary.state_);
    return *this;
  }
  ~shared_future() {
    if (state_ != nullptr) sched::drop_handle(state_);
  }

  /// Whether the handle refers to a state.
  [[nodiscard]] bool valid() const noexcept { return state_ != nullptr; }
  /// Whether get() would not wait.
  [[nodiscard]] bool is_ready() const {
    sched::require_state(state_);
    return state_->is_ready() || sched::note_failed_poll();
  }

  /// Waits and returns a reference to the result (nothing for void), or throws its exception.
  sched::shared_result<R> get() const {
    wait();
    if (SKUA_UNLIKELY(!state_->has_value)) std::rethrow_exception(state_->error);
    if constexpr (std::is_reference_v<R>) {
      return *state_->value();
    } else if constexpr (!std::is_void_v<R>) {
      return state_->value();
    }
  }
  /// Waits until the result is ready. Throws cancelled_error like future::get().
  void wait() const {
    sched::require_state(state_);
    sched::await(state_, false);
  }
  /// Like future::wait_for.
  template <class Rep, class Period>
  std::future_status wait_for(std::chrono::duration<Rep, Period> const& duration) const {
    sched::require_state(state_);
    return sched::wait_state(state_, sched::deadline_after(duration));
  }
  /// Like future::wait_until.
  template <class Clock, class Duration>
  std::future_status wait_until(std::chrono::time_point<Clock, Duration> const& time) const {
    sched::require_state(state_);
    return sched::wait_state_until(state_, time);
  }

  /// Like future::then, but `function` gets a copy of this handle, which stays valid.
  template <class F>
  [[nodiscard]] auto then(F&& function) const {
    sched::require_state(state_);
    if constexpr (sched::continues<F, shared_future>()) {
      return sched::continue_with(shared_future(*this), std::forward<F>(function));
    }
  }

 private:
  friend struct sched::handle_access;
  sched::future_value<R>* state_ = nullptr;
};

template <class R>
shared_future<R> future<R>::share() noexcept {
  return shared_future<R>(std::move(*this));
}

}  // namespace skua

#include <skua/detail/sync/ready_future.hpp>
#include <skua/detail/sync/then.hpp>
