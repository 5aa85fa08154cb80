// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The wait of tasks that are in no deque (see the header).
#include <skua/detail/core/pending.hpp>
#include <skua/detail/core/submit.hpp>

#include "core/cancel.hpp"
#include "core/place.hpp"
#include "core/place_registry.hpp"
#include "core/task_events.hpp"

namespace skua::sched {
namespace {

/// Called once by the winner of the claim: the wait is over.
void claimed(parker* p) noexcept {
  auto* const waiter = static_cast<pooled_parker*>(p);
  auto& t = *static_cast<pending_task*>(waiter->context);
  t.reason = waiter->close();
  if (t.reason != wake_reason::event) t.awaited->remove(&t.node);
  pooled_parker_put(t.place, waiter);
  launch(t);
}

}  // namespace

bool arm(pending_task& t, std::uintptr_t waits_under, char const* waits_for, void const* object) {
  place& p = *static_cast<place*>(t.place);
  place_pin const pin(&p);
  pooled_parker* const waiter = pooled_parker_get(t.place);
  waiter->context = &t;
  waiter->resume = &claimed;
  waiter->scope = waits_under;
  waiter->waits_for = waits_for;
  waiter->object = object;
  waiter->firm = false;
  t.node.waiter = waiter;
  waiter->begin();
  tell(p.events, &task_events::pending_armed, t);
  if (!t.awaited->add(&t.node)) {
    tell(p.events, &task_events::pending_unarmed, t);
    (void)waiter->close();  // no other thread knew of it
    pooled_parker_put(t.place, waiter);
    return true;
  }
  open_wait(p, *waiter);
  return false;
}

void launch(pending_task const& t) noexcept {
  slot task;
  task.fn = t.fn;
  task.scope = t.scope;
  *reinterpret_cast<void**>(task.buffer) = t.argument;
  tell(static_cast<place*>(t.place)->events, &task_events::pending_launched, t, task);
  if (t.is_urgent) {
    submit_urgent(t.place, task);
  } else {
    submit(t.place, task);
  }
}

}  // namespace skua::sched
