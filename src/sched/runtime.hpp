// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Making, starting and ending one place.
#pragma once

#include <exception>

#include <skua/options.hpp>

#include "system/machine.hpp"

namespace skua::sched {

struct place;

/// A place without threads yet; start_place gives it its workers. Throws skua::error.
place* make_place(options const& o, int number = 0, int total = 1, system::machine& on = system::real_machine(),
                  bool stepped = false);
void start_place(place* p);
void destroy_place(place* p) noexcept;
/// Runs fn(context) as a task in a scope of its own and waits; rethrows what it or plain threads'
/// tasks threw.
void run_root(place* p, void (*fn)(void*), void* context);
/// Waits until the root scope has no task left.
void wait_for_root(place* p) noexcept;
/// Flags and exceptions of the root scope, taken when a run has ended.
std::exception_ptr settle_root(place& p);
/// The root scope can be used again after it was cancelled; no task of it is left.
void reopen_root(place& p) noexcept;
/// Calls fn for each place that this process has made, while none can go. False: places come or go
/// just now; nothing was called.
bool for_each_place_here(void (*fn)(place&, void*), void* context) noexcept;
/// here() and places() for plain threads.
int number_here() noexcept;
int total_here() noexcept;

}  // namespace skua::sched
