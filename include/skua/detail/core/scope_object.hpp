// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects owned by a scope: reducers, phasers. Their handles are 8-byte names that closures capture
// at no cost; the object is destroyed when the scope that made it ends.
#pragma once

#include <chrono>

#include <skua/detail/core/fibre.hpp>

namespace skua::wire {
class writer;
class reader;
}  // namespace skua::wire

namespace skua::sched {

struct scope_object {
  scope_object* next = nullptr;
  scope_object* hook_next = nullptr;         // next in the list fibre::hooked
  place_front* made_at = nullptr;            // its home, or the replica's place
  base::atomic<bool> known_remotely{false};  // other places may still know its name when its scope has ended
  bool ends_with_user_code = false;          // the user's destructor runs at its end, and might wait
  // For reducers; see remote_parts.hpp.
  bool merges_parts = false;                  // values merged at other places arrive with the ends of scopes
  base::atomic<bool> used_untracked{false};   // used at other places by tasks that do not report their end here
  base::atomic<std::uint32_t> generation{0};  // number of resets; in a replica: those its place knows of
  [[nodiscard]] int home() const noexcept { return made_at->number; }
  virtual ~scope_object() = default;
  /// Called when the body of the owning scope has ended (its tasks may still run). If the task that
  /// made the object runs on a fibre other than the body's, called when that task has ended. Only
  /// with adopt(object, true).
  virtual void body_ended(fibre*) noexcept {}
  /// Called when every task of the owning scope has ended. Returns true if it has pushed more
  /// tasks; call it again when they have ended.
  virtual bool tasks_ended(fibre*) noexcept { return false; }
  /// Called when its scope has ended, before other places are told to forget its name.
  virtual void leaving() noexcept {}

  // For other places (object_name.hpp). Using an object at another place requires these overrides;
  // otherwise the contract is broken.
  /// Writes the data from which other places make a replica.
  virtual void describe(wire::writer& to) const;
  /// Writes everything merged into this replica, including values from third places, and clears it.
  virtual void take_merged(wire::writer& to);
  /// Writes the values merged at this place itself.
  virtual void pack_part(wire::writer& to) const;
  /// Merges the output of another place's take_merged.
  virtual void merge_in(wire::reader& from);
  /// Keeps the part of a replica that is about to be destroyed, for pack_part.
  virtual void keep_part(scope_object const& replica);
  /// Clears everything merged into this replica.
  virtual void clear_merged();
};

/// Destroys the object of a scope that has ended, now or when no other place can send anything for
/// it any more.
void dispose(scope_object* object) noexcept;

/// Destroys the object now; in a message handler a task does it if the user's code runs then.
void destroy(scope_object* object) noexcept;

/// Makes the calling task's innermost scope own the object (on an external thread: the root scope
/// of the default runtime). With `hook`, body_ended is called when the scope's body has ended.
/// Throws skua::error while a replica is made.
void adopt(scope_object* object, bool hook = false);

/// While a value of a place_local is made at its home. In check mode `adopt` then throws as it does
/// while a replica is made.
class home_value_section {
 public:
  home_value_section() noexcept;
  ~home_value_section();
  home_value_section(home_value_section const&) = delete;
  home_value_section& operator=(home_value_section const&) = delete;

 private:
  fibre* fibre_ = nullptr;  // null without check mode
  bool before_ = false;
};

/// The interval of periodic calls: `first` at the beginning, then a sixteenth of the time that has
/// passed, at most `longest`. (A thread that wakes every millisecond takes one to two per cent of a
/// core on a virtual machine.)
struct tick_period {
  std::chrono::nanoseconds first, longest;
};

}  // namespace skua::sched
