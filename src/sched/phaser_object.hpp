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
//     announced (phaser_remote.hpp).
// Only the task to which a registration belongs changes it; other threads read it under the lock.
// Edge PHASER: what signallers did before the end of a phase reaches the threads that see it ended
// by phase() (other threads by the lock).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <skua/detail/sched/accumulator.hpp>
#include <skua/detail/sched/object_name.hpp>
#include <skua/detail/sched/registration.hpp>
#include <skua/detail/sched/suspend.hpp>
#include <skua/detail/sched/wait_queue.hpp>

#include "sched/phaser_remote.hpp"

namespace skua::sched {

class phaser_object final : public scope_object {
 public:
  phaser_object() = default;
  /// The representative at this place of another place's phaser.
  phaser_object(place_front* at, std::uint64_t name);
  ~phaser_object() override;

  /// With a parent, r starts in the phase of the parent, else in the current one (at home).
  void join(registration* r, registration const* parent) noexcept;
  void leave(registration* r) noexcept;
  /// True: a phase that r signalled early has yet to be waited for, so nothing was signalled.
  bool signal(registration* r) noexcept;
  void wait(registration* r);
  std::uint64_t phase() const noexcept { return phase_.load(std::memory_order_acquire); }  // sync: PHASER <- advance_to
  std::uint64_t sending_phase(registration const* r) noexcept;
  std::uint64_t phases_seen(registration const* r) noexcept;
  std::uint64_t oldest_phase_needed() noexcept;
  void body_ended(fibre* s) noexcept override;

  // Accumulators.
  void attach(phase_values* v) noexcept;
  void detach(phase_values* v) noexcept;
  std::vector<std::byte> kept_result(std::uint64_t accumulator, std::uint64_t phase);

  // Other places (phaser_object_home.cpp, phaser_object_representative.cpp).
  [[nodiscard]] bool at_home() const noexcept { return !representative_; }
  [[nodiscard]] std::uint64_t name() const noexcept { return name_; }
  void set_name(std::uint64_t name) noexcept { name_ = name; }
  /// A registration of this place is about to stay behind as a traveller.
  void expect_other_places();
  /// The task that a traveller stands for has come here; r has its phases.
  void arrive(registration* r, phaser_token traveller);
  /// At home, for a task elsewhere that is not registered; mode 0: only the phase.
  phaser_grant grant(std::uint32_t mode);
  void on_report(int from, wire::reader& in);
  void on_phase(wire::reader& in);
  void on_release(std::uint64_t token) noexcept;
  void leaving() noexcept override;

 private:
  struct ticket;
  static bool enrol(void* argument, parker* waiter) noexcept;
  std::uint64_t current() const noexcept { return phase_.load(std::memory_order_relaxed); }  // relaxed: under the lock
  void advance_to(std::uint64_t phase) noexcept {
    phase_.store(phase, std::memory_order_release);  // sync: PHASER -> phase
  }
  bool no_signallers_left() const noexcept {
    return signallers_ == 0 && (had_signallers_ || body_over_) && !representative_;
  }
  void insert(registration* r) noexcept;
  void erase(registration* r) noexcept;
  void count_in(registration const* r) noexcept;
  void count_out(registration const* r) noexcept;
  void recount() noexcept;
  void advance(wake_batch& batch) noexcept;
  void skip_to(std::uint64_t phase, wake_batch& batch) noexcept;
  void wake_below(std::uint64_t phase, wake_batch& batch) noexcept;
  void release_all_waiters(wake_batch& batch) noexcept;
  bool settled(std::uint32_t report) const noexcept {
    return report == 0 || static_cast<std::int32_t>(report - answered_) <= 0;
  }
  std::uint64_t oldest_waiter() const noexcept;

  // Under the lock: notes a change that other places must be told of. False: no other place takes
  // part.
  bool note_change() noexcept;
  bool has_remote_state() const noexcept { return remote_state_ != nullptr; }
  phaser_remote& remote_state();
  void want(std::uint64_t phase) noexcept;
  // Without the lock: sends the messages that are due.
  void publish() noexcept;
  void publish_home() noexcept;            // unlocks and locks again
  void publish_representative() noexcept;  // unlocks and locks again
  void forget_results() noexcept;
  phaser_mail& mail() const noexcept;
  int place_of_home() const noexcept { return home_of_name(name_); }

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
  std::uint32_t answered_ = 0;  // the last report that the home has answered
  registration* members_ = nullptr;
  node_list waiters_;
  std::uint64_t name_ = 0;
  std::unique_ptr<phaser_remote> remote_state_;
  base::spinlock values_lock_;
  phase_values* values_ = nullptr;
};

/// The calling task's registration, or nullptr.
registration* registration_here(std::uint64_t name) noexcept;
/// Takes it out of the running task's list.
void unlink_here(fibre* s, registration* r) noexcept;
registration* make_registration(fibre* s, phaser_object* p, phaser_mode mode);
void free_registration(fibre* s, registration* r) noexcept;

}  // namespace skua::sched
