// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/detail/core/completion_events.hpp>

#include <skua/detail/core/self.hpp>

#include "core/place.hpp"
#include "core/task_events.hpp"

namespace skua::sched {

base::atomic<void (*)(void const*) noexcept> completed_outside{nullptr};

namespace {
/// The record of the calling task's place, or nullptr.
task_events* record_here() noexcept {
  fibre const* const caller = self();
  return caller != nullptr ? find_instrument(place_of(caller)->events, instrument::record) : nullptr;
}
}  // namespace

void note_completed(void const* completion) noexcept {
  if (task_events* const record = record_here()) return record->completed(completion);
  // relaxed: the caller has seen that it is set
  completed_outside.load(std::memory_order_relaxed)(completion);
}
void note_seen(void const* completion) noexcept {
  if (task_events* const record = record_here()) record->seen(completion);
}
void note_seen_for_next(void const* completion) noexcept {
  if (task_events* const record = record_here()) record->seen_for_next(completion);
}
void note_phase_signalled(void const* object, std::uint64_t phase) noexcept {
  if (task_events* const record = record_here()) record->phase_signalled(object, phase);
}
void note_phase_seen(void const* object, std::uint64_t phase) noexcept {
  if (task_events* const record = record_here()) record->phase_seen(object, phase);
}

}  // namespace skua::sched
