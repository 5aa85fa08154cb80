// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// phaser: a barrier with dynamic registration; a task may signal, wait, or do both.
//
// Source: Shirako et al., "Phasers: a unified deadlock-free construct for collective and
// point-to-point synchronization" (ICS 2008), the clocks of X10, and the phasers of HabaneroUPC++.
// A phase ends when every registered signaller has signalled it. A task that only signals may run
// ahead of the others; a task that only waits may lag behind. Registration belongs to the task, not
// to the handle.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include <skua/detail/sync/accumulator.hpp>
#include <skua/operations.hpp>

namespace skua {

/// The part of a registered task in each phase.
enum class phaser_mode : std::uint32_t {
  signal = 1,      ///< signals, never waits: a producer
  wait = 2,        ///< waits, is never waited for: a consumer
  signal_wait = 3  ///< both: a barrier's member
};

namespace sched {
// `name` is the phaser's name (object_name.hpp). A registration holds it too, so most of these
// functions need not look up the object.
std::uint64_t make_phaser();
std::uint64_t make_registered_phaser(phaser_mode mode);
void phaser_next(std::uint64_t name);
void phaser_signal(std::uint64_t name);
void phaser_wait(std::uint64_t name);
void phaser_drop(std::uint64_t name);
std::uint64_t phaser_phase(std::uint64_t name) noexcept;
bool phaser_registered(std::uint64_t name) noexcept;
}  // namespace sched

/// An 8-byte name of a phaser that belongs to the scope in which it was made. Register a task with
/// the word phased(ph, mode). All members but phase() and registered() require registration.
///
/// Rules. A registered task passes on at most its own mode; its child starts in the same phase. A
/// task that is not registered may register children too; they start in the current phase. A task
/// is dropped at its end, or when it is cancelled before it starts, so no task waits for it. A
/// coroutine of spawn or async is a task: it stays registered while it is suspended. While no
/// signaller was ever registered, waiters wait for the first one. When all signallers are gone, or
/// the body of the owning finish has ended, waits return at once. A task that spawns several
/// signallers should therefore stay registered until it has spawned the last. A part of a task that
/// another worker may run (a callable of invoke, the body of for_async) must not use the
/// registrations of the task.
///
/// Places. These rules hold across places: spawn(on(p), phased(ph), f) registers before it returns.
/// A phase costs a message from each other place with signallers and one to each with waiters. A
/// task that is not registered asks the phaser's place when it registers a child at another place,
/// so that spawn suspends. With `any` another place may steal a phased task before it starts. A
/// coroutine with a result cannot be both phased and sent to another place.
class phaser {
 public:
  /// Registers no task.
  phaser() : name_(sched::make_phaser()) {}
  /// Registers the calling task, which must be in the body of a finish, or of run. drop() or the
  /// end of that body ends the registration.
  explicit phaser(phaser_mode mode) : name_(sched::make_registered_phaser(mode)) {}

  /// Signals, waits, or both, depending on the mode; a phase already signalled by signal() is not
  /// signalled again. Throws cancelled_error in a cancelled scope (the signal still counts).
  void next() const { sched::phaser_next(name_); }
  /// Signals without waiting (split phase): other tasks need not wait for the caller.
  void signal() const { sched::phaser_signal(name_); }
  /// Waits for the end of the phase; in mode signal_wait after signal(). Throws cancelled_error in
  /// a cancelled scope.
  void wait() const { sched::phaser_wait(name_); }
  /// Ends the calling task's registration.
  void drop() const { sched::phaser_drop(name_); }
  /// The number of phases that have ended. At a place other than the phaser's, a registered waiter
  /// gets the number that its place has heard of; any other caller asks the phaser's place and
  /// suspends.
  [[nodiscard]] std::uint64_t phase() const noexcept { return sched::phaser_phase(name_); }
  /// Whether the calling task is registered.
  [[nodiscard]] bool registered() const noexcept { return sched::phaser_registered(name_); }
  friend bool operator==(phaser const&, phaser const&) = default;

  /// The number of the phaser; for the library.
  [[nodiscard]] std::uint64_t name() const noexcept { return name_; }

 private:
  std::uint64_t name_;
};
static_assert(sizeof(phaser) == 8 && std::is_trivially_copyable_v<phaser>);

/// A word of spawn and async: the new task is registered with this phaser.
struct phased_word {
  phaser ph;         ///< the phaser of the task
  phaser_mode mode;  ///< the mode of the task
};
/// A word of spawn and async: the new task is registered with all phasers of its parent, in the
/// parent's modes.
struct phased_like_parent_word {};

/// The word of spawn and async: with this phaser and mode, or with all phasers of the parent.
[[nodiscard]] inline phased_word phased(phaser ph, phaser_mode mode = phaser_mode::signal_wait) { return {ph, mode}; }
[[nodiscard]] inline phased_like_parent_word phased() { return {}; }

/// Combines the values that the signallers of a phase send. An 8-byte name, made at the phaser's
/// place and owned by the scope that made it (the phaser's, or one inside it). Tasks at other
/// places can use it if T is serializable and Op is trivially copyable.
template <class T, class Op = plus_operation<T>>
class phaser_accumulator {
  using object = sched::accumulator_object<T, Op>;

 public:
  explicit phaser_accumulator(phaser ph, Op op = {}, T identity = Op::identity())
      : name_(object::make(ph.name(), std::move(op), std::move(identity))) {}
  /// Adds to the phase that the calling task signals next; the task must be registered to signal.
  void send(T const& value) const { name_->send(value); }
  /// The result of the last phase for which the calling task waited. For a task that has not
  /// waited: of the last ended phase that the place has heard of. Before the first phase ends: the
  /// identity.
  [[nodiscard]] T result() const { return name_->result(name_.bits()); }

 private:
  sched::object_name<object> name_;
};

}  // namespace skua
