// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/task_on_top.hpp"

#include <utility>

namespace skua::sched {

task_on_top::task_on_top(fibre* current) noexcept
    : fibre_(current),
      phasers_(std::exchange(current->phasers, nullptr)),
      exits_(std::exchange(current->exits, nullptr)),
      scope_(current->scope),
      is_shielded_(std::exchange(current->is_shielded, false)) {
  current->scope &= ~slot_in_shield;
}

task_on_top::~task_on_top() {
  end_task(fibre_);
  fibre_->phasers = phasers_;
  fibre_->exits = exits_;
  fibre_->scope = scope_;
  fibre_->is_shielded = is_shielded_;
  if (phasers_ != nullptr || exits_ != nullptr || is_shielded_) hide_from_tasks_on_top(fibre_);
}

}  // namespace skua::sched
