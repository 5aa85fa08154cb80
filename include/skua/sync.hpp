// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Synchronisation that suspends tasks instead of blocking workers: mutexes, conditions, semaphores,
// latches, barriers, events.
//
// Common to all: tasks and external threads may share one object. A wait for a condition that
// already holds returns, even in a cancelled scope. A wait that would have to suspend in a
// cancelled scope throws cancelled_error (except in shielded tasks) and changes nothing.
#pragma once

#include <skua/barrier.hpp>
#include <skua/condition_variable.hpp>
#include <skua/event.hpp>
#include <skua/latch.hpp>
#include <skua/mutex.hpp>
#include <skua/semaphore.hpp>
