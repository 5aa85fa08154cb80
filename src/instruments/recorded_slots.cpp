// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "instruments/recorded_slots.hpp"

#include <utility>

namespace skua::sched {

struct recorded_slots::kept_slot {
  slot original;
  observe::record_node* node;
  kept_slot* next_free;
};

namespace {
/// The offset in a wrapped slot at which it has the address of its saved contents.
constexpr std::size_t kept_at = sizeof(void*);
}  // namespace

recorded_slots::~recorded_slots() {
  while (free_ != nullptr) delete std::exchange(free_, free_->next_free);
}

void recorded_slots::wrap(slot& task, observe::record_node* node) {
  kept_slot* const slot = free_ != nullptr ? std::exchange(free_, free_->next_free) : new kept_slot;
  copy_slot(&slot->original, &task);
  slot->node = node;
  __builtin_memcpy(task.buffer + kept_at, &slot, sizeof slot);
  task.fn = fn_;
}

observe::record_node* recorded_slots::unwrap(slot const& task, slot& original) noexcept {
  kept_slot* slot;
  __builtin_memcpy(&slot, task.buffer + kept_at, sizeof slot);
  copy_slot(&original, &slot->original);
  original.scope = task.scope;  // a thief may have added a token
  slot->next_free = std::exchange(free_, slot);
  return slot->node;
}

observe::record_node* recorded_slots::node_of(slot const& task) noexcept {
  kept_slot const* slot;
  __builtin_memcpy(&slot, task.buffer + kept_at, sizeof slot);
  return slot->node;
}

}  // namespace skua::sched
