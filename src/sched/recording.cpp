// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/detail/sched/recording.hpp>

#include "sched/recorded_waits.hpp"
#include "sched/recorder.hpp"

namespace skua::sched {

base::atomic<bool> tasks_are_recorded{false};

void note_completed(void const* completion) noexcept {
  if (recorder* const r = recorder_here()) {
    r->waits().completes(completion);
  } else {
    recorded_waits::completed_unrecorded(completion);
  }
}
void note_seen(void const* completion) noexcept {
  if (recorder* const r = recorder_here()) r->waits().depends_on(completion);
}
void note_phase_signalled(void const* object, std::uint64_t phase) noexcept {
  if (recorder* const r = recorder_here()) r->waits().signals_phase(object, phase);
}
void note_phase_seen(void const* object, std::uint64_t phase) noexcept {
  if (recorder* const r = recorder_here()) r->waits().saw_phase(object, phase);
}

}  // namespace skua::sched
