// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Motion of the nodes: from forces to velocities and positions. Nodes on the planes through the
// origin stay on them.

#pragma once

#include "rows.hpp"

namespace apps::lulesh {

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
        bool const is_wall = d.at_mesh_boundary(axis, -1);
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

}  // namespace apps::lulesh
