// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registrations of tasks with phasers, from the spawn to the end of the task.
//
// Ownership: register_child makes a registration in the spawner. Then scoped_registrations owns it
// in the task, or drop_unstarted ends it if the task is cancelled before it starts. While a task
// runs, its registrations are the list fibre::phasers. A suspended coroutine has them in its frame
// (coroutine_wait, coroutine_scope), since it may continue on another fibre. If a task leaves its
// place, its registrations are packed, and stay as travellers where they were made
// (src/remote/phaser_side.hpp).
#pragma once

#include <cstdint>

#include <skua/detail/core/fibre.hpp>
#include <skua/phaser.hpp>

namespace skua::wire {
class writer;
class reader;
}  // namespace skua::wire

namespace skua::sched {

class phaser_object;

/// All members but `next` change under the phaser's lock.
struct registration {
  registration* next;         // next registration of the same task
  phaser_object* object;      // at this place: the phaser, or its representative
  std::uint64_t name;         // name of the phaser
  registration* member_next;  // next registration with the same phaser
  registration* member_previous;
  std::uint64_t signalled;  // phases it has signalled, counted from the phaser's first
  std::uint64_t waited;     // phases it has waited for
  phaser_mode mode;
  std::uint32_t settled_by;  // a wait must not return before the answer to this report has arrived; 0: none

  bool is_signaller() const noexcept { return (static_cast<std::uint32_t>(mode) & 1u) != 0; }
  bool waits() const noexcept { return (static_cast<std::uint32_t>(mode) & 2u) != 0; }
};

/// In the spawner: registers a task to be spawned and prepends the registration to the list `first`
/// of the task. If it throws, the list has been dropped. A mode that the spawner does not have
/// itself is a broken contract.
registration* register_child(phased_word const& word, registration* first = nullptr);
/// Like the other register_child, with all phasers of the spawner.
registration* register_child(phased_like_parent_word, registration* first = nullptr);

/// Ends the registrations of a task that never started.
void drop_unstarted(registration* first) noexcept;
/// Ends those of the fibre's task or coroutine, at its end.
void end_registrations(fibre* current) noexcept;

/// At the spawner of a task that leaves its place: writes its registrations for the other place,
/// without any effect that tasks can see.
void pack_registrations(registration* first, wire::writer& to);
/// At the other place, in a worker: makes the registrations of the task. The travellers at the old
/// place end when their phaser's place knows of the new ones.
[[nodiscard]] registration* unpack_registrations(wire::reader& from);

/// In the task: the task owns the registrations for the lifetime of this object; its destructor
/// drops the remaining ones.
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
