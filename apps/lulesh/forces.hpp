// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Loop 1: the forces on the nodes, from the stress in each element and against its hourglass modes.

#pragma once

#include "hexahedron.hpp"
#include "rows.hpp"

namespace apps::lulesh {

// Control of hourglass modes: motions of the eight corners that change neither the volume nor the
// centre's gradients, so that no other force opposes them. A viscous force opposes them.
//
// Source: the kinematic control of Flanagan and Belytschko (1981). Its vectors are the four
// products of signs below, made orthogonal to linear motion. They are never formed here: the sums
// over corners are taken first.

inline constexpr double hourglass_coefficient = 3.0 * 0.01;

/// The four modes of a quantity at the corners: its sums with the signs of xi eta, eta zeta, xi
/// zeta, xi eta zeta.
template <class Real>
struct hourglass_modes {
  vector3<Real> mode[4];
};

template <class Real>
LULESH_INLINE hourglass_modes<Real> modes_of(corners<Real> const& p) noexcept {
  auto const& a = p.corner;
  auto const s0 = a[4] + a[0], s1 = a[5] + a[1], s2 = a[6] + a[2], s3 = a[7] + a[3];
  auto const d0 = a[4] - a[0], d1 = a[5] - a[1], d2 = a[6] - a[2], d3 = a[7] - a[3];
  return {{(s0 - s1) + (s3 - s2), (d2 - d0) + (d3 - d1), (d1 - d0) + (d3 - d2), (d0 - d1) + (d3 - d2)}};
}

/// The inverse direction: adds the modes to each corner with its signs.
template <class Real>
LULESH_INLINE corners<Real> spread(hourglass_modes<Real> const& m) noexcept {
  auto const& h = m.mode;
  auto const ez_plus = h[1] + h[2], ez_minus = h[1] - h[2];
  vector3<Real> const low[4] = {h[3] - ez_plus, vector3<Real>{} - (h[3] + ez_minus), ez_minus - h[3], ez_plus + h[3]};
  corners<Real> result;
  for (int i = 0; i < 4; ++i) {
    vector3<Real> const flat = i == 0 || i == 3 ? h[0] : vector3<Real>{} - h[0];
    result.corner[i] = flat - low[i];
    result.corner[i + 4] = flat + low[i];
  }
  return result;
}

template <class Real>
LULESH_INLINE vector3<Real> combine(vector3<Real> const& f, vector3<Real> const (&axes)[3]) noexcept {
  return f.x * axes[0] + f.y * axes[1] + f.z * axes[2];
}

/// Adds the force that opposes the modes of `velocity` to `force`. `stiffness` is the coefficient
/// of the element.
template <class Real>
LULESH_INLINE void resist_hourglass(corners<Real> const& position, corners<Real> const& velocity,
                                    corners<Real> const& derivative, Real const& volume, Real const& stiffness,
                                    corners<Real>& force) noexcept {
  Real const by_volume = 1.0 / volume;
  vector3<Real> linear[3]{};  // row a: the sum over the corners of derivative.a times velocity
  for (int c = 0; c < 8; ++c) {
    linear[0] = linear[0] + derivative.corner[c].x * velocity.corner[c];
    linear[1] = linear[1] + derivative.corner[c].y * velocity.corner[c];
    linear[2] = linear[2] + derivative.corner[c].z * velocity.corner[c];
  }
  auto const shape = modes_of<Real>(position);
  auto motion = modes_of<Real>(velocity);
  vector3<Real> reaction[3]{};
  for (int i = 0; i < 4; ++i) {
    vector3<Real> const lean = by_volume * shape.mode[i];
    motion.mode[i] = motion.mode[i] - combine<Real>(lean, linear);
    reaction[0] = reaction[0] + lean.x * motion.mode[i];
    reaction[1] = reaction[1] + lean.y * motion.mode[i];
    reaction[2] = reaction[2] + lean.z * motion.mode[i];
  }
  auto const resistance = spread<Real>(motion);
  for (int c = 0; c < 8; ++c)
    force.corner[c] =
        force.corner[c] - stiffness * (resistance.corner[c] - combine<Real>(derivative.corner[c], reaction));
}

// Forces on the nodes: from the stress in each element, and against its hourglass modes.
//
// An element adds to eight nodes. So that tasks need neither locks nor an order, a plane of
// elements keeps its contributions to the nodes above it apart from those to the nodes below; a
// node's force is the sum of the two.

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
