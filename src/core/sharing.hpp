// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a simulated machine charges for: the cache lines that the workers of a place share, and the
// membarriers that interrupt them. On a real machine these functions do nothing.
#pragma once

#include <cstddef>

#include "core/place.hpp"

namespace skua::sched {

/// Where the variables of a deque lie that its owner changes, and those that thieves change.
inline void const* owners_line(task_deque const* deque) noexcept { return deque; }
inline void const* thieves_line(task_deque const* deque) noexcept {
  return reinterpret_cast<std::byte const*>(deque) + 64;
}

inline void note_read(place const& place, void const* line) noexcept {
  if (SKUA_UNLIKELY(place.simulated)) place.machine->touch(line, false);
}
inline void note_write(place const& place, void const* line) noexcept {
  if (SKUA_UNLIKELY(place.simulated)) place.machine->touch(line, true);
}
inline void note_membarrier(place const& place) noexcept {
  if (SKUA_UNLIKELY(place.simulated)) place.machine->interrupt_threads();
}

/// A thief has probed a fibre, and has made a request or taken tasks if `changes`.
inline void note_probe(place const& place, fibre const* victim, bool changes) noexcept {
  if (SKUA_LIKELY(!place.simulated)) return;
  place.machine->touch(thieves_line(victim), changes);
  if (changes) place.machine->touch(owners_line(victim), true);
}

}  // namespace skua::sched
