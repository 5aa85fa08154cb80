// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Kinematics of the elements after the nodes have moved: volumes, how fast they change, and the
// gradients that the artificial viscosity compares between neighbours.

#pragma once

#include "rows.hpp"

namespace apps::lulesh {

inline constexpr double tiny = 1e-36;

template <class Real>
struct row_of_kinematics {
  corner_rows position, velocity;
  double const *first_volume, *volume;
  double *next_volume, *volume_change, *volume_rate, *length;
  double* jump[3];
  double* thickness[3];
  double half_step;

  SKUA_INLINE row_of_kinematics(domain& d, double step, int j, int k) noexcept
      : position(d.position, d.shape, j, k), velocity(d.velocity, d.shape, j, k), half_step(0.5 * step) {
    std::size_t const row = d.shape.element_row(j, k);
    first_volume = d.first_volume.data() + row;
    volume = d.volume.data() + row;
    next_volume = d.next_volume.data() + row;
    volume_change = d.volume_change.data() + row;
    volume_rate = d.volume_rate.data() + row;
    length = d.length.data() + row;
    for (std::size_t a = 0; a < 3; ++a) {
      jump[a] = d.jump[a].row(j, k);
      thickness[a] = d.thickness[a].data() + row;
    }
  }

  template <class Some>
  SKUA_INLINE void at(std::size_t i) noexcept {
    auto p = position.at<Some>(i);
    make_relative<Some>(p);
    Some const now = lulesh::volume<Some>(p);
    Some const relative = now / load<Some>(first_volume + i);
    store<Some>(next_volume + i, relative);
    store<Some>(volume_change + i, relative - load<Some>(volume + i));
    store<Some>(length + i, characteristic_length<Some>(p, now));

    auto const shape = centre_gradient<Some>(p);
    auto const motion = centre_gradient<Some>(velocity.at<Some>(i));
    store<Some>(volume_rate + i, rate(shape, motion));
    Some const by_volume = 1.0 / (now + tiny);
    across(0, i, cross<Some>(shape.eta, shape.zeta), motion.xi, now, by_volume);
    across(1, i, cross<Some>(shape.zeta, shape.xi), motion.eta, now, by_volume);
    across(2, i, cross<Some>(shape.xi, shape.eta), motion.zeta, now, by_volume);
  }

 private:
  /// The divergence of the velocity at the centre, in the middle of the step.
  template <class Some>
  SKUA_INLINE Some rate(gradient<Some> const& shape, gradient<Some> const& motion) const noexcept {
    Some const half = all_of<Some>(half_step);
    auto const xi = shape.xi - half * motion.xi;
    auto const eta = shape.eta - half * motion.eta;
    auto const zeta = shape.zeta - half * motion.zeta;
    auto const normal = cross<Some>(eta, zeta);
    return (dot<Some>(normal, motion.xi) + dot<Some>(cross<Some>(zeta, xi), motion.eta) +
            dot<Some>(cross<Some>(xi, eta), motion.zeta)) /
           dot<Some>(normal, xi);
  }
  template <class Some>
  SKUA_INLINE void across(int direction, std::size_t i, vector3<Some> const& normal, vector3<Some> const& change,
                          Some const& now, Some const& by_volume) const noexcept {
    store<Some>(thickness[direction] + i, now / root<Some>(dot<Some>(normal, normal) + tiny));
    store<Some>(jump[direction] + i, dot<Some>(normal, change) * by_volume);
  }
};

/// A wall of symmetry is a neighbour that moves alike. (At a free boundary the ghosts stay zero.)
SKUA_INLINE void reflect(domain& d, int direction, int begin, int end) noexcept {
  auto& jump = d.jump[static_cast<std::size_t>(direction)];
  int const e = d.shape.edge;
  if (direction == 2 && end > 1) end = 1;
  for (int k = begin; k < end; ++k)
    for (int j = 0; j < (direction == 1 ? 1 : e); ++j)
      for (int i = 0; i < (direction == 0 ? 1 : e); ++i) {
        double* const first = jump.row(j, k) + i;
        first[-jump.step()] = *first;
      }
}

/// Planes [begin, end) of elements.
template <class Real>
SKUA_INLINE void find_kinematics(domain& d, double step, int begin, int end) noexcept {
  for (int k = begin; k < end; ++k)
    for (int j = 0; j < d.shape.edge; ++j) {
      row_of_kinematics<Real> row(d, step, j, k);
      for_row<Real>(d.shape.e(), row);
    }
  for (int direction = 0; direction < 3; ++direction)
    if (d.at_mesh_boundary(direction, -1)) reflect(d, direction, begin, end);
}

}  // namespace apps::lulesh
