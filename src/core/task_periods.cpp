// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/task_periods.hpp"

#include <utility>

namespace skua::sched {
namespace {

double microseconds(std::uint64_t ns) noexcept { return static_cast<double>(ns) / 1000; }

}  // namespace

void task_periods::end_one(period_rate const& rate, std::uint64_t now, bool works) noexcept {
  std::uint64_t const passed = since_ != 0 && now > since_ ? now - since_ : 0;
  since_ = now;
  if (!std::exchange(works_, works)) {
    idle_ns_ += passed;
    return;
  }
  double const idle = microseconds(std::exchange(idle_ns_, 0));
  double const worked = microseconds(passed);
  if (worked + idle <= 0) return;
  // relaxed: one writer, readers want a snapshot
  double const old_rate = rate_.load(std::memory_order_relaxed);
  double const weight = rate.tuned ? weight_.of(rate.after(worked, idle, 0, 1) - old_rate) : rate.weight;
  rate_.store(rate.after(worked, idle, old_rate, weight), std::memory_order_relaxed);  // relaxed: as above
}

}  // namespace skua::sched
