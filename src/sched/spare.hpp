// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Spare workers: threads beyond workers() that sleep until somebody is needed. They run urgent tasks when every worker is
// busy, and stand in for a worker that blocks in the kernel (blocking). No more run than workers block.
#pragma once

namespace skua::sched {

struct place;
struct worker;

/// Wakes a sleeping spare or starts one; does nothing when all 64 are awake.
void wake_spare(place& p);
/// A spare with nothing to do: true if it went to sleep (and was woken) instead of searching on.
bool retire_spare(worker* w) noexcept;
/// Whether more spares are awake than workers are blocked.
bool spares_in_surplus(place const& p) noexcept;

}  // namespace skua::sched
