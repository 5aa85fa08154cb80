// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// promise: gives a future its result, once, from any task or thread. The standard interface.
#pragma once

#include <memory>

#include <skua/detail/sync/task_exit.hpp>
#include <skua/future.hpp>

namespace skua {
namespace sched {

/// The state of a promise, in memory of the program's allocator.
template <class R, class Allocator>
class allocated_state final : public future_value<R> {
  using traits = typename std::allocator_traits<Allocator>::template rebind_traits<allocated_state>;
  using rebound = typename traits::allocator_type;

 public:
  static allocated_state* make(Allocator const& allocator) {
    rebound own(allocator);
    typename traits::pointer const memory = traits::allocate(own, 1);
    return ::new (static_cast<void*>(std::to_address(memory))) allocated_state(std::move(own));
  }

 private:
  explicit allocated_state(rebound&& allocator) noexcept : allocator_(std::move(allocator)) {
    this->dispose = [](future_state* destroyed) noexcept {
      auto* const state = static_cast<allocated_state*>(destroyed);
      auto const memory = std::pointer_traits<typename traits::pointer>::pointer_to(*state);
      rebound own(std::move(state->allocator_));
      state->~allocated_state();
      traits::deallocate(own, memory, 1);
    };
  }

  [[no_unique_address]] rebound allocator_;
};

/// The part of a promise that does not depend on the kind of R.
template <class R>
class promise_handle {
 public:
  promise_handle() : state_(promise_state<R>::make()) {
    state_->refs.store(1, std::memory_order_relaxed);  // relaxed: not shared yet
  }
  /// The allocator gives and takes back the memory of the shared state.
  template <class Allocator>
  promise_handle(std::allocator_arg_t, Allocator const& allocator)
      : state_(allocated_state<R, Allocator>::make(allocator)) {
    state_->refs.store(1, std::memory_order_relaxed);  // relaxed: not shared yet
  }
  promise_handle(promise_handle&& other) noexcept
      : state_(std::exchange(other.state_, nullptr)), retrieved_(std::exchange(other.retrieved_, false)) {}
  promise_handle& operator=(promise_handle&& other) noexcept {
    promise_handle temporary(std::move(other));
    swap(temporary);
    return *this;
  }
  ~promise_handle() {
    if (state_ != nullptr) abandon(state_);
  }
  void swap(promise_handle& other) noexcept {
    std::swap(state_, other.state_);
    std::swap(retrieved_, other.retrieved_);
  }

  /// For the library: returns the state with the promise's reference; the promise is then empty.
  [[nodiscard]] future_value<R>* release() noexcept { return std::exchange(state_, nullptr); }
  /// For the library: the state, which the promise keeps.
  [[nodiscard]] future_value<R>* state() const noexcept { return state_; }
  /// Returns the future. Throws future_error at a second call, or if the promise is empty.
  [[nodiscard]] future<R> get_future() {
    require_state(state_);
    if (std::exchange(retrieved_, true)) throw_future_error(std::future_errc::future_already_retrieved);
    state_->retain();
    return future<R>::adopt(state_);
  }
  void set_exception(std::exception_ptr exception) {
    begin();
    state_->error = std::move(exception);
    state_->ready.complete();
  }
  /// The future becomes ready at the end of the calling task (on an external thread: of the
  /// thread).
  void set_exception_at_thread_exit(std::exception_ptr exception) {
    begin();
    state_->error = std::move(exception);
    complete_at_task_end(state_);
  }

 protected:
  /// complete() comes last: once the state is ready, a waiter may destroy the promise.
  template <class... Args>
  void put(Args&&... args) {
    store(std::forward<Args>(args)...);
    state_->ready.complete();
  }
  template <class... Args>
  void put_at_exit(Args&&... args) {
    store(std::forward<Args>(args)...);
    complete_at_task_end(state_);
  }

 private:
  void begin() {
    require_state(state_);
    if (state_->satisfied.exchange(true, std::memory_order_relaxed)) {  // relaxed: picks one; ready orders the result
      throw_future_error(std::future_errc::promise_already_satisfied);
    }
  }
  template <class... Args>
  void store(Args&&... args) {
    begin();
    try {
      state_->emplace(std::forward<Args>(args)...);
    } catch (...) {
      state_->satisfied.store(false, std::memory_order_relaxed);  // relaxed: nothing was stored
      throw;
    }
  }

  future_value<R>* state_;
  bool retrieved_ = false;
};

}  // namespace sched

/// The writing end of a future. If it is destroyed without a result, the future gets
/// broken_promise. set_value and set_exception throw future_error if the result has already been
/// set.
template <class R>
class promise : public sched::promise_handle<R> {
 public:
  using sched::promise_handle<R>::promise_handle;
  /// Makes the future ready with this result, once, on any thread.
  void set_value(R const& value) { this->put(value); }
  void set_value(R&& value) { this->put(std::move(value)); }
  /// The future becomes ready with this result at the end of the calling task, or of an
  /// external thread.
  void set_value_at_thread_exit(R const& value) { this->put_at_exit(value); }
  void set_value_at_thread_exit(R&& value) { this->put_at_exit(std::move(value)); }
};
template <class R>
class promise<R&> : public sched::promise_handle<R&> {
 public:
  using sched::promise_handle<R&>::promise_handle;
  void set_value(R& value) { this->put(value); }
  void set_value_at_thread_exit(R& value) { this->put_at_exit(value); }
};
template <>
class promise<void> : public sched::promise_handle<void> {
 public:
  using sched::promise_handle<void>::promise_handle;
  void set_value() { this->put(); }
  void set_value_at_thread_exit() { this->put_at_exit(); }
};

template <class R>
void swap(promise<R>& left, promise<R>& right) noexcept {
  left.swap(right);
}

}  // namespace skua

template <class R, class Allocator>
struct std::uses_allocator<skua::promise<R>, Allocator> : std::true_type {};
