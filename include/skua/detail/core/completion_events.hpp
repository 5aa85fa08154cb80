// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a record of tasks must know of results: which task completes one, and which task depends on
// one. A result is known by the address of its completion.
#pragma once

#include <cstdint>

#include <skua/detail/base/atomic.hpp>
#include <skua/detail/base/config.hpp>

namespace skua::sched {

/// Told of completions by threads that run no task of a place with a record. Null as long as no
/// place of this process has had one.
extern base::atomic<void (*)(void const*) noexcept> completed_outside;

SKUA_INLINE bool completions_are_followed() noexcept {
  // relaxed: set before the first task of the place
  return SKUA_UNLIKELY(completed_outside.load(std::memory_order_relaxed) != nullptr);
}

/// The calling task, or thread, completes the completion.
SKUA_COLD void note_completed(void const* completion) noexcept;
/// The calling task depends on it and did not have to wait.
SKUA_COLD void note_seen(void const* completion) noexcept;
/// The next task that the calling thread submits or arms depends on it.
SKUA_COLD void note_seen_for_next(void const* completion) noexcept;
/// The calling task is one of several that complete a phase together.
SKUA_COLD void note_phase_signalled(void const* object, std::uint64_t phase) noexcept;
/// The calling task depends on the end of a phase.
SKUA_COLD void note_phase_seen(void const* object, std::uint64_t phase) noexcept;

/// Returns whether it is done. If so, the calling task depends on it.
template <class Completion>
SKUA_INLINE bool sees_done(Completion const& completion) noexcept {
  if (!completion.done()) return false;
  if (completions_are_followed()) note_seen(&completion);
  return true;
}

/// Completes it for all waiters.
template <class Completion>
SKUA_INLINE void complete_and_note(Completion& completion) noexcept {
  if (completions_are_followed()) note_completed(&completion);
  completion.complete();
}

}  // namespace skua::sched
