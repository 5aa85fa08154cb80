// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Spare workers: threads beyond workers() that sleep until they are needed. They run urgent tasks
// when every worker is busy. They also stand in for a worker that sleeps in the kernel, in
// blocking() or seen by the spare watch; the watch also wants some for tasks of std::launch::async.
// No more spares run than that.
#pragma once

namespace skua::sched {

struct place;
struct worker;

/// Wakes a sleeping spare or starts one; does nothing when all 64 are awake.
void wake_spare(place& place);
/// A spare with nothing to do sleeps until it is needed, unless it is needed already. It must not
/// be among place::searching: others would rely on its search while it sleeps.
void retire_spare(worker* worker) noexcept;
/// The number of missing spares: those for workers in blocking() and those that the watch wants,
/// less the spares awake.
int spares_missing(place const& place) noexcept;
/// Whether more spares are awake than are needed.
bool spares_in_surplus(place const& place) noexcept;

}  // namespace skua::sched
