// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The time in which cancellation does not end the waits of a task.
#pragma once

#include <cstdint>

#include <skua/detail/core/fibre.hpp>
#include <skua/detail/core/self.hpp>

namespace skua::sched {

/// While it exists, the running task is shielded (if `is_on`). Tasks that run on top of it are not
/// (src/core/task_on_top.hpp).
class shield_section {
 public:
  explicit shield_section(bool is_on = true) noexcept
      : fibre_(self()), scope_(fibre_->scope), was_shielded_(fibre_->is_shielded) {
    if (!is_on) return;
    fibre_->scope |= slot_in_shield;
    fibre_->is_shielded = true;
    hide_from_tasks_on_top(fibre_);
  }
  ~shield_section() {
    fibre_->scope = scope_;
    fibre_->is_shielded = was_shielded_;
  }
  shield_section(shield_section const&) = delete;
  shield_section& operator=(shield_section const&) = delete;

 private:
  fibre* fibre_;
  std::uintptr_t scope_;
  bool was_shielded_;
};

}  // namespace skua::sched
