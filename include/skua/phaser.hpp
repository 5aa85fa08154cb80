// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// phaser: tasks that come and go meet phase by phase; some only signal, some only wait.
//
// Source: Shirako et al., "Phasers: a unified deadlock-free construct for collective and point-to-point synchronization"
// (ICS 2008), the clocks of X10, and the phasers of HabaneroUPC++.
// A phase ends when every registered signaller has signalled it. Who only signals may run ahead of the others, who only
// waits may lag behind. Registration belongs to the task, not to the handle.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include <skua/operations.hpp>
#include <skua/sched/accumulator.hpp>

namespace skua {

/// What a registered task does in each phase.
enum class phaser_mode : std::uint32_t {
  signal = 1,      ///< signals, never waits: a producer
  wait = 2,        ///< waits, is never waited for: a consumer
  signal_wait = 3  ///< both: a barrier's member
};

namespace sched {
class phaser_object;
phaser_object* make_phaser();
phaser_object* make_registered_phaser(phaser_mode mode);
void phaser_next(phaser_object* p);
void phaser_signal(phaser_object* p);
void phaser_wait(phaser_object* p);
void phaser_drop(phaser_object* p);
std::uint64_t phaser_phase(phaser_object const* p) noexcept;
bool phaser_registered(phaser_object const* p) noexcept;
}  // namespace sched

/// An 8-byte name of a phaser that belongs to the scope in which it was made. Register a task with the word
/// phased(ph, mode). All but phase() and registered() are for registered tasks.
///
/// Rules. A registered task passes on at most the mode it has; its child starts in the same phase as itself. A task that is
/// not registered may register children too: they start in the current phase. A task is dropped at its end, or when it is
/// cancelled before it starts, so nobody waits for it. While no signaller is registered, waiters wait for the first one;
/// when there were some and all are gone, or the body of the owning finish is over, they do not wait at all. So whoever
/// spawns several signallers should be registered itself until the last is spawned.
class phaser {
 public:
  /// Registers nobody.
  phaser() : object_(sched::make_phaser()) {}
  /// Registers the calling task, which must be the body of a finish, or of run. It is dropped by drop(), or when that
  /// body ends.
  explicit phaser(phaser_mode mode) : object_(sched::make_registered_phaser(mode)) {}

  /// Signals and waits, as far as the mode goes; a phase signalled before by signal() is not signalled again.
  /// Throws cancelled_error in a cancelled scope (the signal counts all the same).
  void next() const { sched::phaser_next(object_); }
  /// Signals early: others need not wait for us, we do not wait yet (split phase).
  void signal() const { sched::phaser_signal(object_); }
  /// Waits for the end of the phase; in mode signal_wait after signal(). Throws cancelled_error in a cancelled scope.
  void wait() const { sched::phaser_wait(object_); }
  /// Ends the calling task's registration.
  void drop() const { sched::phaser_drop(object_); }
  /// How many phases have ended.
  [[nodiscard]] std::uint64_t phase() const noexcept { return sched::phaser_phase(object_); }
  /// Whether the calling task is registered.
  [[nodiscard]] bool registered() const noexcept { return sched::phaser_registered(object_); }
  friend bool operator==(phaser const&, phaser const&) = default;

  [[nodiscard]] sched::phaser_object* object() const noexcept { return object_; }

 private:
  sched::phaser_object* object_;
};
static_assert(sizeof(phaser) == 8 && std::is_trivially_copyable_v<phaser>);

/// A word of spawn and async: the new task is registered with this phaser.
struct phased_word {
  phaser ph;
  phaser_mode mode;
};
/// A word of spawn and async: the new task is registered with all phasers of its parent, in the parent's modes.
struct phased_like_parent_word {};

[[nodiscard]] inline phased_word phased(phaser ph, phaser_mode mode = phaser_mode::signal_wait) { return {ph, mode}; }
[[nodiscard]] inline phased_like_parent_word phased() { return {}; }

/// Combines what the signallers of a phase send. An 8-byte name, owned by the scope that made it (the phaser's, or one
/// inside it).
template <class T, class Op = plus_operation<T>>
class phaser_accumulator {
 public:
  explicit phaser_accumulator(phaser ph, Op op = {}, T identity = Op::identity())
      : object_(new sched::accumulator_object<T, Op>(ph.object(), std::move(op), std::move(identity))) {
    sched::adopt(object_);
  }
  /// Adds to the phase that the calling task signals next; the task must be registered to signal.
  void send(T const& x) const { object_->send(x); }
  /// The result of the last phase for which the calling task waited; for others of the last phase that ended; the
  /// identity before the first.
  [[nodiscard]] T result() const { return object_->result(); }

 private:
  sched::accumulator_object<T, Op>* object_;
};

}  // namespace skua
