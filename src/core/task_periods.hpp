// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How fast a worker executes tasks, for policies that steal from the fastest place (Xie 2023,
// section 3.2.1). A period is an idle time and the execution of one task after it. A task that is
// run while another one waits for it ends the period of that one, and so does a suspension.
//
// The worker writes, anyone reads the rate. Costs one reading of the clock for each task.
#pragma once

#include <cstdint>

#include <skua/detail/base/atomic.hpp>

#include "base/tracking_weight.hpp"

namespace skua::sched {

/// The rate of a worker after a period.
struct period_rate {
  /// Arguments: microseconds worked, microseconds idle, rate before, weight of the period. Null:
  /// periods are not measured.
  double (*after)(double, double, double, double) noexcept = nullptr;
  double weight = 0;
  bool tuned = false;  ///< the weight of each worker follows its errors, see base/tracking_weight.hpp
};

class task_periods {
 public:
  /// The worker ends a task or its idle time now. `works`: a task follows.
  void end_one(period_rate const& rate, std::uint64_t now, bool works) noexcept;
  [[nodiscard]] double rate() const noexcept { return rate_.load(std::memory_order_relaxed); }  // relaxed: a snapshot

 private:
  base::atomic<double> rate_{0};
  base::tracking_weight weight_;
  std::uint64_t since_ = 0;  // 0: nothing was measured yet
  std::uint64_t idle_ns_ = 0;
  bool works_ = false;
};

}  // namespace skua::sched
