// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "time_step.hpp"

#include <cmath>
#include <stdexcept>

#include "domain.hpp"

namespace apps::lulesh {
namespace {

constexpr double min_growth = 1.1;  // for less growth, the step stays as it is
constexpr double max_growth = 1.2;
constexpr double longest_step = 1e-2;

}  // namespace

double stepper::advance(limits const& step_limits) {
  if (!(step_limits.least_volume > 0)) throw std::runtime_error("lulesh: an element has turned inside out");
  if (steps_ != 0) {
    double next_step = 1e20;
    if (step_limits.courant < next_step) next_step = step_limits.courant / 2;
    if (step_limits.hydro < next_step) next_step = step_limits.hydro * 2 / 3;
    double const growth = next_step / step_;
    if (growth >= 1) {
      if (growth < min_growth) next_step = step_;
      if (growth > max_growth) next_step = step_ * max_growth;
    }
    step_ = std::min(next_step, longest_step);
  }
  // The last step must not be tiny: the last two steps share the remaining time.
  double time_left = stop_time - time_;
  if (time_left > step_ && time_left < 4 * step_ / 3) time_left = 2 * step_ / 3;
  step_ = std::min(step_, time_left);
  time_ += step_;
  ++steps_;
  return step_;
}

double first_step(int global_edge) {
  return 0.5 * std::cbrt(origin_volume(global_edge)) / std::sqrt(2 * blast_energy(global_edge));
}

}  // namespace apps::lulesh
