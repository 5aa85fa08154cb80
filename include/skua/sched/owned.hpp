// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects owned by a scope: reducers, phasers. Their handles are 8-byte pointers that closures capture for nothing; the
// object dies when the scope that made it ends.
#pragma once

#include <chrono>

#include <skua/sched/fibre.hpp>

namespace skua::sched {

struct owned {
  owned* next = nullptr;
  owned* hook_next = nullptr;  // see fibre::hooked
  virtual ~owned() = default;
  /// The body of the owning scope has ended (its tasks may still run), or the task that made it, if that ran on another
  /// fibre than the body; called only if asked for at adoption.
  virtual void body_ended(fibre*) noexcept {}
  /// Every task of the owning scope has ended; true: it has pushed more, look again when they have ended.
  virtual bool quiet(fibre*) noexcept { return false; }
};

/// Gives the object to the calling task's innermost scope (from a plain thread: to the root scope of the default
/// runtime). With `hook`, body_ended is called when the scope's body has ended.
void adopt(owned* object, bool hook = false);

/// Hands a task that already holds a token of its scope to a worker at once: a parked one, else a standby worker.
void submit_urgent(place_front* at, struct slot const& task);

/// Calls fn(argument) on the service thread every `period`; returns an id for stop_ticking.
std::uint64_t start_ticking(place_front* at, std::chrono::nanoseconds period, void (*fn)(void*) noexcept, void* argument);
/// Stops it; a call that is running has ended when this returns.
void stop_ticking(place_front* at, std::uint64_t id) noexcept;

}  // namespace skua::sched
