// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registrations of tasks with phasers, from the spawn to the end of the task.
//
// Who makes one hands it on: register_child in the spawner; then either scoped_registrations in the
// task, or drop_unstarted if the task is cancelled before it starts. While a task runs, its
// registrations are the list fibre::phasers. For a task that leaves its place they are packed, and
// stay where they were made as travellers (phaser_outside.hpp).
#pragma once

#include <cstdint>

#include <skua/phaser.hpp>
#include <skua/sched/fibre.hpp>

namespace skua::wire {
class writer;
class reader;
}  // namespace skua::wire

namespace skua::sched {

class phaser_object;

/// All but `next` changes under the phaser's lock.
struct registration {
  registration* next;         // of the same task
  phaser_object* object;      // at this place: the phaser, or its representative
  std::uint64_t name;         // of the phaser
  registration* member_next;  // of the same phaser
  registration* member_previous;
  std::uint64_t signalled;  // phases it has signalled, counted from the phaser's first
  std::uint64_t waited;     // phases it has waited for
  phaser_mode mode;
  std::uint32_t settled_by;  // the answer to this report must have come before it passes a wait, 0: none

  bool signals() const noexcept { return (static_cast<std::uint32_t>(mode) & 1u) != 0; }
  bool waits() const noexcept { return (static_cast<std::uint32_t>(mode) & 2u) != 0; }
};

/// In the spawner: registers a task to be spawned, in front of the registrations it already has. If
/// it throws, the others have been dropped. A mode that the spawner does not have itself is a
/// broken contract.
registration* register_child(phased_word const& w, registration* others = nullptr);
/// The same with all phasers of the spawner.
registration* register_child(phased_like_parent_word, registration* others = nullptr);

/// Ends registrations whose task never started.
void drop_unstarted(registration* first) noexcept;

/// For a task that leaves, at its spawner: what the other place needs, without changing anything
/// that concerns tasks.
void pack_registrations(registration* first, wire::writer& to);
/// At the other place, in a worker: its registrations. Those it left behind end when their phaser's
/// place knows of these.
[[nodiscard]] registration* unpack_registrations(wire::reader& from);

/// In the task: the registrations are the task's while this lives; then those that are left are
/// dropped.
class scoped_registrations {
 public:
  explicit scoped_registrations(registration* first) noexcept;
  ~scoped_registrations();
  scoped_registrations(scoped_registrations const&) = delete;
  scoped_registrations& operator=(scoped_registrations const&) = delete;

 private:
  fibre* s_;
  registration* outer_;
};

}  // namespace skua::sched
