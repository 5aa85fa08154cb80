// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Slots of recorded tasks: their function is the recorder's, and their own contents are kept beside
// the deque. The first word of the buffer stays, since a waiter compares it with its claimable.
#pragma once

#include <skua/detail/core/slot.hpp>

#include "observe/task_record.hpp"

namespace skua::sched {

/// Under the recorder's lock.
class recorded_slots {
 public:
  /// `fn`: runs, or destroys, a recorded task.
  explicit recorded_slots(task_fn fn) noexcept : fn_(fn) {}
  ~recorded_slots();
  recorded_slots(recorded_slots const&) = delete;
  recorded_slots& operator=(recorded_slots const&) = delete;

  [[nodiscard]] bool has(slot const& task) const noexcept { return task.fn == fn_; }
  void wrap(slot& task, observe::record_node* node);
  /// Copies the task's own contents to `original`, with the present scope word; returns its node.
  observe::record_node* unwrap(slot const& task, slot& original) noexcept;
  [[nodiscard]] static observe::record_node* node_of(slot const& task) noexcept;

 private:
  struct kept_slot;
  task_fn fn_;
  kept_slot* free_ = nullptr;
};

}  // namespace skua::sched
