// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The progress of a simulation, for a debugger: the command `skua step` of gdb
// (src/instruments/gdb) reads and writes these variables. The same settings give the same events,
// so a run can be stopped at any of them again.
#pragma once

#include <cstdint>

extern "C" {
/// Events so far, and virtual nanoseconds, of the simulation that runs.
extern std::uint64_t skua_simulated_events;
extern std::uint64_t skua_simulated_time;
/// The event at which it stops with SIGTRAP; 0: none.
extern std::uint64_t skua_stop_at_event;
}

namespace skua::sim {

/// Stops in the debugger; without one the signal ends the process.
void stop_in_debugger() noexcept;

}  // namespace skua::sim
