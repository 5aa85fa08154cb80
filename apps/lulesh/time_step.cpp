// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "time_step.hpp"

#include <cmath>
#include <stdexcept>

#include "domain.hpp"

namespace apps::lulesh {
namespace {

constexpr double least_growth = 1.1;  // below, a step stays as it is
constexpr double most_growth = 1.2;
constexpr double longest_step = 1e-2;

}  // namespace

double stepper::advance(limits const& found) {
  if (!(found.least_volume > 0)) throw std::runtime_error("lulesh: an element has turned inside out");
  if (steps_ != 0) {
    double wanted = 1e20;
    if (found.courant < wanted) wanted = found.courant / 2;
    if (found.hydro < wanted) wanted = found.hydro * 2 / 3;
    double const growth = wanted / step_;
    if (growth >= 1) {
      if (growth < least_growth) wanted = step_;
      if (growth > most_growth) wanted = step_ * most_growth;
    }
    step_ = std::min(wanted, longest_step);
  }
  // The last step must not be tiny: it and the one before it share what is left.
  double left = stop_time - time_;
  if (left > step_ && left < 4 * step_ / 3) left = 2 * step_ / 3;
  step_ = std::min(step_, left);
  time_ += step_;
  ++steps_;
  return step_;
}

double first_step(int global_edge) {
  return 0.5 * std::cbrt(origin_volume(global_edge)) / std::sqrt(2 * blast_energy(global_edge));
}

}  // namespace apps::lulesh
