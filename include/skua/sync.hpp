// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All that lets tasks wait for one another without keeping a worker: mutexes, conditions,
// semaphores, latches, barriers, events.
//
// Common to all: tasks and plain threads may use them together; a wait that finds what it waits for
// returns, even in a cancelled scope; one that would have to suspend there throws cancelled_error
// (shielded tasks excepted) and leaves no trace.
#pragma once

#include <skua/barrier.hpp>
#include <skua/condition_variable.hpp>
#include <skua/event.hpp>
#include <skua/latch.hpp>
#include <skua/mutex.hpp>
#include <skua/semaphore.hpp>
