// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The blast, computed: a domain at each place.

#include <skua/place.hpp>

#include "../common/error.hpp"
#include "boundary.hpp"
#include "kernels.hpp"
#include "problem.hpp"
#include "steps.hpp"

namespace apps::lulesh {
namespace {

class blast final : public step_model {
 public:
  blast(problem const& settings, position_of_domain const& location)
      : domain_(settings.size, location),
        boundary_(domain_),
        time_(first_step(settings.size * location.across), settings.iterations) {}

  bool begin_step(limits const& step_limits) override {
    if (!time_.running()) return false;
    step_ = time_.advance(step_limits);
    return true;
  }
  void find_forces(int begin, int end) override { lulesh::find_forces(domain_, begin, end); }
  void move_nodes(int begin, int end) override { lulesh::move_nodes(domain_, step_, begin, end); }
  void find_kinematics(int begin, int end) override { lulesh::find_kinematics(domain_, step_, begin, end); }
  void find_state(int begin, int end) override { lulesh::find_state(domain_, begin, end); }
  limits step_limits() const override { return domain_.step_limits(); }
  [[nodiscard]] answer result() const { return read_answer(domain_, time_.steps(), time_.time()); }

  void pack(face_data data, int direction, int side, double* out) override {
    boundary_.pack(data, direction, side, out);
  }
  void merge(face_data data, int direction, int side, double const* received, double const* own_values) override {
    boundary_.merge(data, direction, side, received, own_values);
  }

 private:
  domain domain_;
  domain_boundary boundary_;
  stepper time_;
  double step_ = 0;
};

}  // namespace

answer solve_parallel(problem const& settings, skua::count steps) {
  if (cube_edge(skua::places()) == 0) throw input_error(no_cube(skua::places()));
  return run_domains<blast>(settings, steps);
}

}  // namespace apps::lulesh
