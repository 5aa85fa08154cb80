// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A domain at each place. The loops of a step are parallel loops over planes at the place; between
// them neighbours exchange what they share, and at the end of the step all places agree on the next
// one.

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

/// loop(begin, end) for each of `count` planes, by halving: a thief takes half of what is there,
/// the same half in every step.
template <class Loop>
void for_planes(int count, Loop const& loop) {
  skua::finish([&] {
    skua::for_async(skua::recursive(1), count,
                    [&loop](std::int64_t k) { loop(static_cast<int>(k), static_cast<int>(k) + 1); });
  });
}

answer blast(problem const& what, position_of_domain const& where, post_office const& office) {
  int const edge = what.size;
  domain d(edge, where);
  exchange neighbours(d, office);
  neighbours.sum_masses();
  stepper time(first_step(edge * where.across), what.iterations);
  limits found;
  while (time.running()) {
    double const step = time.advance(found);
    for_planes(edge, [&](int begin, int end) { find_forces(d, begin, end); });
    neighbours.sum_forces();
    for_planes(edge + 1, [&](int begin, int end) { move_nodes(d, step, begin, end); });
    for_planes(edge, [&](int begin, int end) { find_kinematics(d, step, begin, end); });
    neighbours.share_jumps();
    for_planes(edge, [&](int begin, int end) { find_state(d, begin, end); });
    found = skua::collective::allreduce(d.step_limits(), strictest());
  }
  return read_answer(d, time.steps(), time.time());
}

}  // namespace

answer solve_parallel(problem const& what) {
  int const across = cube_edge(skua::places());
  if (across == 0) {
    throw input_error("--places: expected a cube (1, 8, 27, ...), since each has a part of a cube, found " +
                      std::to_string(skua::places()));
  }
  post_office const office(what.size);
  skua::place_local<answer> answers;
  skua::run_spmd([what, across, office, answers] {
    int const p = skua::here();
    *answers = blast(what, {across, {p % across, p / across % across, p / (across * across)}}, office);
  });
  return *answers;
}

}  // namespace apps::lulesh
