// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The search of a worker that has no tasks.
#pragma once

#include "core/place.hpp"

namespace skua::sched {

/// Returns a fibre to continue, or nullptr after it has moved tasks into `me`'s deque. Neither:
/// nullptr and an empty deque, when the place stops.
fibre* find_work(fibre* me);
/// A worker in the gate sleeps while it is parked, at most until `deadline` (ns; 0: no limit).
/// Handles the messages that come, if the transport can wake it for them. May return early.
void sleep_parked(place& place, worker& own, std::uint64_t deadline) noexcept;

}  // namespace skua::sched
