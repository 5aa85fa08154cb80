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

void keep_exception(future_state* p) noexcept {
  p->error = std::current_exception();
  fibre const* const s = self();
  // exceptions from tasks of a cancelled scope are ignored
  bool const is_ignored = s != nullptr && scope_forbids(s->scope);
  if (!is_ignored) report_if_lost(*p);
}

void complete_and_release(future_state* p) noexcept {
  complete_and_note(p->ready);
  p->release();
}

void run_deferred_on_new_fibre(fibre* s, future_state* p) {
  slot* const task = p->where();
  auto call = [task] { task->fn(task, task_op::run); };
  join_child<decltype(call), void> c;
  c.callable = &call;
  if (push_claimable(s, &join_task<decltype(call), void>, &c)) push_join_slow(s);
  if (take_back(s, &c)) {
    call();  // never on a stack that is low
  } else if (c.failed) {
    (void)c.take_error();  // discarded with the scope
    task->fn(task, task_op::destroy);
  }
}

void await_slow(future_state* p) {
  if (sees_done(p->ready) || run_deferred(p)) return;
  fibre* s = self();
  if (s != nullptr && run_from_middle(s, p)) {
    if (completions_are_followed()) note_seen(&p->ready);
    return;
  }
  (void)wait_done(p->ready, "future", p);
}

}  // namespace skua::sched
