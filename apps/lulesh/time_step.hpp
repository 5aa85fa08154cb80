// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The length of the next time step.

#pragma once

#include <algorithm>

namespace apps::lulesh {

inline constexpr double stop_time = 1e-2;

/// The limits of the next step from the elements.
struct limits {
  double courant = 1e20;       ///< time in which sound crosses an element
  double hydro = 1e20;         ///< time in which a volume changes by a tenth
  double least_volume = 1e20;  ///< relative volume of the smallest element; positive unless the element is inverted
};

struct strictest {
  limits operator()(limits const& a, limits const& b) const noexcept {
    return {std::min(a.courant, b.courant), std::min(a.hydro, b.hydro), std::min(a.least_volume, b.least_volume)};
  }
};

/// Counts time and steps. All places make the same sequence of calls with the same arguments.
class stepper {
 public:
  /// `steps`: stop after this many; 0: only at the stop time.
  stepper(double first_step, int steps) : step_(first_step), max_steps_(steps) {}

  [[nodiscard]] bool running() const noexcept { return time_ < stop_time && (max_steps_ == 0 || steps_ < max_steps_); }
  /// Begins the next step under the limits that the last step computed, and returns its length.
  /// Throws std::runtime_error if an element is inverted.
  double advance(limits const& step_limits);

  [[nodiscard]] int steps() const noexcept { return steps_; }
  [[nodiscard]] double time() const noexcept { return time_; }

 private:
  double time_ = 0;
  double step_;
  int steps_ = 0;
  int max_steps_;
};

/// The first step of a mesh with this many elements along an edge.
[[nodiscard]] double first_step(int global_edge);

}  // namespace apps::lulesh
