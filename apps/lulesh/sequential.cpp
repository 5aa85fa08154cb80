// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The sequential twin: the same kernels in plain loops over one domain.

#include <algorithm>
#include <cmath>

#include "kernels.hpp"
#include "problem.hpp"

namespace apps::lulesh {

answer read_answer(domain const& d, int iterations, double time) {
  answer result{d.energy[0], iterations, time, {}};
  auto const energy = [&](int i, int j) { return d.energy[d.shape.element_row(j, 0) + static_cast<std::size_t>(i)]; };
  for (int j = 0; j < d.shape.edge; ++j)
    for (int i = j + 1; i < d.shape.edge; ++i) {
      double const difference = std::abs(energy(i, j) - energy(j, i));
      result.mirrored.sum += difference;
      result.mirrored.largest = std::max(result.mirrored.largest, difference);
      if (difference > 0)
        result.mirrored.relative =
            std::max(result.mirrored.relative, difference / std::max(energy(i, j), energy(j, i)));
    }
  return result;
}

int cube_edge(int places) noexcept {
  int edge = 1;
  while (edge * edge * edge < places) ++edge;
  return edge * edge * edge == places ? edge : 0;
}

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
