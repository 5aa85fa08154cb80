// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The wait of a coroutine: its frame holds the wait record and a token of its scope; no stack is
// kept.
//
// A coroutine runs on the fibre that resumes it, at the bottom level of that fibre, because its
// scope need not be the innermost one there (FRAME-2). While it runs, fibre::scope is its own scope
// word.
#pragma once

#include <skua/detail/base/config.hpp>

#include <coroutine>
#include <type_traits>

#include <skua/detail/core/pending.hpp>
#include <skua/detail/sync/coroutine_task.hpp>
#include <skua/future.hpp>

namespace skua::sched {

/// The record of a suspended coroutine, in its frame.
struct coroutine_wait : awaiting_task {
  std::coroutine_handle<> handle;
  std::uintptr_t under = 0;  // fibre::scope when it suspended
  // fibre::phasers and fibre::exits when it suspended
  struct registration* registrations = nullptr;
  struct task_exit* exits = nullptr;
};

/// Whether the coroutine is a task<T>. The registrations and the exits of the running task are its
/// own. Any other coroutine is a part of a task, which continues when the coroutine suspends, and
/// keeps them.
template <class Promise>
inline constexpr bool is_own_task = std::is_base_of_v<task_promise_base, Promise>;

/// Whether the result is ready now. If possible it runs the task on top of the caller first. Throws
/// cancelled_error if the caller may not wait.
bool ready_at_once(future_state* p, bool unique);
/// Suspends the coroutine until the state is ready or its scope is cancelled. Returns false if it
/// is ready and the coroutine continues. Out of line, so that the frame is not accessed after
/// another worker may have resumed it.
SKUA_NOINLINE bool suspend_coroutine(coroutine_wait& w, future_state* p, std::coroutine_handle<> h, bool is_task);

template <class R>
class future_awaiter : coroutine_wait {
 public:
  explicit future_awaiter(future<R>& f) noexcept : future_(f) {}
  bool await_ready() {
    require_state(handle_access::state(future_));
    return ready_at_once(handle_access::state(future_), true);
  }
  template <class Promise>
  bool await_suspend(std::coroutine_handle<Promise> h) {
    return suspend_coroutine(*this, handle_access::state(future_), h, is_own_task<Promise>);
  }
  R await_resume() {
    if (SKUA_UNLIKELY(reason != wake_reason::event)) throw_cancelled();
    return future_.get();
  }

 private:
  future<R>& future_;
};

template <class R>
class shared_awaiter : coroutine_wait {
 public:
  explicit shared_awaiter(shared_future<R> f) noexcept : future_(std::move(f)) {}
  bool await_ready() {
    require_state(handle_access::state(future_));
    return ready_at_once(handle_access::state(future_), false);
  }
  template <class Promise>
  bool await_suspend(std::coroutine_handle<Promise> h) {
    return suspend_coroutine(*this, handle_access::state(future_), h, is_own_task<Promise>);
  }
  /// Returns a reference, valid while a handle exists.
  shared_result<R> await_resume() {
    if (SKUA_UNLIKELY(reason != wake_reason::event)) throw_cancelled();
    return future_.get();
  }

 private:
  shared_future<R> future_;
};

}  // namespace skua::sched
