// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Making, starting and ending one place.
#pragma once

#include <exception>

#include <skua/options.hpp>

#include "system/machine.hpp"

namespace skua::sched {

struct place;

/// Makes a place without threads; start_place starts its workers. Throws skua::error.
place* make_place(options const& o, int number = 0, int total = 1,
                  system::machine& host_machine = system::real_machine(), bool simulated = false);
void start_place(place* p);
void destroy_place(place* p) noexcept;
/// Runs fn(context) as a task in a scope of its own and waits. Rethrows exceptions of that task and
/// of tasks of external threads.
void run_root(place* p, void (*fn)(void*), void* context);
/// Waits until the root scope has no task left.
void wait_for_root(place* p) noexcept;
/// Resets the flags of the root scope after a run and returns its exceptions.
std::exception_ptr settle_root(place& p);
/// Makes the root scope usable again after a cancel; no task of it is left.
void reopen_root(place& p) noexcept;
/// Calls fn for each place that this process has made, while none can be destroyed. False: a place
/// is being made or destroyed at this moment, and fn was not called.
bool for_each_place_here(void (*fn)(place&, void*), void* context) noexcept;
/// here() and places() for external threads.
int number_here() noexcept;
int total_here() noexcept;

}  // namespace skua::sched
