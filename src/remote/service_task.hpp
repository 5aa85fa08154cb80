// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// User code that a message requires runs in a task, except operations and codecs of reducers.
#pragma once

#include <utility>

#include <skua/detail/sched/push.hpp>
#include <skua/detail/sched/scope_object.hpp>
#include <skua/detail/sched/submit.hpp>
#include <skua/detail/sched/suspend.hpp>

#include "sched/place.hpp"

namespace skua::remote {

/// Runs a closure as a task of the place's root scope.
template <class F>
void run_service_task(sched::place_front* at, F&& f) {
  auto& p = *static_cast<sched::place*>(at);
  sched::slot task;
  sched::emplace_closure(sched::self(), &task, std::forward<F>(f));
  p.root.state.add(1);
  task.scope = reinterpret_cast<std::uintptr_t>(&p.root) | sched::slot_counted | sched::slot_shielded;
  sched::submit_urgent(at, task);
}

}  // namespace skua::remote
