// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The reports of waits and completions to the recorder of tasks (src/sched/recorder.hpp), if any.
#pragma once

#include <cstdint>

#include <skua/detail/base/atomic.hpp>
#include <skua/detail/base/config.hpp>

namespace skua::sched {

/// Whether any place of this process records its tasks.
extern base::atomic<bool> tasks_are_recorded;
SKUA_INLINE bool is_recording() noexcept {
  return SKUA_UNLIKELY(tasks_are_recorded.load(std::memory_order_relaxed));  // relaxed: set before the first task
}

/// The calling task completes the completion.
SKUA_COLD void note_completed(void const* completion) noexcept;
/// The calling task depends on it, and did not have to wait.
SKUA_COLD void note_seen(void const* completion) noexcept;
/// The same for one of several tasks that complete a phase together.
SKUA_COLD void note_phase_signalled(void const* object, std::uint64_t phase) noexcept;
SKUA_COLD void note_phase_seen(void const* object, std::uint64_t phase) noexcept;

/// Whether it is done. If so, the calling task depends on it.
template <class Completion>
SKUA_INLINE bool sees_done(Completion const& c) noexcept {
  if (!c.done()) return false;
  if (is_recording()) note_seen(&c);
  return true;
}

/// Completes it for all waiters.
template <class Completion>
SKUA_INLINE void complete_and_note(Completion& c) noexcept {
  if (is_recording()) note_completed(&c);
  c.complete();
}

}  // namespace skua::sched
