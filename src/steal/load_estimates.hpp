// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Estimates of the numbers of tasks at other places, and of how reliable these estimates are.
//
// An estimate weighs less the older it is. For a place without an estimate, the success rate of
// requests to all those places counts. The answers to requests teach how likely a request succeeds
// with a given estimate, and how fast estimates age. Only a few estimates are stored, however many
// places there are: an estimate of no work need not be kept.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace skua::steal {

/// A mean in which old values lose weight: at last, each new value has a weight of 1/33.
class decaying_mean {
 public:
  /// The initial value counts as two values.
  explicit decaying_mean(double initial) : value_(initial) {}
  [[nodiscard]] double get() const noexcept { return value_; }
  /// `weight`, 0 to 1: how far the value belongs to this mean.
  void add(double value, double weight = 1) noexcept {
    n_ = std::min(n_ + weight, max_values);
    value_ += weight * (value - value_) / (1 + n_);
  }

 private:
  static constexpr double max_values = 32;
  double value_;
  double n_ = 1;
};

struct load_estimate {
  int place;
  float tasks = 0;           ///< that it was reported to have
  float delay = -1;          ///< of its answers in nanoseconds, smoothed; -1: none came yet
  std::uint64_t when = 0;    ///< time of that report; 0: there was none
  std::uint32_t search = 0;  ///< the owner's last search in which it asked the place
};

class load_estimates {
 public:
  void set_now(std::uint64_t ns) noexcept { now_ = ns; }

  [[nodiscard]] std::span<load_estimate> all() noexcept { return entries_; }
  [[nodiscard]] std::span<load_estimate const> all() const noexcept { return entries_; }
  /// The estimate for that place. If there is none, makes one, which may replace the one of least
  /// worth.
  load_estimate& of(int place);
  /// Records that a place was reported now to have that many tasks.
  void record_load(load_estimate& estimate, double tasks) noexcept;
  /// Records the answer to a request: whether the place gave tasks.
  void answered(load_estimate& estimate, bool success) noexcept;
  /// Records how long an answer took.
  static void record_latency(load_estimate& estimate, std::uint64_t delay_ns) noexcept;

  /// 0 to 1; it halves in a time that is learnt.
  [[nodiscard]] double weight(load_estimate const& estimate) const noexcept;
  /// Tasks that are still expected there.
  [[nodiscard]] double worth(load_estimate const& estimate) const noexcept {
    return static_cast<double>(estimate.tasks) * weight(estimate);
  }
  /// The chance that a request there succeeds.
  [[nodiscard]] double chance(load_estimate const& estimate) const noexcept;

 private:
  static constexpr std::size_t max_entries = 32;
  static constexpr std::size_t kinds = 5;
  static std::size_t kind(double tasks) noexcept {
    return tasks < 1 ? 0 : tasks < 2 ? 1 : tasks < 4 ? 2 : tasks < 16 ? 3 : 4;
  }
  [[nodiscard]] double age(load_estimate const& estimate) const noexcept {
    return static_cast<double>(now_ - std::min(estimate.when, now_));
  }

  std::vector<load_estimate> entries_;
  std::uint64_t now_ = 0;
  double half_life_ = 1e6;  // nanoseconds in which an estimate loses half of its weight
  // Success rates of requests: without an estimate, and by the kind of estimate.
  decaying_mean base_rate_{0.5};
  std::array<decaying_mean, kinds> rates_{decaying_mean(0.1), decaying_mean(0.5), decaying_mean(0.7),
                                          decaying_mean(0.9), decaying_mean(0.95)};
};

}  // namespace skua::steal
