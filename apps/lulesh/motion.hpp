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
  double const *above, *below, *mass;
  double *velocity, *position;
  double step;

  template <class Some>
  SKUA_INLINE void at(std::size_t i) noexcept {
    Some const acceleration = (load<Some>(above + i) + load<Some>(below + i)) / load<Some>(mass + i);
    Some const moved = cut<Some>(load<Some>(velocity + i) + acceleration * step, velocity_cut);
    store<Some>(velocity + i, moved);
    store<Some>(position + i, load<Some>(position + i) + moved * step);
  }
};

/// Moves planes [begin, end) of nodes.
template <class Real>
SKUA_INLINE void move_nodes(domain& d, double step, int begin, int end) noexcept {
  for (int k = begin; k < end; ++k)
    for (int j = 0; j <= d.shape.edge; ++j)
      for (int axis = 0; axis < 3; ++axis) {
        bool const held = d.at_mesh_boundary(axis, -1);
        if (held && ((axis == 1 && j == 0) || (axis == 2 && k == 0))) continue;
        std::size_t const skipped = held && axis == 0 ? 1 : 0;
        std::size_t const first = d.shape.node_row(j, k) + skipped;
        auto const a = static_cast<std::size_t>(axis);
        row_of_motion row{
            d.force_above.axis[a].data() + first, d.force_below.axis[a].data() + first, d.mass.data() + first,
            d.velocity.axis[a].data() + first,    d.position.axis[a].data() + first,    step};
        for_row_once<Real>(d.shape.n() - skipped, row);
      }
}

}  // namespace apps::lulesh
