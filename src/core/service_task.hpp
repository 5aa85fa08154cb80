// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// User code that the library must run, but not in the thread that finds out, runs in a task. For
// example, a message requires it.
#pragma once

#include <utility>

#include <skua/detail/core/push.hpp>
#include <skua/detail/core/submit.hpp>

#include "core/place.hpp"

namespace skua::sched {

/// Runs a closure as a task of the place's root scope.
template <class F>
void run_service_task(place_front* at, F&& function) {
  auto& home = *static_cast<place*>(at);
  slot task;
  emplace_closure(self(), &task, std::forward<F>(function));
  home.root.state.add(1);
  task.scope = reinterpret_cast<std::uintptr_t>(&home.root) | slot_counted | slot_shielded;
  submit_urgent(at, task);
}

}  // namespace skua::sched
