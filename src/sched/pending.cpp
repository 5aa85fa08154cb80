// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The wait of tasks that are in no deque (see the header).
#include <skua/sched/pending.hpp>

#include "sched/place.hpp"

namespace skua::sched {
namespace {

/// Called once by the winner of the claim: the wait is over.
void claimed(parker* p) noexcept {
  auto* const who = static_cast<pooled_parker*>(p);
  auto& t = *static_cast<pending_task*>(who->context);
  t.why = who->close();
  if (t.why != wake_reason::event) t.on->remove(&t.node);
  pooled_parker_put(t.at, who);
  launch(t);
}

}  // namespace

bool arm(pending_task& t, std::uintptr_t waits_under, char const* waits_for, void const* object) {
  place& p = *static_cast<place*>(t.at);
  visit const here(&p);
  pooled_parker* const who = pooled_parker_get(t.at);
  who->context = &t;
  who->resume = &claimed;
  who->scope = waits_under;
  who->waits_for = waits_for;
  who->object = object;
  who->firm = false;
  t.node.who = who;
  who->begin();
  if (!t.on->add(&t.node)) {
    (void)who->close();  // nobody knew of it
    pooled_parker_put(t.at, who);
    return true;
  }
  open_wait(p, *who);
  return false;
}

void launch(pending_task const& t) noexcept {
  slot task;
  task.fn = t.fn;
  task.scope = t.scope;
  *reinterpret_cast<void**>(task.buffer) = t.argument;
  submit(t.at, task);
}

}  // namespace skua::sched
