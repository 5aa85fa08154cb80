// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The state of a phaser, or of its representative at another place: the registered tasks, the
// signallers that have yet to signal, the waiters of each phase.
//
// Invariants, outside the lock
//   PHASER-1  pending_ is the number of signallers with signalled == front_, ahead_ of those with
//     signalled > front_ + 1; no signaller has less than front_.
//   PHASER-2  pending_ == 0 only if there is no signaller.
//   PHASER-3  A queued waiter waits for a phase not below phase_, or for the answer to a report.
//   PHASER-4  A registration is a member from its making to its drop.
//   PHASER-5  At home front_ == phase_; a representative's phase_ is the phase that the home has
//     announced (src/remote/phaser_side.hpp).
// Only the task to which a registration belongs changes it; other threads read it under the lock.
// Edge PHASER: what signallers did before the end of a phase reaches the threads that see it ended
// by phase() (other threads by the lock).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <skua/detail/core/object_name.hpp>
#include <skua/detail/core/suspend.hpp>
#include <skua/detail/core/wait_queue.hpp>
#include <skua/detail/sync/accumulator.hpp>
#include <skua/detail/sync/registration.hpp>

#include "sync/phaser_links.hpp"

namespace skua::sched {

class phaser_object final : public scope_object {
 public:
  phaser_object() = default;
  /// The representative at this place of another place's phaser; connect() follows.
  phaser_object(place_front* at, std::uint64_t name) noexcept;
  ~phaser_object() override;

  /// With a parent, `member` starts in the phase of the parent, else in the current one (at home).
  void join(registration* member, registration const* parent) noexcept;
  void leave(registration* registration) noexcept;
  /// Returns true if a phase that `registration` signalled early has yet to be waited for, so that
  /// nothing was signalled.
  bool signal(registration* registration) noexcept;
  void wait(registration* registration);
  std::uint64_t phase() const noexcept { return phase_.load(std::memory_order_acquire); }  // sync: PHASER <- advance_to
  std::uint64_t sending_phase(registration const* registration) noexcept;
  std::uint64_t phases_seen(registration const* registration) noexcept;
  std::uint64_t oldest_phase_needed() noexcept;
  void body_ended(fibre* current) noexcept override;

  // Accumulators.
  void attach(phase_values* values) noexcept;
  void detach(phase_values* values) noexcept;
  /// The result of the last phase that phases_seen(registration) counts; one look under the lock,
  /// because the next message about a phase may remove it.
  std::vector<std::byte> kept_result(registration const* registration, std::uint64_t accumulator);

  // Other places.
  [[nodiscard]] bool at_home() const noexcept { return !representative_; }
  [[nodiscard]] std::uint64_t name() const noexcept { return name_; }
  void set_name(std::uint64_t name) noexcept { name_ = name; }
  /// A registration of this place is about to stay behind as a traveller.
  void expect_other_places();
  void connect(std::unique_ptr<phaser_links> links) noexcept;
  /// Returns nullptr if no other place takes part.
  [[nodiscard]] phaser_links* links() const noexcept { return links_.get(); }
  /// The task that a traveller stands for has come here; `registration` has its phases.
  void arrive(registration* registration, phaser_token traveller);
  /// At home, for a task elsewhere that is not registered; mode 0: only the phase.
  phaser_grant grant(std::uint32_t mode);
  void leaving() noexcept override;

  // For phaser_links, under the lock.
  [[nodiscard]] base::spinlock& lock() noexcept { return lock_; }
  [[nodiscard]] std::uint64_t current() const noexcept {
    return phase_.load(std::memory_order_relaxed);  // relaxed: under the lock
  }
  void advance_to(std::uint64_t phase) noexcept {
    phase_.store(phase, std::memory_order_release);  // sync: PHASER -> phase
  }
  /// The phases that all signallers here have signalled.
  [[nodiscard]] std::uint64_t front() const noexcept { return front_; }
  [[nodiscard]] bool has_signallers() const noexcept { return signallers_ != 0; }
  [[nodiscard]] bool has_waiters() const noexcept { return waiting_members_ != 0; }
  /// At home: no task can signal any more.
  [[nodiscard]] bool no_signallers_left() const noexcept {
    return signallers_ == 0 && (had_signallers_ || body_over_) && !representative_;
  }
  /// The phases that the last waiter here has waited for.
  [[nodiscard]] std::uint64_t oldest_waiter() const noexcept;
  void insert(registration* registration) noexcept;
  void erase(registration* registration) noexcept;
  void count_in(registration const* registration) noexcept;
  void count_out(registration const* registration) noexcept;
  /// Ends phases until one lacks a signal.
  void advance(wake_batch& batch) noexcept;
  /// At home: ends all phases below this one, which no task signals any more.
  void skip_to(std::uint64_t phase, wake_batch& batch) noexcept;
  void wake_below(std::uint64_t phase, wake_batch& batch) noexcept;
  /// At a representative: the home has answered this report, and those before it.
  void set_answered(std::uint32_t report) noexcept { answered_ = report; }
  // For phaser_links, without the lock: calls fn(phase_values&) for each accumulator.
  template <class F>
  void for_each_value(F&& fn) {
    base::spin_guard const hold(values_lock_);
    for (phase_values* values = values_; values != nullptr; values = values->next_values_) fn(*values);
  }

 private:
  struct ticket;
  static bool enrol(void* argument, parker* waiter) noexcept;
  void recount() noexcept;
  void release_all_waiters(wake_batch& batch) noexcept;
  bool settled(std::uint32_t report) const noexcept {
    return report == 0 || static_cast<std::int32_t>(report - answered_) <= 0;
  }
  // Under the lock: notes a change that other places must be told of. Returns false if no other
  // place takes part.
  bool note_change() noexcept;
  [[nodiscard]] bool has_changes() const noexcept { return links_ != nullptr && links_->has_changes(); }
  void ensure_links();

  base::spinlock lock_;
  base::atomic<std::uint64_t> phase_{0};
  std::uint64_t front_ = 0;
  std::uint32_t signallers_ = 0;
  std::uint32_t pending_ = 0;
  std::uint32_t ahead_ = 0;
  std::uint32_t waiting_members_ = 0;
  bool had_signallers_ = false;
  bool body_over_ = false;
  bool const representative_ = false;
  bool end_is_noted_ = false;   // other places are told that no task signals any more
  std::uint32_t answered_ = 0;  // the last report that the home has answered
  registration* members_ = nullptr;
  node_list waiters_;
  std::uint64_t name_ = 0;
  std::unique_ptr<phaser_links> links_;
  base::spinlock values_lock_;
  phase_values* values_ = nullptr;
};

/// The calling task's registration, or nullptr.
registration* registration_here(std::uint64_t name) noexcept;
/// Like registration_here; without one the program ends with this text.
registration* required_registration(std::uint64_t name, char const* text) noexcept;
/// The phaser of that name, which was made at this place.
phaser_object* phaser_made_here(std::uint64_t name) noexcept;
/// The carrier of messages about phasers for that place.
phaser_mail& phaser_mail_at(place_front* at);
/// Takes it out of the running task's list.
void unlink_here(fibre* current, registration* registration) noexcept;
registration* make_registration(fibre* current, phaser_object* phaser, phaser_mode mode);
void free_registration(fibre* current, registration* registration) noexcept;

}  // namespace skua::sched
