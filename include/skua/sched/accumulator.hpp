// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The values of a phaser's accumulator, one per phase that somebody may still add to or ask for.
//
// Signallers run ahead and waiters lag behind, so several phases are alive at once; those that nobody can ask for any more
// are forgotten when the list has doubled. Lock order: the accumulator's lock, then the phaser's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <skua/base/spinlock.hpp>
#include <skua/operations.hpp>
#include <skua/sched/owned.hpp>

namespace skua::sched {

class phaser_object;

/// The phase that the calling task's next signal counts for.
std::uint64_t sending_phase(phaser_object* p);
/// How many phases have ended for the calling task.
std::uint64_t phases_seen(phaser_object* p) noexcept;
/// Results of phases below this one are not asked for any more.
std::uint64_t oldest_phase_needed(phaser_object* p) noexcept;

template <class T, class Op>
class accumulator_object final : public owned {
 public:
  accumulator_object(phaser_object* p, Op op, T identity)
      : phaser_(p), op_(std::move(op)), identity_(std::move(identity)) {
    values_.reserve(forget_at_);
  }

  void send(T const& x) {
    std::uint64_t const phase = sending_phase(phaser_);
    base::spin_guard const g(lock_);
    if (values_.size() >= forget_at_) forget();
    for (auto v = values_.rbegin(); v != values_.rend(); ++v) {
      if (v->phase == phase) return merge(op_, v->total, x);
    }
    values_.push_back({phase, identity_});
    merge(op_, values_.back().total, x);
  }

  T result() {
    std::uint64_t const seen = phases_seen(phaser_);
    base::spin_guard const g(lock_);
    for (auto const& v : values_) {
      if (v.phase + 1 == seen) return v.total;
    }
    return identity_;
  }

 private:
  struct value {
    std::uint64_t phase;
    T total;
  };

  void forget() {
    std::uint64_t const oldest = oldest_phase_needed(phaser_);
    std::erase_if(values_, [oldest](value const& v) { return v.phase < oldest; });
    forget_at_ = 8 + 2 * values_.size();
  }

  phaser_object* phaser_;
  [[no_unique_address]] Op op_;
  T identity_;
  base::spinlock lock_;
  std::size_t forget_at_ = 8;
  std::vector<value> values_;
};

}  // namespace skua::sched
