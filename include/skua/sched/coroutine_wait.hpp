// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a coroutine waits: its frame is the record, it holds a token of its scope, and no stack is
// kept.
//
// A coroutine runs on whatever fibre resumes it, at the bottom level of that fibre (its scope need
// not be the innermost one there, I9), with fibre::scope set to its own scope word for the time it
// runs.
#pragma once

#include <coroutine>

#include <skua/future.hpp>
#include <skua/sched/pending.hpp>

namespace skua::sched {

/// A suspended coroutine; lies in its frame.
struct coroutine_wait : pending_task {
  std::coroutine_handle<> handle;
  std::uintptr_t under = 0;  // fibre::scope when it suspended
};

/// Whether the result is there now, if need be after running the task on top of the caller; throws
/// cancelled_error if the caller may not wait.
bool ready_at_once(future_state* p, bool unique);
/// Suspends the coroutine until the state is ready or its scope is cancelled; false: it is ready,
/// go on. Out of line, so that nothing of the frame is touched after another worker may have
/// resumed it.
SKUA_NOINLINE bool suspend_coroutine(coroutine_wait& w, future_state* p, std::coroutine_handle<> h);

template <class R>
class future_awaiter : coroutine_wait {
 public:
  explicit future_awaiter(future<R>& f) noexcept : future_(f) {}
  bool await_ready() {
    require_state(handle_access::state(future_));
    return ready_at_once(handle_access::state(future_), true);
  }
  bool await_suspend(std::coroutine_handle<> h) { return suspend_coroutine(*this, handle_access::state(future_), h); }
  R await_resume() {
    if (SKUA_UNLIKELY(why != wake_reason::event)) throw_cancelled();
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
  bool await_suspend(std::coroutine_handle<> h) { return suspend_coroutine(*this, handle_access::state(future_), h); }
  /// A reference: keep a handle for as long as you use it.
  shared_result<R> await_resume() {
    if (SKUA_UNLIKELY(why != wake_reason::event)) throw_cancelled();
    return future_.get();
  }

 private:
  shared_future<R> future_;
};

}  // namespace skua::sched
