// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The loops over planes, with kernels for numbers of one width.

#pragma once

#include "forces.hpp"
#include "kinematics.hpp"
#include "motion.hpp"
#include "state_equation.hpp"
#include "viscosity.hpp"

namespace apps::lulesh {

template <class Real>
LULESH_INLINE void find_state(domain& d, int begin, int end) noexcept {
  std::size_t const n = d.shape.e();
  for (int k = begin; k < end; ++k) {
    for (int j = 0; j < d.shape.edge; ++j) {
      row_of_viscosity<Real> row(d, j, k);
      for_row<Real>(n, row);
    }
    row_of_gas<Real> plane(d, d.shape.element_row(0, k));
    for_row_once<Real>(n * n, plane);
    d.plane_limits[static_cast<std::size_t>(k)] = plane.step_limits();
  }
}

}  // namespace apps::lulesh
