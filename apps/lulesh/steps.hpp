// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The program of all places: the loops of a step as parallel loops over planes, and between them
// the exchanges. The work of the loops comes from a model: the application computes, and the
// simulated workload of the same name (cli/sim/lulesh.cpp) only lets their time pass.

#pragma once

#include <string>
#include <utility>

#include <skua/collective.hpp>
#include <skua/finish.hpp>
#include <skua/for_async.hpp>
#include <skua/place.hpp>
#include <skua/place_local.hpp>
#include <skua/reducer.hpp>
#include <skua/spmd.hpp>

#include "exchange.hpp"
#include "problem.hpp"

namespace apps::lulesh {

/// The domain of a place, or what stands for it.
class step_model : public boundary {
 public:
  /// Begins the next step under the limits that the last step computed. Returns false if that was
  /// the last one.
  virtual bool begin_step(limits const& step_limits) = 0;

  // The loops of a step, in this order, each over planes [begin, end). Tasks call a function for
  // different planes at the same time.
  virtual void find_forces(int begin, int end) = 0;
  virtual void move_nodes(int begin, int end) = 0;  ///< there is one more plane of nodes than of elements
  virtual void find_kinematics(int begin, int end) = 0;
  virtual void find_state(int begin, int end) = 0;

  /// The strictest limits of the next step in this domain.
  [[nodiscard]] virtual limits step_limits() const = 0;
};

/// Calls loop(begin, end) for each of `count` planes, by halving: a thief takes half of the range,
/// the same half in every step.
template <class Loop>
void for_planes(int count, Loop const& loop) {
  skua::finish([&] {
    skua::for_async(skua::recursive(1), count,
                    [&loop](std::int64_t k) { loop(static_cast<int>(k), static_cast<int>(k) + 1); });
  });
}

/// Place 0 counts the steps.
inline void run_steps(step_model& model, exchange& halo, int edge, skua::count const& steps) {
  halo.sum_masses();
  limits step_limits;
  while (model.begin_step(step_limits)) {
    for_planes(edge, [&](int begin, int end) { model.find_forces(begin, end); });
    halo.sum_forces();
    for_planes(edge + 1, [&](int begin, int end) { model.move_nodes(begin, end); });
    for_planes(edge, [&](int begin, int end) { model.find_kinematics(begin, end); });
    halo.share_jumps();
    for_planes(edge, [&](int begin, int end) { model.find_state(begin, end); });
    step_limits = skua::collective::allreduce(model.step_limits(), strictest());
    if (skua::here() == 0) ++steps;
  }
}

/// The message for a number of places that is not a cube.
[[nodiscard]] inline std::string no_cube(int places) {
  return "--places: expected a cube (1, 8, 27, ...), since each has a part of a cube, found " + std::to_string(places);
}

/// Runs a Model(settings, location) at each place. Returns result() of that of place 0 after the
/// last step. The number of places must be a cube.
template <class Model>
auto run_domains(problem const& settings, skua::count const& steps) {
  int const across = cube_edge(skua::places());
  halo_buffers const buffers(settings.size);
  skua::place_local<decltype(std::declval<Model const&>().result())> results;
  skua::run_spmd([settings, across, buffers, results, steps] {
    int const p = skua::here();
    position_of_domain const location{across, {p % across, p / across % across, p / (across * across)}};
    Model model(settings, location);
    exchange halo(layout{settings.size}, location, model, buffers);
    run_steps(model, halo, settings.size, steps);
    *results = model.result();
  });
  return *results;
}

}  // namespace apps::lulesh
