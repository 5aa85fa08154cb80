// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// packaged_task: a callable that puts its result into a future. The standard interface.
#pragma once

#include <functional>
#include <memory>

#include <skua/promise.hpp>

namespace skua {

/// A function with the promise of its result, as in the standard library; a task that waits for
/// the future is suspended.
template <class Signature>
class packaged_task;

namespace sched {

template <class R, class... Args>
struct packaged_state : future_value<R> {
  void (*run)(packaged_state*, Args...) = nullptr;      // stores the result, without making it ready
  packaged_state* (*renew)(packaged_state*) = nullptr;  // a fresh state with the same callable

  packaged_state() noexcept {
    this->refs.store(1, std::memory_order_relaxed);  // relaxed: not shared yet
  }
};

template <class F, class R, class... Args>
struct packaged_callable final : packaged_state<R, Args...> {
  using plain = packaged_state<R, Args...>;
  F f;

  template <class G>
  explicit packaged_callable(G&& function) : f(std::forward<G>(function)) {
    this->run = [](plain* base_state, Args... args) {
      auto& state = *static_cast<packaged_callable*>(base_state);
      try {
        if constexpr (std::is_void_v<R>) {
          std::invoke(state.f, std::forward<Args>(args)...);
          state.emplace();
        } else if constexpr (std::is_reference_v<R>) {
          R result = std::invoke(state.f, std::forward<Args>(args)...);
          state.emplace(result);
        } else {
          ::new (static_cast<void*>(state.storage)) R(std::invoke(state.f, std::forward<Args>(args)...));
          state.has_value = true;
        }
      } catch (...) {
        state.error = std::current_exception();
      }
    };
    this->renew = [](plain* base_state) -> plain* {
      return make(std::move(static_cast<packaged_callable*>(base_state)->f));
    };
    this->dispose = [](future_state* base_state) noexcept {
      auto* callable = static_cast<packaged_callable*>(base_state);
      callable->~packaged_callable();
      block_put<packaged_callable>(self(), callable);
    };
  }

  template <class G>
  static plain* make(G&& function) {
    fibre* const current = self();
    void* const memory = block_get<packaged_callable>(current);
    try {
      return ::new (memory) packaged_callable(std::forward<G>(function));
    } catch (...) {
      block_put<packaged_callable>(current, memory);
      throw;
    }
  }
};

/// The signature of a call operator, for packaged_task's deduction guides.
template <class M>
struct call_signature;
template <class R, class T, bool N, class... A>
struct call_signature<R (T::*)(A...) noexcept(N)> {
  using type = R(A...);
};
template <class R, class T, bool N, class... A>
struct call_signature<R (T::*)(A...) const noexcept(N)> {
  using type = R(A...);
};
template <class R, class T, bool N, class... A>
struct call_signature<R (T::*)(A...) & noexcept(N)> {
  using type = R(A...);
};
template <class R, class T, bool N, class... A>
struct call_signature<R (T::*)(A...) const & noexcept(N)> {
  using type = R(A...);
};

}  // namespace sched

/// Calls its callable at most once (until reset()) and stores the result, or the exception, in its
/// future.
template <class R, class... Args>
class packaged_task<R(Args...)> {
 public:
  packaged_task() noexcept = default;
  template <class F>
    requires(!std::is_same_v<std::remove_cvref_t<F>, packaged_task> &&
             std::is_invocable_r_v<R, std::decay_t<F>&, Args...>)
  explicit packaged_task(F&& function)
      : state_(sched::packaged_callable<std::decay_t<F>, R, Args...>::make(std::forward<F>(function))) {}
  packaged_task(packaged_task&& other) noexcept
      : state_(std::exchange(other.state_, nullptr)), retrieved_(std::exchange(other.retrieved_, false)) {}
  packaged_task& operator=(packaged_task&& other) noexcept {
    packaged_task temporary(std::move(other));
    swap(temporary);
    return *this;
  }
  /// The future of a function that was never called gets broken_promise.
  ~packaged_task() {
    if (state_ != nullptr) sched::abandon(state_);
  }
  /// Exchanges the functions and their results.
  void swap(packaged_task& other) noexcept {
    std::swap(state_, other.state_);
    std::swap(retrieved_, other.retrieved_);
  }

  /// Whether the object holds a function.
  [[nodiscard]] bool valid() const noexcept { return state_ != nullptr; }
  /// Returns the future. Throws future_error at a second call, or if valid() is false.
  [[nodiscard]] future<R> get_future() {
    sched::require_state(state_);
    if (std::exchange(retrieved_, true)) sched::throw_future_error(std::future_errc::future_already_retrieved);
    state_->retain();
    return future<R>::adopt(state_);
  }
  void operator()(Args... args) {
    auto* const state = state_;
    begin();
    state->run(state, std::forward<Args>(args)...);
    state->ready.complete();  // a waiter may destroy the packaged_task now
  }
  /// Calls the function now; the future becomes ready at the end of the calling task (on an
  /// external thread: of the thread).
  void make_ready_at_thread_exit(Args... args) {
    auto* const state = state_;
    begin();
    state->run(state, std::forward<Args>(args)...);
    sched::complete_at_task_end(state);
  }
  /// Allows another call, with a new future; the old future gets broken_promise if it is not ready.
  void reset() {
    sched::require_state(state_);
    auto* const old = std::exchange(state_, state_->renew(state_));
    retrieved_ = false;
    sched::abandon(old);
  }

 private:
  void begin() {
    sched::require_state(state_);
    if (state_->satisfied.exchange(true, std::memory_order_relaxed)) {  // relaxed: picks one; ready orders the result
      sched::throw_future_error(std::future_errc::promise_already_satisfied);
    }
  }

  sched::packaged_state<R, Args...>* state_ = nullptr;
  bool retrieved_ = false;
};

template <class R, class... Args>
packaged_task(R (*)(Args...)) -> packaged_task<R(Args...)>;
template <class F>
packaged_task(F) -> packaged_task<typename sched::call_signature<decltype(&F::operator())>::type>;

/// Exchanges the two objects, like packaged_task::swap.
template <class R, class... Args>
void swap(packaged_task<R(Args...)>& left, packaged_task<R(Args...)>& right) noexcept {
  left.swap(right);
}

}  // namespace skua
