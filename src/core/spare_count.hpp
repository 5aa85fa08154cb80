// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many workers block, and how many spare workers are awake.
//
// Edge BLOCKED: if a worker begins to block while a spare retires, the worker sees the retirement
// and wakes a spare, or the spare sees the worker and stays (a write and a read on either side, all
// sequentially consistent). Explored in tests/model/worker_model.cpp.
#pragma once

#include <skua/detail/base/atomic.hpp>

namespace skua::sched {

class spare_count {
 public:
  /// A worker begins to block. Returns true if a spare must be woken for it.
  bool begin_block() noexcept {
    blocked_.fetch_add(1, std::memory_order_seq_cst);  // sync: BLOCKED <-> retire
    // sync: BLOCKED <-> retire
    return awake_.load(std::memory_order_seq_cst) < blocked_.load(std::memory_order_seq_cst);
  }
  void end_block() noexcept { blocked_.fetch_sub(1, std::memory_order_seq_cst); }    // sync: BLOCKED <-> retire
  int blocked() const noexcept { return blocked_.load(std::memory_order_seq_cst); }  // sync: BLOCKED <-> begin_block
  /// Spares that have not retired; some of them may sleep in the gate.
  int awake() const noexcept { return awake_.load(std::memory_order_relaxed); }  // relaxed: a hint
  /// Returns how many more spares are needed than are awake, if `demand` are needed beside those
  /// for blocked workers. Negative: that many are in surplus.
  int missing(int demand) const noexcept {
    return blocked_.load(std::memory_order_relaxed) + demand - awake();  // relaxed: a hint
  }

  /// Under place::threads_lock: a spare starts or wakes (1), or could not be started (-1).
  void add_awake(int difference) noexcept { awake_.fetch_add(difference, std::memory_order_relaxed); }  // relaxed: lock
  /// Under place::threads_lock: a spare retires. Returns false if it is needed, and stays awake.
  template <class Demand>
  bool retire(Demand const& demand) noexcept {
    int const remaining = awake_.fetch_sub(1, std::memory_order_seq_cst) - 1;  // sync: BLOCKED <-> begin_block
    if (base::mutated("spare.looks_once") || blocked() + demand() <= remaining) return true;
    add_awake(1);
    return false;
  }

 private:
  base::atomic<int> blocked_{0};
  base::atomic<int> awake_{0};
};

}  // namespace skua::sched
