// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The wait of tasks that are in no deque (see the header).
#include <skua/detail/core/pending.hpp>
#include <skua/detail/core/submit.hpp>

#include "core/cancel.hpp"
#include "core/place.hpp"
#include "core/place_registry.hpp"

namespace skua::sched {
namespace {

/// Called once by the winner of the claim: the wait is over.
void claimed(parker* parker) noexcept {
  auto* const waiter = static_cast<pooled_parker*>(parker);
  auto& task = *static_cast<pending_task*>(waiter->context);
  task.reason = waiter->close();
  if (task.reason != wake_reason::event) task.awaited->remove(&task.node);
  pooled_parker_put(task.place, waiter);
  launch(task);
}

}  // namespace

bool arm(pending_task& task, std::uintptr_t waits_under, char const* waits_for, void const* object) {
  place& home = *static_cast<place*>(task.place);
  place_pin const pin(&home);
  pooled_parker* const waiter = pooled_parker_get(task.place);
  waiter->context = &task;
  waiter->resume = &claimed;
  waiter->scope = waits_under;
  waiter->waits_for = waits_for;
  waiter->object = object;
  waiter->firm = false;
  task.node.waiter = waiter;
  waiter->begin();
  if (!task.awaited->add(&task.node)) {
    (void)waiter->close();  // no other thread knew of it
    pooled_parker_put(task.place, waiter);
    return true;
  }
  open_wait(home, *waiter);
  return false;
}

void launch(pending_task const& pending_task) noexcept {
  slot task;
  task.fn = pending_task.fn;
  task.scope = pending_task.scope;
  *reinterpret_cast<void**>(task.buffer) = pending_task.argument;
  if (pending_task.is_urgent) {
    submit_urgent(pending_task.place, task);
  } else {
    submit(pending_task.place, task);
  }
}

}  // namespace skua::sched
