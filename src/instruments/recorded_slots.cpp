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

void recorded_slots::wrap(slot& task, observe::record_node* n) {
  kept_slot* const k = free_ != nullptr ? std::exchange(free_, free_->next_free) : new kept_slot;
  copy_slot(&k->original, &task);
  k->node = n;
  __builtin_memcpy(task.buffer + kept_at, &k, sizeof k);
  task.fn = fn_;
}

observe::record_node* recorded_slots::unwrap(slot const& task, slot& original) noexcept {
  kept_slot* k;
  __builtin_memcpy(&k, task.buffer + kept_at, sizeof k);
  copy_slot(&original, &k->original);
  original.scope = task.scope;  // a thief may have added a token
  k->next_free = std::exchange(free_, k);
  return k->node;
}

observe::record_node* recorded_slots::node_of(slot const& task) noexcept {
  kept_slot const* k;
  __builtin_memcpy(&k, task.buffer + kept_at, sizeof k);
  return k->node;
}

}  // namespace skua::sched
