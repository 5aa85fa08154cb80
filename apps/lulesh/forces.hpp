// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Forces on the nodes: of the stress in each element, and against its hourglass modes.
//
// An element adds to eight nodes. To need neither locks nor an order of tasks, a plane of elements
// keeps what it adds to the nodes above it apart from what it adds to those below; a node's force
// is the sum of the two.

#pragma once

#include "hourglass.hpp"
#include "rows.hpp"

namespace apps::lulesh {

/// The forces of a row of elements on its corners.
template <class Real>
struct row_of_forces {
  corner_rows position, velocity;
  double const *first_volume, *volume, *pressure, *viscosity, *sound_speed;
  double* out;  ///< [corner][axis][element]
  std::size_t elements;

  SKUA_INLINE row_of_forces(domain const& d, int j, int k, double* scratch) noexcept
      : position(d.position, d.shape, j, k), velocity(d.velocity, d.shape, j, k), out(scratch), elements(d.shape.e()) {
    std::size_t const row = d.shape.element_row(j, k);
    first_volume = d.first_volume.data() + row;
    volume = d.volume.data() + row;
    pressure = d.pressure.data() + row;
    viscosity = d.viscosity.data() + row;
    sound_speed = d.sound_speed.data() + row;
  }

  template <class Some>
  SKUA_INLINE void at(std::size_t i) noexcept {
    auto p = position.at<Some>(i);
    make_relative<Some>(p);
    auto const v = velocity.at<Some>(i);
    auto const normal = normals<Some>(p);
    Some const stress = load<Some>(pressure + i) + load<Some>(viscosity + i);
    corners<Some> force;
    for (int c = 0; c < 8; ++c) force.at[c] = stress * normal.area.at[c];
    Some const mass = load<Some>(first_volume + i);
    Some const now = mass * load<Some>(volume + i);
    Some const stiffness = hourglass_coefficient * load<Some>(sound_speed + i) * mass / cube_root<Some>(now);
    resist_hourglass<Some>(p, v, normal.derivative, now, stiffness, force);
    for (int c = 0; c < 8; ++c) {
      double* const to = out + static_cast<std::size_t>(c) * 3 * elements + i;
      store<Some>(to, force.at[c].x);
      store<Some>(to + elements, force.at[c].y);
      store<Some>(to + 2 * elements, force.at[c].z);
    }
  }
};

/// Adds the forces on a row's low and high corners where they meet: node i is the low corner of
/// element i and the high one of element i - 1. The row of elements before has been here already.
template <bool First>
SKUA_INLINE void add_up(double const* low, double const* high, std::size_t elements, double* to) noexcept {
  auto const put = [to](std::size_t i, double value) SKUA_INLINE_LAMBDA { to[i] = First ? value : to[i] + value; };
  put(0, low[0]);
  for (std::size_t i = 1; i < elements; ++i) put(i, low[i] + high[i - 1]);
  put(elements, high[elements - 1]);
}

/// The forces of planes [begin, end) of elements. `scratch` has room for 24 numbers per element of
/// a row.
template <class Real>
SKUA_INLINE void find_forces(domain& d, int begin, int end, double* scratch) noexcept {
  std::size_t const n = d.shape.e();
  for (int k = begin; k < end; ++k)
    for (int j = 0; j < d.shape.edge; ++j) {
      row_of_forces<Real> row(d, j, k, scratch);
      for_row<Real>(n, row);
      for (int side = 0; side < 4; ++side)
        for (std::size_t axis = 0; axis < 3; ++axis) {
          double const* const low = scratch + (static_cast<std::size_t>(side) * 6 + axis) * n;
          auto& planes = (side < 2 ? d.force_above : d.force_below).axis[axis];
          double* const to = planes.data() + d.shape.node_row(j + (side & 1), k + (side >> 1));
          if ((side & 1) == 0 && j != 0) {
            add_up<false>(low, low + 3 * n, n, to);
          } else {
            add_up<true>(low, low + 3 * n, n, to);
          }
        }
    }
}

}  // namespace apps::lulesh
