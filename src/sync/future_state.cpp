// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Waiting for a future when its task is not the newest of this fibre.
#include <skua/detail/core/self.hpp>
#include <skua/detail/sync/deferred_state.hpp>
#include <skua/detail/sync/future_state.hpp>

#include <skua/detail/sync/start_task.hpp>
#include <skua/error.hpp>
#include <skua/invoke.hpp>

#include "core/cancel.hpp"
#include "core/deque_slow.hpp"
#include "core/place.hpp"
#include "core/task_on_top.hpp"
#include "sync/lost_exception.hpp"

namespace skua::sched {

void keep_exception(future_state* state) noexcept {
  state->error = std::current_exception();
  fibre const* const current = self();
  // exceptions from tasks of a cancelled scope are ignored
  bool const is_ignored = current != nullptr && scope_forbids(current->scope);
  if (!is_ignored) report_if_lost(*state);
}

void complete_and_release(future_state* state) noexcept {
  state->ready.complete();
  state->release();
}

void discard_future(future_state* state) noexcept {
  if (!state->error) state->error = make_cancelled();
  complete_and_release(state);
}

void future_state::release_shared() noexcept {
  if ((refs.fetch_sub(1, std::memory_order_acq_rel) & ~retained_flag) == 1) destroy();  // sync: REFS -> release
}

void submit_future(task_fn fn, future_state* state, std::uintptr_t flags) {
  slot task;
  task.fn = fn;
  *reinterpret_cast<claimable**>(task.buffer) = state;
  try {
    place_front* const this_place = place_here();
    task.scope = counted_scope(nullptr, this_place) | slot_claimable | flags;
    submit(this_place, task);
  } catch (...) {  // no runtime could be started
    fn(&task, task_op::destroy);
    state->release();
    throw;
  }
}

void run_deferred_on_new_fibre(fibre* current, future_state* state) {
  slot* const task = state->where();
  auto call = [task] { task->fn(task, task_op::run); };
  join_child<decltype(call), void> child;
  child.callable = &call;
  if (push_claimable(current, &join_task<decltype(call), void>, &child)) push_slow(current);
  if (take_back(current, &child)) {
    call();  // never on a stack that is low
  } else if (child.failed) {
    (void)child.take_error();  // discarded with the scope
    task->fn(task, task_op::destroy);
  }
}

void await_slow(future_state* state, bool unique) {
  if (state->ready.done() || run_deferred(state)) return;
  fibre* current = self();
  if (current != nullptr && run_from_middle(current, state, op_of(state, unique))) return;
  (void)wait_done(state->ready, "future", state);
}

}  // namespace skua::sched
