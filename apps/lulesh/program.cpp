// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A domain at each place. The loops of a step are parallel loops over planes at the place. Between
// them neighbours exchange the values at their boundaries; at the end of the step all places agree
// on the next step.

#include <array>
#include <skua/collective.hpp>
#include <skua/finish.hpp>
#include <skua/for_async.hpp>
#include <skua/place.hpp>
#include <skua/place_local.hpp>
#include <skua/spmd.hpp>
#include <string>

#include "../skua/error.hpp"
#include "exchange.hpp"
#include "kernels.hpp"
#include "problem.hpp"

namespace apps::lulesh {
namespace {

/// Calls loop(begin, end) for each of `count` planes, by halving: a thief takes half of the range,
/// the same half in every step.
template <class Loop>
void for_planes(int count, Loop const& loop) {
  skua::finish([&] {
    skua::for_async(skua::recursive(1), count,
                    [&loop](std::int64_t k) { loop(static_cast<int>(k), static_cast<int>(k) + 1); });
  });
}

answer blast(problem const& settings, position_of_domain const& location, halo_buffers const& buffers) {
  int const edge = settings.size;
  domain d(edge, location);
  exchange halo(d, buffers);
  halo.sum_masses();
  stepper time(first_step(edge * location.across), settings.iterations);
  limits step_limits;
  while (time.running()) {
    double const step = time.advance(step_limits);
    for_planes(edge, [&](int begin, int end) { find_forces(d, begin, end); });
    halo.sum_forces();
    for_planes(edge + 1, [&](int begin, int end) { move_nodes(d, step, begin, end); });
    for_planes(edge, [&](int begin, int end) { find_kinematics(d, step, begin, end); });
    halo.share_jumps();
    for_planes(edge, [&](int begin, int end) { find_state(d, begin, end); });
    step_limits = skua::collective::allreduce(d.step_limits(), strictest());
  }
  return read_answer(d, time.steps(), time.time());
}

}  // namespace

answer solve_parallel(problem const& settings) {
  int const across = cube_edge(skua::places());
  if (across == 0) {
    throw input_error("--places: expected a cube (1, 8, 27, ...), since each has a part of a cube, found " +
                      std::to_string(skua::places()));
  }
  halo_buffers const buffers(settings.size);
  skua::place_local<answer> answers;
  skua::run_spmd([settings, across, buffers, answers] {
    int const p = skua::here();
    *answers = blast(settings, {across, {p % across, p / across % across, p / (across * across)}}, buffers);
  });
  return *answers;
}

}  // namespace apps::lulesh
