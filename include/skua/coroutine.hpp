// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Coroutines: task<T>, and co_await on futures.
//
// A coroutine that waits gives its stack back. It needs a few hundred bytes; a waiting task needs
// some kilobytes. Any coroutine that runs inside a task may co_await futures; task<T> is the
// library's own coroutine type.
#pragma once

#include <utility>

#include <skua/detail/sync/coroutine_scope.hpp>
#include <skua/detail/sync/coroutine_task.hpp>
#include <skua/detail/sync/coroutine_wait.hpp>
#include <skua/future.hpp>

namespace skua {

/// Waits without keeping a stack; consumes the future like get().
template <class R>
sched::future_awaiter<R> operator co_await(future<R>& awaited) noexcept {
  return sched::future_awaiter<R>(awaited);
}
template <class R>
sched::future_awaiter<R> operator co_await(future<R>&& awaited) noexcept {
  return sched::future_awaiter<R>(awaited);
}
/// Waits without keeping a stack. The result is a reference, valid while a handle exists.
template <class R>
sched::shared_awaiter<R> operator co_await(shared_future<R> future) noexcept {
  return sched::shared_awaiter<R>(std::move(future));
}

}  // namespace skua
