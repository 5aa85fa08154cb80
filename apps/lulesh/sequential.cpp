// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The sequential twin: the same kernels in plain loops over one domain.

#include "kernels.hpp"
#include "problem.hpp"

namespace apps::lulesh {

answer solve_sequential(problem const& settings, int across) {
  int const edge = settings.size * across;
  domain d(edge, {});
  stepper time(first_step(edge), settings.iterations);
  limits step_limits;
  while (time.running()) {
    double const step = time.advance(step_limits);
    find_forces(d, 0, edge);
    move_nodes(d, step, 0, edge + 1);
    find_kinematics(d, step, 0, edge);
    find_state(d, 0, edge);
    step_limits = d.step_limits();
  }
  return read_answer(d, time.steps(), time.time());
}

}  // namespace apps::lulesh
