// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The monotonic artificial viscosity: it spreads a shock over a few elements. It acts where the
// velocity changes differently in an element and its neighbour, and not at all in smooth flow.
//
// Source: Christensen's limiter (1990), in the form of the published problem.

#pragma once

#include "kinematics.hpp"

namespace apps::lulesh {

/// 1 where the jump continues at both neighbours, 0 where it ends.
template <class Real>
LULESH_INLINE Real limiter(Real const& previous, Real const& current, Real const& next) noexcept {
  Real const inverse = 1.0 / (current + tiny);
  Real const low = previous * inverse;
  Real const high = next * inverse;
  Real const slope = smaller<Real>(smaller<Real>(0.5 * (low + high), 2.0 * low), 2.0 * high);
  return smaller<Real>(larger<Real>(slope, broadcast<Real>(0)), broadcast<Real>(1));
}

template <class Real>
struct row_of_viscosity {
  double const *next_volume, *volume_rate;
  double const* jump[3];
  std::ptrdiff_t step[3];
  double const* thickness[3];
  double *linear, *quadratic;

  LULESH_INLINE row_of_viscosity(domain& d, int j, int k) noexcept {
    std::size_t const row = d.shape.element_row(j, k);
    next_volume = d.next_volume.data() + row;
    volume_rate = d.volume_rate.data() + row;
    linear = d.linear_viscosity.data() + row;
    quadratic = d.quadratic_viscosity.data() + row;
    for (std::size_t a = 0; a < 3; ++a) {
      jump[a] = d.jump[a].row(j, k);
      step[a] = d.jump[a].step();
      thickness[a] = d.thickness[a].data() + row;
    }
  }

  template <class Lanes>
  LULESH_INLINE void at(std::size_t i) noexcept {
    constexpr double linear_coefficient = 0.5;
    constexpr double quadratic_coefficient = 2.0 / 3;
    Lanes linear_sum = broadcast<Lanes>(0), quadratic_sum = broadcast<Lanes>(0);
    for (int a = 0; a < 3; ++a) {
      double const* const address = jump[a] + i;
      Lanes const current = load<Lanes>(address);
      Lanes const phi = limiter<Lanes>(load<Lanes>(address - step[a]), current, load<Lanes>(address + step[a]));
      Lanes const compression = smaller<Lanes>(current * load<Lanes>(thickness[a] + i), broadcast<Lanes>(0));
      linear_sum = linear_sum + compression * (1.0 - phi);
      quadratic_sum = quadratic_sum + compression * compression * (1.0 - phi * phi);
    }
    Lanes const density = 1.0 / load<Lanes>(next_volume + i);
    Lanes const zero = broadcast<Lanes>(0);
    auto const expands = load<Lanes>(volume_rate + i) > zero;
    store<Lanes>(linear + i, expands ? zero : -linear_coefficient * density * linear_sum);
    store<Lanes>(quadratic + i, expands ? zero : quadratic_coefficient * density * quadratic_sum);
  }
};

}  // namespace apps::lulesh
