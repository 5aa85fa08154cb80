// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The weight of a new value in exponential smoothing, adjusted to how well the values were
// forecast (Trigg and Leach, "Exponential Smoothing with an Adaptive Response Rate", 1967).
//
// The weight is |mean error| / mean |error|, both means smoothed themselves. Errors of one sign
// mean that the smoothed value lags behind a change: the weight grows. Errors of both signs are
// noise: it falls.
#pragma once

#include <algorithm>
#include <cmath>

namespace skua::base {

class tracking_weight {
 public:
  /// `error`: the new value minus the smoothed one. From 0.05 to 0.95.
  [[nodiscard]] double of(double error) noexcept {
    mean_error_ += share_of_new * (error - mean_error_);
    mean_size_ += share_of_new * (std::abs(error) - mean_size_);
    return mean_size_ > 0 ? std::clamp(std::abs(mean_error_) / mean_size_, lowest, highest) : highest;
  }

 private:
  static constexpr double share_of_new = 0.2, lowest = 0.05, highest = 0.95;
  double mean_error_ = 0;
  double mean_size_ = 0;
};

}  // namespace skua::base
