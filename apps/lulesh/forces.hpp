// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Forces on the nodes: from the stress in each element, and against its hourglass modes.
//
// An element adds to eight nodes. To need neither locks nor an order of tasks, a plane of elements
// keeps its contributions to the nodes above it apart from those to the nodes below; a node's force
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
  double* corner_forces;  ///< [corner][axis][element]
  std::size_t elements;

  LULESH_INLINE row_of_forces(domain const& d, int j, int k, double* scratch) noexcept
      : position(d.position, d.shape, j, k),
        velocity(d.velocity, d.shape, j, k),
        corner_forces(scratch),
        elements(d.shape.e()) {
    std::size_t const row = d.shape.element_row(j, k);
    first_volume = d.first_volume.data() + row;
    volume = d.volume.data() + row;
    pressure = d.pressure.data() + row;
    viscosity = d.viscosity.data() + row;
    sound_speed = d.sound_speed.data() + row;
  }

  template <class Lanes>
  LULESH_INLINE void at(std::size_t i) noexcept {
    auto p = position.at<Lanes>(i);
    make_relative<Lanes>(p);
    auto const v = velocity.at<Lanes>(i);
    auto const normal = normals<Lanes>(p);
    Lanes const stress = load<Lanes>(pressure + i) + load<Lanes>(viscosity + i);
    corners<Lanes> force;
    for (int c = 0; c < 8; ++c) force.corner[c] = stress * normal.area.corner[c];
    Lanes const mass = load<Lanes>(first_volume + i);
    Lanes const current_volume = mass * load<Lanes>(volume + i);
    Lanes const stiffness =
        hourglass_coefficient * load<Lanes>(sound_speed + i) * mass / cube_root<Lanes>(current_volume);
    resist_hourglass<Lanes>(p, v, normal.derivative, current_volume, stiffness, force);
    for (int c = 0; c < 8; ++c) {
      double* const target = corner_forces + static_cast<std::size_t>(c) * 3 * elements + i;
      store<Lanes>(target, force.corner[c].x);
      store<Lanes>(target + elements, force.corner[c].y);
      store<Lanes>(target + 2 * elements, force.corner[c].z);
    }
  }
};

/// Adds the forces on a row's low and high corners where they meet: node i is the low corner of
/// element i and the high corner of element i - 1. The previous row of elements has been added
/// already.
template <bool First>
LULESH_INLINE void add_up(double const* low, double const* high, std::size_t elements, double* target) noexcept {
  auto const set = [target](std::size_t i, double value)
                       LULESH_INLINE_LAMBDA { target[i] = First ? value : target[i] + value; };
  set(0, low[0]);
  for (std::size_t i = 1; i < elements; ++i) set(i, low[i] + high[i - 1]);
  set(elements, high[elements - 1]);
}

/// The forces of planes [begin, end) of elements. `scratch` has 24 numbers per element of a row.
template <class Real>
LULESH_INLINE void find_forces(domain& d, int begin, int end, double* scratch) noexcept {
  std::size_t const n = d.shape.e();
  for (int k = begin; k < end; ++k)
    for (int j = 0; j < d.shape.edge; ++j) {
      row_of_forces<Real> row(d, j, k, scratch);
      for_row<Real>(n, row);
      for (int side = 0; side < 4; ++side)
        for (std::size_t axis = 0; axis < 3; ++axis) {
          double const* const low = scratch + (static_cast<std::size_t>(side) * 6 + axis) * n;
          auto& planes = (side < 2 ? d.force_above : d.force_below).axis[axis];
          double* const target = planes.data() + d.shape.node_row(j + (side & 1), k + (side >> 1));
          if ((side & 1) == 0 && j != 0) {
            add_up<false>(low, low + 3 * n, n, target);
          } else {
            add_up<true>(low, low + 3 * n, n, target);
          }
        }
    }
}

}  // namespace apps::lulesh
