// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects owned by a scope: reducers, phasers. Their handles are 8-byte pointers that closures
// capture for nothing; the object dies when the scope that made it ends.
#pragma once

#include <chrono>

#include <skua/sched/fibre.hpp>

namespace skua::wire {
class writer;
class reader;
}  // namespace skua::wire

namespace skua::sched {

struct owned {
  owned* next = nullptr;
  owned* hook_next = nullptr;                 // see fibre::hooked
  place_front* made_at = nullptr;             // its home, or the replica's place
  base::atomic<bool> known_elsewhere{false};  // its name may still be known at other places when its scope has ended
  // Of reducers; see far_parts.hpp.
  bool merges_parts = false;                  // what is merged elsewhere comes home with the ends of scopes
  base::atomic<bool> used_apart{false};       // by tasks elsewhere whose end this place does not hear of
  base::atomic<std::uint32_t> generation{0};  // how often it was reset; of a replica: as far as its place knows
  [[nodiscard]] int home() const noexcept { return made_at->number; }
  virtual ~owned() = default;
  /// The body of the owning scope has ended (its tasks may still run), or the task that made it, if
  /// that ran on another fibre than the body; called only if asked for at adoption.
  virtual void body_ended(fibre*) noexcept {}
  /// Every task of the owning scope has ended; true: it has pushed more, look again when they have
  /// ended.
  virtual bool quiet(fibre*) noexcept { return false; }
  /// Its scope has ended, and other places are about to be told to forget its name.
  virtual void leaving() noexcept {}

  // At other places (object_name.hpp). What is not overridden cannot be used there, which is a
  // broken contract.
  /// What a replica elsewhere is made from.
  virtual void describe(wire::writer& to) const;
  /// Everything merged into this replica, what came from third places included; then it is empty.
  virtual void take_merged(wire::writer& to);
  /// What was merged at this place itself.
  virtual void pack_part(wire::writer& to) const;
  /// What another place's take_merged wrote.
  virtual void merge_in(wire::reader& from);
  /// Keeps the part of a replica that is about to go, for pack_part.
  virtual void keep_part(owned const& of);
  /// Forgets everything merged into this replica.
  virtual void clear_merged();
};

/// The object's scope has ended: destroys it, now or when no other place can send anything for it
/// any more.
void dispose(owned* object) noexcept;

/// Gives the object to the calling task's innermost scope (from a plain thread: to the root scope
/// of the default runtime). With `hook`, body_ended is called when the scope's body has ended.
/// Throws skua::error while a replica is made.
void adopt(owned* object, bool hook = false);

/// Hands a task that already holds a token of its scope to a worker at once: a parked one, else a
/// standby worker.
void submit_urgent(place_front* at, struct slot const& task);

/// How often something is looked at: first in short intervals, which grow to a sixteenth of the
/// time that has passed, up to the longest. (A thread that wakes every millisecond takes one to two
/// per cent of a core on a virtual machine.)
struct tick_period {
  std::chrono::nanoseconds first, longest;
};

/// Calls fn(argument) on the service thread so often; returns an id for stop_ticking.
std::uint64_t start_ticking(place_front* at, tick_period often, void (*fn)(void*) noexcept, void* argument);
/// Stops it; a call that is running has ended when this returns.
void stop_ticking(place_front* at, std::uint64_t id) noexcept;

}  // namespace skua::sched
