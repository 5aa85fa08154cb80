// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Noticing that every task waits and nothing can come: one report with who waits for what, then abort.
#pragma once

#include <string>

namespace skua::sched {

struct place;
struct worker;

/// Called by a worker that is about to sleep. False: just sleep. True: it has slept for a while itself, as a watchman.
bool deadlock_watch(place& p, worker* w) noexcept;

/// "a task waits for a future 0x…, …", at most so many, for people; empty: nobody. Nothing of the place may run meanwhile.
std::string who_waits(place& p, int most);
inline constexpr int most_waiting = 20;  ///< named for one place in a report

/// The report, and the end of the process.
[[noreturn]] void end_in_deadlock(std::string const& who) noexcept;

}  // namespace skua::sched
