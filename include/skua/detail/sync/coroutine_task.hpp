// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// task<T>: the library's coroutine type, and its promise.
#pragma once

#include <skua/detail/base/config.hpp>

#include <coroutine>
#include <exception>
#include <memory>
#include <utility>

#include <skua/detail/base/check.hpp>
#include <skua/detail/sync/future_state.hpp>

namespace skua {

template <class T = void>
class task;

namespace sched {

void* coroutine_frame_get(std::size_t bytes);
void coroutine_frame_put(void* p, std::size_t bytes) noexcept;

struct task_promise_base {
  /// Called at the end of a coroutine that no other coroutine awaits; it then owns the frame. Null:
  /// `context` is the address of the coroutine that awaits this one.
  void (*ended)(void* frame, void* context) noexcept = nullptr;
  void* context = nullptr;
  std::exception_ptr error;

  struct final_awaiter {
    bool await_ready() noexcept { return false; }
    template <class Promise>
    std::coroutine_handle<> await_suspend(std::coroutine_handle<Promise> h) noexcept {
      task_promise_base& p = h.promise();
      if (p.ended == nullptr) return std::coroutine_handle<>::from_address(p.context);
      p.ended(h.address(), p.context);
      return std::noop_coroutine();
    }
    void await_resume() noexcept {}
  };

  std::suspend_always initial_suspend() noexcept { return {}; }
  final_awaiter final_suspend() noexcept { return {}; }
  void unhandled_exception() noexcept { error = std::current_exception(); }

  static void* operator new(std::size_t bytes) { return coroutine_frame_get(bytes); }
  static void operator delete(void* p, std::size_t bytes) noexcept { coroutine_frame_put(p, bytes); }
};

template <class T>
class task_promise : public task_promise_base {
 public:
  task_promise() noexcept {}
  ~task_promise() {
    if (has_value_) value_.~type();
  }
  task<T> get_return_object() noexcept;
  template <class U = T>
    requires std::is_convertible_v<U&&, T>
  void return_value(U&& v) {
    if constexpr (std::is_reference_v<T>) {
      T const r = static_cast<U&&>(v);
      value_ = std::addressof(r);
    } else {
      ::new (static_cast<void*>(std::addressof(value_))) type(std::forward<U>(v));
    }
    has_value_ = !std::is_reference_v<T>;
  }
  T take() {
    if (error) std::rethrow_exception(std::move(error));
    if constexpr (std::is_reference_v<T>) {
      return static_cast<T>(*value_);
    } else {
      return std::move(value_);
    }
  }

 private:
  using type = typename stored<T>::type;
  union {
    type value_;
  };
  bool has_value_ = false;
};

template <>
class task_promise<void> : public task_promise_base {
 public:
  task<void> get_return_object() noexcept;
  void return_void() noexcept {}
  void take() {
    if (error) std::rethrow_exception(std::move(error));
  }
};

}  // namespace sched

/// A coroutine that starts when it is awaited, or as a task of the scheduler: spawn(f, args…) and
/// async(f, args…) with an f that returns a task<T>. Awaiting it involves no scheduler: control is
/// transferred to it and back directly.
template <class T>
class [[nodiscard]] task {
 public:
  /// For the compiler.
  using promise_type = sched::task_promise<T>;
  /// For the compiler.
  using handle_type = std::coroutine_handle<promise_type>;

  task() noexcept = default;
  task(task&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  task& operator=(task&& other) noexcept {
    task temporary(std::move(other));
    std::swap(handle_, temporary.handle_);
    return *this;
  }
  ~task() {
    if (handle_) handle_.destroy();
  }

  /// Whether it holds a coroutine.
  [[nodiscard]] bool valid() const noexcept { return static_cast<bool>(handle_); }

  /// The awaiter of a task; for the compiler.
  class awaiter {
   public:
    explicit awaiter(handle_type h) noexcept : handle_(h) {}
    /// Returns false: a task starts when it is awaited.
    bool await_ready() const noexcept { return false; }
    /// Starts the coroutine; the caller continues at its end.
    std::coroutine_handle<> await_suspend(std::coroutine_handle<> caller) noexcept {
      (base::check)(handle_ && !handle_.done(), "co_await on a task that is empty or has run already");
      handle_.promise().context = caller.address();
      return handle_;
    }
    /// The result of the coroutine, or its exception.
    T await_resume() { return handle_.promise().take(); }

   private:
    handle_type handle_;
  };
  /// Runs the coroutine now, as part of the awaiting one; returns its result or throws its
  /// exception.
  awaiter operator co_await() const noexcept { return awaiter(handle_); }

  /// For the library: passes the ownership of the coroutine to the caller.
  [[nodiscard]] handle_type release() noexcept { return std::exchange(handle_, nullptr); }
  explicit task(handle_type h) noexcept : handle_(h) {}

 private:
  handle_type handle_;
};

namespace sched {
template <class T>
task<T> task_promise<T>::get_return_object() noexcept {
  return task<T>(std::coroutine_handle<task_promise>::from_promise(*this));
}
inline task<void> task_promise<void>::get_return_object() noexcept {
  return task<void>(std::coroutine_handle<task_promise>::from_promise(*this));
}
}  // namespace sched

}  // namespace skua
