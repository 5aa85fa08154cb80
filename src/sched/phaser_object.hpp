// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The state of a phaser: who is registered, who is still to signal the current phase, who waits for which one.
//
// Invariants, outside the lock: P1 pending_ is the number of signallers with signalled == phase_, far_ of those with
// signalled > phase_ + 1; no signaller has less than phase_. P2 pending_ == 0 only if there is no signaller. P3 whoever is
// queued waits for a phase not below phase_. P4 a registration is a member from its making to its drop.
// Only the task to which it belongs changes a registration; others read it under the lock.
// Edge PHASER: what signallers did before the end of a phase reaches those who see it ended by phase() (others by the lock).
#pragma once

#include <cstdint>

#include <skua/sched/registration.hpp>
#include <skua/sched/suspend.hpp>
#include <skua/sched/wait_queue.hpp>

namespace skua::sched {

class phaser_object final : public owned {
 public:
  void join(registration* r, registration const* parent) noexcept;
  void leave(registration* r) noexcept;
  /// True if a phase signalled early is still to be waited for, so nothing was signalled.
  bool signal(registration* r) noexcept;
  void wait(registration* r);
  std::uint64_t phase() const noexcept { return phase_.load(std::memory_order_acquire); }  // sync: PHASER <- advance_to
  std::uint64_t sending_phase(registration const* r) noexcept;
  std::uint64_t phases_seen(registration const* r) noexcept;
  std::uint64_t oldest_phase_needed() noexcept;
  void body_ended(fibre* s) noexcept override;

 private:
  struct ticket;
  static bool enrol(void* argument, parker* who) noexcept;
  std::uint64_t current() const noexcept { return phase_.load(std::memory_order_relaxed); }  // relaxed: under the lock
  void advance_to(std::uint64_t phase) noexcept {
    phase_.store(phase, std::memory_order_release);  // sync: PHASER -> phase
  }
  bool nobody_signals() const noexcept { return signallers_ == 0 && (had_signallers_ || body_over_); }
  void advance(wake_batch& batch) noexcept;
  void wake_below(std::uint64_t phase, wake_batch& batch) noexcept;
  void let_all_go(wake_batch& batch) noexcept;

  base::spinlock lock_;
  base::atomic<std::uint64_t> phase_{0};
  std::uint32_t signallers_ = 0;
  std::uint32_t pending_ = 0;
  std::uint32_t far_ = 0;
  bool had_signallers_ = false;
  bool body_over_ = false;
  registration* members_ = nullptr;
  node_list waiters_;
};

/// The calling task's registration, or nullptr.
registration* registration_here(phaser_object const* p) noexcept;
/// Takes it out of the running task's list.
void unlink_here(fibre* s, registration* r) noexcept;
registration* make_registration(fibre* s, phaser_object* p, phaser_mode mode);
void free_registration(fibre* s, registration* r) noexcept;

}  // namespace skua::sched
