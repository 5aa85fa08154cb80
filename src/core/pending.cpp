// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The wait of tasks that are in no deque (see the header).
#include <skua/detail/core/pending.hpp>
#include <skua/detail/core/self.hpp>
#include <skua/detail/core/submit.hpp>

#include "core/cancel.hpp"
#include "core/place.hpp"
#include "core/place_registry.hpp"
#include "core/ready.hpp"

namespace skua::sched {
namespace {

/// Called once by the winner of the claim: the wait is over.
void claimed(parker* parker) noexcept {
  auto* const waiter = static_cast<pooled_parker*>(parker);
  auto& task = *static_cast<awaiting_task*>(static_cast<pending_task*>(waiter->context));
  task.reason = waiter->close();
  if (task.reason != wake_reason::event) task.awaited->remove(&task);
  pooled_parker_put(task.place, waiter);
  launch(task);
}

}  // namespace

pooled_parker* begin_pending(pending_task& task, pending_wait const& wait, parker::resume_fn resume) {
  pooled_parker* const waiter = pooled_parker_get(task.place);
  waiter->context = &task;
  waiter->resume = resume;
  waiter->scope = wait.scope;
  waiter->waits_for = wait.waits_for;
  waiter->object = wait.object;
  waiter->firm = false;
  waiter->begin();
  return waiter;
}

bool arm(awaiting_task& task, pending_wait const& wait) {
  place& home = *static_cast<place*>(task.place);
  place_pin const pin(&home);
  pooled_parker* const waiter = begin_pending(task, wait, &claimed);
  task.waiter = waiter;
  if (!task.awaited->add(&task)) {
    (void)waiter->close();  // no other thread knew of it
    pooled_parker_put(task.place, waiter);
    return true;
  }
  open_wait(home, *waiter);
  return false;
}

void launch(pending_task& task) noexcept {
  place& home = *static_cast<place*>(task.place);
  fibre* const current = self();
  if (!task.is_urgent && current != nullptr && current->place == task.place) {
    worker* const own = worker_of(current);
    put_listed(own, own->ready_tasks, static_cast<wait_node*>(&task), which_end::front);
    if (notify(home) != notified::woken_worker) home.starvation.note_waiter(home);
    return;
  }
  slot ready;
  write_slot(ready, task);
  task.is_urgent ? submit_urgent(&home, ready) : submit(&home, ready);
}

}  // namespace skua::sched
