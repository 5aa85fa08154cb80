// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes futures that are ready from the start; included by future.hpp.
#pragma once

#include <skua/future.hpp>

namespace skua {
namespace sched {
/// Makes a ready state without a completer. Its only reference is the handle's; the caller stores
/// the result.
template <class R>
promise_state<R>* make_settled() {
  auto* state = promise_state<R>::make();
  state->refs.store(1, std::memory_order_relaxed);  // relaxed: not shared yet
  state->ready.complete_unshared();
  return state;
}
}  // namespace sched

/// A ready future with the result R(args…). R may be a reference or void.
template <class R, class... Args>
[[nodiscard]] future<R> make_ready_future(Args&&... args) {
  auto* const state = sched::make_settled<R>();
  auto result = future<R>::adopt(state);  // frees the state if the constructor throws
  if constexpr (std::is_reference_v<R>) {
    state->emplace(static_cast<R>(args)...);
  } else {
    state->emplace(std::forward<Args>(args)...);
  }
  return result;
}
/// A ready future with a copy of the value; a reference_wrapper<T> gives a future<T&>.
template <int = 0, class T>
[[nodiscard]] future<std::unwrap_ref_decay_t<T>> make_ready_future(T&& value) {
  return make_ready_future<std::unwrap_ref_decay_t<T>>(std::forward<T>(value));
}
/// A ready future without a value.
inline future<void> make_ready_future() { return make_ready_future<void>(); }

/// A future that is ready with an exception.
template <class R>
[[nodiscard]] future<R> make_exceptional_future(std::exception_ptr exception) {
  auto* const state = sched::make_settled<R>();
  state->error = std::move(exception);
  return future<R>::adopt(state);
}
template <class R, class E>
[[nodiscard]] future<R> make_exceptional_future(E exception) {
  return make_exceptional_future<R>(std::make_exception_ptr(std::move(exception)));
}

}  // namespace skua
