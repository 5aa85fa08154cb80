// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Making and ending places, and the list of the places of this process.
#pragma once

#include <skua/options.hpp>

#include "system/machine.hpp"

namespace skua::sched {

struct place;

/// Makes a place without threads; start_place starts its workers. Throws skua::error.
place* make_place(options const& o, int number = 0, int total = 1,
                  system::machine& host_machine = system::real_machine(), bool simulated = false);
void start_place(place* p);
void destroy_place(place* p) noexcept;
/// The newest place of the process, or the default one; null if there is none.
place* current_place() noexcept;
/// Place 0 of a simulation if the calling thread runs it, else null. An external thread that gets a
/// place sleeps, reads the time and lets others run by the place's machine.
place* simulated_by_this_thread() noexcept;
/// A thread that a simulated place gets a task or fibre from runs the simulation.
void require_thread_of(place const& p) noexcept;
/// For such a thread: the simulation runs for a moment. Returns false if there is none.
bool let_simulation_run() noexcept;
/// Calls fn for each place that this process has made, while none can be destroyed. Returns false
/// if a place is being made or destroyed at this moment; then fn was not called.
bool for_each_place_here(void (*fn)(place&, void*), void* context) noexcept;
/// here() and places() for external threads.
int number_here() noexcept;
int total_here() noexcept;
/// Whether the name is that of an object which this process made before the run, although place 0
/// is another process: at place 0 the name means nothing. Takes no lock if there is no such object.
[[nodiscard]] bool was_made_before_run(std::uint64_t name) noexcept;

}  // namespace skua::sched
