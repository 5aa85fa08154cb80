// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The monotonic artificial viscosity: it spreads a shock over a few elements. It acts where a
// neighbour's velocity changes otherwise than the element's own, and not at all in smooth flow.
//
// Source: Christensen's limiter (1990), in the form of the published problem.

#pragma once

#include "kinematics.hpp"

namespace apps::lulesh {

/// 1 where the jump goes on at both neighbours, 0 where it ends.
template <class Real>
SKUA_INLINE Real limiter(Real const& before, Real const& here, Real const& behind) noexcept {
  Real const by_here = 1.0 / (here + tiny);
  Real const low = before * by_here;
  Real const high = behind * by_here;
  Real const slope = smaller<Real>(smaller<Real>(0.5 * (low + high), 2.0 * low), 2.0 * high);
  return smaller<Real>(larger<Real>(slope, all_of<Real>(0)), all_of<Real>(1));
}

template <class Real>
struct row_of_viscosity {
  double const *next_volume, *volume_rate;
  double const* jump[3];
  std::ptrdiff_t step[3];
  double const* thickness[3];
  double *linear, *quadratic;

  SKUA_INLINE row_of_viscosity(domain& d, int j, int k) noexcept {
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

  template <class Some>
  SKUA_INLINE void at(std::size_t i) noexcept {
    constexpr double linear_coefficient = 0.5;
    constexpr double quadratic_coefficient = 2.0 / 3;
    Some first = all_of<Some>(0), second = all_of<Some>(0);
    for (int a = 0; a < 3; ++a) {
      double const* const at = jump[a] + i;
      Some const here = load<Some>(at);
      Some const phi = limiter<Some>(load<Some>(at - step[a]), here, load<Some>(at + step[a]));
      Some const closing = smaller<Some>(here * load<Some>(thickness[a] + i), all_of<Some>(0));
      first = first + closing * (1.0 - phi);
      second = second + closing * closing * (1.0 - phi * phi);
    }
    Some const density = 1.0 / load<Some>(next_volume + i);
    Some const none = all_of<Some>(0);
    auto const expands = load<Some>(volume_rate + i) > none;
    store<Some>(linear + i, expands ? none : -linear_coefficient * density * first);
    store<Some>(quadratic + i, expands ? none : quadratic_coefficient * density * second);
  }
};

}  // namespace apps::lulesh
