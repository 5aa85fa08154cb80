// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Loops 2 and 3: the motion of the nodes, and the kinematics of the elements.

#pragma once

#include "rows.hpp"

namespace apps::lulesh {

// Motion of the nodes: from forces to velocities and positions. Nodes on the planes through the
// origin stay on them.

inline constexpr double velocity_cut = 1e-7;

/// One component of a row of nodes.
struct row_of_motion {
  double const *upper_force, *lower_force, *mass;
  double *velocity, *position;
  double step;

  template <class Lanes>
  LULESH_INLINE void at(std::size_t i) noexcept {
    Lanes const acceleration = (load<Lanes>(upper_force + i) + load<Lanes>(lower_force + i)) / load<Lanes>(mass + i);
    Lanes const new_velocity = cut<Lanes>(load<Lanes>(velocity + i) + acceleration * step, velocity_cut);
    store<Lanes>(velocity + i, new_velocity);
    store<Lanes>(position + i, load<Lanes>(position + i) + new_velocity * step);
  }
};

/// Moves planes [begin, end) of nodes.
template <class Real>
LULESH_INLINE void move_nodes(domain& d, double step, int begin, int end) noexcept {
  for (int k = begin; k < end; ++k)
    for (int j = 0; j <= d.shape.edge; ++j)
      for (int axis = 0; axis < 3; ++axis) {
        bool const is_wall = d.location.at_mesh_boundary(axis, -1);
        if (is_wall && ((axis == 1 && j == 0) || (axis == 2 && k == 0))) continue;
        std::size_t const skipped_nodes = is_wall && axis == 0 ? 1 : 0;
        std::size_t const first = d.shape.node_row(j, k) + skipped_nodes;
        auto const a = static_cast<std::size_t>(axis);
        row_of_motion row{
            d.force_above.axis[a].data() + first, d.force_below.axis[a].data() + first, d.mass.data() + first,
            d.velocity.axis[a].data() + first,    d.position.axis[a].data() + first,    step};
        for_row_once<Real>(d.shape.n() - skipped_nodes, row);
      }
}

// Kinematics of the elements after the motion of the nodes: volumes, their rates of change, and the
// gradients that the artificial viscosity compares between neighbours.

inline constexpr double tiny = 1e-36;

template <class Real>
struct row_of_kinematics {
  corner_rows position, velocity;
  double const *first_volume, *volume;
  double *next_volume, *volume_change, *volume_rate, *length;
  double* jump[3];
  double* thickness[3];
  double half_step;

  LULESH_INLINE row_of_kinematics(domain& d, double step, int j, int k) noexcept
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

  template <class Lanes>
  LULESH_INLINE void at(std::size_t i) noexcept {
    auto p = position.at<Lanes>(i);
    make_relative<Lanes>(p);
    Lanes const current_volume = lulesh::volume<Lanes>(p);
    Lanes const relative = current_volume / load<Lanes>(first_volume + i);
    store<Lanes>(next_volume + i, relative);
    store<Lanes>(volume_change + i, relative - load<Lanes>(volume + i));
    store<Lanes>(length + i, characteristic_length<Lanes>(p, current_volume));

    auto const shape = centre_gradient<Lanes>(p);
    auto const motion = centre_gradient<Lanes>(velocity.at<Lanes>(i));
    store<Lanes>(volume_rate + i, rate(shape, motion));
    Lanes const inverse_volume = 1.0 / (current_volume + tiny);
    set_direction(0, i, cross<Lanes>(shape.eta, shape.zeta), motion.xi, current_volume, inverse_volume);
    set_direction(1, i, cross<Lanes>(shape.zeta, shape.xi), motion.eta, current_volume, inverse_volume);
    set_direction(2, i, cross<Lanes>(shape.xi, shape.eta), motion.zeta, current_volume, inverse_volume);
  }

 private:
  /// The divergence of the velocity at the centre, in the middle of the step.
  template <class Lanes>
  LULESH_INLINE Lanes rate(gradient<Lanes> const& shape, gradient<Lanes> const& motion) const noexcept {
    Lanes const half = broadcast<Lanes>(half_step);
    auto const xi = shape.xi - half * motion.xi;
    auto const eta = shape.eta - half * motion.eta;
    auto const zeta = shape.zeta - half * motion.zeta;
    auto const normal = cross<Lanes>(eta, zeta);
    return (dot<Lanes>(normal, motion.xi) + dot<Lanes>(cross<Lanes>(zeta, xi), motion.eta) +
            dot<Lanes>(cross<Lanes>(xi, eta), motion.zeta)) /
           dot<Lanes>(normal, xi);
  }
  template <class Lanes>
  LULESH_INLINE void set_direction(int direction, std::size_t i, vector3<Lanes> const& normal,
                                   vector3<Lanes> const& change, Lanes const& current_volume,
                                   Lanes const& inverse_volume) const noexcept {
    store<Lanes>(thickness[direction] + i, current_volume / root<Lanes>(dot<Lanes>(normal, normal) + tiny));
    store<Lanes>(jump[direction] + i, dot<Lanes>(normal, change) * inverse_volume);
  }
};

/// A wall of symmetry acts like a neighbour with the same motion. (At a free boundary the ghosts
/// stay zero.)
LULESH_INLINE void reflect(domain& d, int direction, int begin, int end) noexcept {
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
LULESH_INLINE void find_kinematics(domain& d, double step, int begin, int end) noexcept {
  for (int k = begin; k < end; ++k)
    for (int j = 0; j < d.shape.edge; ++j) {
      row_of_kinematics<Real> row(d, step, j, k);
      for_row<Real>(d.shape.e(), row);
    }
  for (int direction = 0; direction < 3; ++direction)
    if (d.location.at_mesh_boundary(direction, -1)) reflect(d, direction, begin, end);
}

}  // namespace apps::lulesh
