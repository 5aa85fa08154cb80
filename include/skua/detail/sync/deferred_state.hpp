// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The state of std::launch::deferred: it contains its task's slot until the first waiter runs it.
//
// Invariant: `deferred` changes from true to false once, by the waiter that then runs the task.
// Until then the handles hold the only references; that waiter adds the task's reference. Edge
// DEFER: a thread that sees false may wait, because another thread makes the state ready.
#pragma once

#include <skua/detail/sync/future_state.hpp>

namespace skua::sched {

template <class R, class F>
struct deferred_state final : task_state<R, F> {
  slot task;  // never in a deque; where() points here

  template <class G>
  explicit deferred_state(G&& function) : task_state<R, F>(std::forward<G>(function)) {
    task.fn = &future_task<R, F>;
    task.scope = 0;
    *reinterpret_cast<claimable**>(task.buffer) = this;
    this->set_where(&task);
    this->refs.store(1, std::memory_order_relaxed);         // relaxed: not shared yet
    this->deferred.store(true, std::memory_order_relaxed);  // relaxed: not shared yet
    this->dispose = [](future_state* disposed) noexcept {
      auto* state = static_cast<deferred_state*>(disposed);
      if (state->deferred.load(std::memory_order_relaxed)) state->closure.~F();  // relaxed: the last holder
      state->~deferred_state();
      block_put<deferred_state>(self(), state);
    };
  }
};

/// Makes a state with the task `function`, which the first waiter runs. One reference, the
/// handle's.
template <class R, class F>
future_value<R>* make_deferred(F&& function) {
  using state = deferred_state<R, closure_of<F>>;
  void* memory = block_get<state>(self());
  try {
    return ::new (memory) state(std::forward<F>(function));
  } catch (...) {
    block_put<state>(self(), memory);
    throw;
  }
}

/// Runs a deferred task that has not been started, in the caller. Returns false if it was started
/// or the state is not deferred: the caller must wait.
inline bool run_deferred(future_state* state) {
  if (!state->deferred.load(std::memory_order_acquire) ||             // sync: DEFER <- run_deferred
      !state->deferred.exchange(false, std::memory_order_acq_rel)) {  // sync: DEFER -> run_deferred
    return false;
  }
  state->retain();
  if (fibre* const current = self(); current != nullptr && SKUA_UNLIKELY(stack_is_low(current))) {
    run_deferred_on_new_fibre(current, state);
  } else {
    state->where()->fn(state->where(), task_op::run);
  }
  return true;
}

}  // namespace skua::sched
