// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The parts of lulesh without the runtime: geometry against its definitions, motions that hourglass
// control must not damp, the time step, and loops, which must give the same results however they
// are divided.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>

#include "lulesh/forces.hpp"
#include "lulesh/kernels.hpp"
#include "lulesh/problem.hpp"
#include "lulesh/state_equation.hpp"

namespace apps::lulesh {
namespace {

using vec = vector3<double>;
using two = double __attribute__((vector_size(16)));

corners<double> cube(double side) {
  corners<double> p;
  for (int c = 0; c < 8; ++c) p.corner[c] = {side * (c & 1), side * (c >> 1 & 1), side * (c >> 2)};
  return p;
}

/// A cube with randomly moved corners.
corners<double> dented(unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> shift(-0.2, 0.2);
  corners<double> p = cube(1);
  for (auto& corner : p.corner) corner = corner + vec{shift(random), shift(random), shift(random)};
  return p;
}

double& component(vec& v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

TEST(lulesh_geometry, volume_of_a_box_and_of_a_sheared_one) {
  EXPECT_DOUBLE_EQ(volume<double>(cube(1)), 1);
  EXPECT_DOUBLE_EQ(volume<double>(cube(0.5)), 0.125);
  vec const a{2, 0.5, 0}, b{0.25, 3, 1}, c{0, -1, 1.5};
  corners<double> p;
  for (int i = 0; i < 8; ++i) p.corner[i] = double(i & 1) * a + double(i >> 1 & 1) * b + double(i >> 2) * c;
  EXPECT_NEAR(volume<double>(p), dot<double>(a, cross<double>(b, c)), 1e-14);
}

TEST(lulesh_geometry, length_of_a_cube_is_its_edge) {
  EXPECT_DOUBLE_EQ(characteristic_length<double>(cube(0.25), volume<double>(cube(0.25))), 0.25);
}

TEST(lulesh_geometry, derivative_of_the_volume_is_what_moving_a_corner_changes) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    auto const p = dented(seed);
    auto normal = normals<double>(p);
    for (int c = 0; c < 8; ++c)
      for (int axis = 0; axis < 3; ++axis) {
        // The volume is linear in each coordinate: the difference is exact but for rounding.
        auto before = p, behind = p;
        component(before.corner[c], axis) -= 0.5;
        component(behind.corner[c], axis) += 0.5;
        EXPECT_NEAR(component(normal.derivative.corner[c], axis), volume<double>(behind) - volume<double>(before),
                    1e-13)
            << "seed " << seed << ", corner " << c << ", axis " << axis;
      }
  }
}

TEST(lulesh_geometry, normals_of_a_closed_surface_cancel_and_point_outwards) {
  auto const p = dented(7);
  auto const normal = normals<double>(p);
  vec sum{};
  for (auto const& corner_area : normal.area.corner) sum = sum + corner_area;
  EXPECT_NEAR(sum.x, 0, 1e-15);
  EXPECT_NEAR(sum.y, 0, 1e-15);
  EXPECT_NEAR(sum.z, 0, 1e-15);
  auto const of_cube = normals<double>(cube(1));
  for (int c = 0; c < 8; ++c) {
    EXPECT_DOUBLE_EQ(of_cube.area.corner[c].x, (c & 1) != 0 ? 0.25 : -0.25);
    EXPECT_DOUBLE_EQ(of_cube.area.corner[c].y, (c & 2) != 0 ? 0.25 : -0.25);
    EXPECT_DOUBLE_EQ(of_cube.area.corner[c].z, (c & 4) != 0 ? 0.25 : -0.25);
  }
}

TEST(lulesh_geometry, gradient_of_linear_motion_is_exact) {
  auto const p = dented(3);
  auto const g = centre_gradient<double>(p);
  corners<double> v;
  for (int c = 0; c < 8; ++c) v.corner[c] = {2 * p.corner[c].x + 1, 3 * p.corner[c].y, p.corner[c].x - p.corner[c].z};
  auto const h = centre_gradient<double>(v);
  for (auto const& [from, to] : {std::pair{g.xi, h.xi}, {g.eta, h.eta}, {g.zeta, h.zeta}}) {
    EXPECT_NEAR(to.x, 2 * from.x, 1e-15);
    EXPECT_NEAR(to.y, 3 * from.y, 1e-15);
    EXPECT_NEAR(to.z, from.x - from.z, 1e-15);
  }
}

TEST(lulesh_hourglass, linear_motion_is_not_resisted_and_hourglasses_are) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    auto const p = dented(seed);
    auto const normal = normals<double>(p);
    double const now = volume<double>(p);
    corners<double> v;
    for (int c = 0; c < 8; ++c) {
      auto const& x = p.corner[c];
      v.corner[c] = {1 + x.x - 2 * x.y, x.z + 3 * x.y, 4 * x.x - x.z - 5};
    }
    corners<double> force{};
    resist_hourglass<double>(p, v, normal.derivative, now, 1, force);
    for (auto const& f : force.corner) EXPECT_NEAR(std::sqrt(dot(f, f)), 0, 1e-13) << "seed " << seed;

    for (int c = 0; c < 8; ++c) v.corner[c].x += (c & 1) == (c >> 1 & 1) ? 1 : -1;
    force = {};
    resist_hourglass<double>(p, v, normal.derivative, now, 1, force);
    double power = 0;
    vec sum{};
    for (int c = 0; c < 8; ++c) {
      power += dot(force.corner[c], v.corner[c]);
      sum = sum + force.corner[c];
    }
    EXPECT_LT(power, -1) << "seed " << seed;
    EXPECT_NEAR(std::sqrt(dot(sum, sum)), 0, 1e-13) << "seed " << seed;
  }
}

TEST(lulesh_numbers, cube_root_of_all_magnitudes) {
  for (double x = 1e-30; x < 1e30; x *= 1.37) EXPECT_NEAR(cube_root<double>(x) / std::cbrt(x), 1, 1e-15) << x;
}

TEST(lulesh_viscosity, limiter_is_one_in_smooth_flow_and_zero_at_its_end) {
  EXPECT_EQ(limiter<double>(-1, -1, -1), 1);
  EXPECT_EQ(limiter<double>(-1, -2, -3), 1);
  EXPECT_EQ(limiter<double>(0, -1, -1), 0);
  EXPECT_EQ(limiter<double>(1, -1, -1), 0);
  EXPECT_DOUBLE_EQ(limiter<double>(-0.25, -1, -1), 0.5);
}

TEST(lulesh_gas, at_rest_it_stays_as_it_is) {
  gas<double> const old{3, 2.0, 0, 1};
  auto const next = next_state<double>(old, 1, 0, 0, 0);
  EXPECT_DOUBLE_EQ(next.energy, 3);
  EXPECT_DOUBLE_EQ(next.pressure, 2);
  EXPECT_EQ(next.viscosity, 0);
  EXPECT_DOUBLE_EQ(next.sound_speed, std::sqrt(2.0 / 3 * (3 + 2)));
}

TEST(lulesh_gas, slow_expansion_is_adiabatic) {
  gas<double> state{3, 2.0, 0, 1};
  double v = 1;
  for (int i = 0; i < 1000; ++i) {
    v += 1e-3;
    state = next_state<double>(state, v, 1e-3, 0, 0);
  }
  EXPECT_NEAR(state.energy, 3 * std::pow(2, -2.0 / 3), 1e-5);
}

TEST(lulesh_gas, an_inverted_element_is_noticed_whatever_comes_after_it) {
  double const not_a_number = std::numeric_limits<double>::quiet_NaN();
  for (double const bad : {not_a_number, -0.5, 0.0}) {
    for (std::size_t const at : {0, 3, 7, 8}) {
      domain d(3, {});
      std::fill(d.next_volume.begin(), d.next_volume.end(), 1.0);
      d.next_volume[at] = bad;
      row_of_gas<two> row(d, 0);
      for (std::size_t i = 0; i < 8; i += 2) row.at<two>(i);
      row.at<double>(8);
      EXPECT_FALSE(row.step_limits().least_volume > 0) << bad << " at " << at;
    }
  }
}

TEST(lulesh_time, steps_grow_slowly_and_end_at_the_stop_time) {
  stepper time(1e-6, 0);
  limits limit;
  double last = time.advance(limit);
  EXPECT_EQ(last, 1e-6);
  limit.courant = limit.hydro = 1;
  EXPECT_DOUBLE_EQ(time.advance(limit), 1.2e-6);
  limit.courant = 2 * 1.25e-6;  // the allowed increase is too small to be used
  EXPECT_DOUBLE_EQ(time.advance(limit), 1.2e-6);
  limit.hydro = 0.9e-6;
  EXPECT_DOUBLE_EQ(time.advance(limit), 0.6e-6);
  limit.courant = limit.hydro = 1;
  while (time.running()) {
    double const step = time.advance(limit);
    if (time.running()) last = step;
  }
  EXPECT_DOUBLE_EQ(time.time(), stop_time);
  EXPECT_GT(last, 1e-4);
  EXPECT_TRUE(stepper(1, 5).running());
  limit.least_volume = -1;
  EXPECT_THROW(stepper(1, 5).advance(limit), std::runtime_error);
}

TEST(lulesh_blast, does_not_depend_on_the_division_into_loops) {
  for (int const edge : {1, 2, 3, 5, 6, 9}) {
    problem const config{edge, 30};
    auto const whole = solve_sequential(config, 1);
    domain d(edge, {});
    stepper time(first_step(edge), config.iterations);
    limits limit;
    while (time.running()) {
      double const step = time.advance(limit);
      for (int k = edge; k-- > 0;) find_forces(d, k, k + 1);
      for (int k = edge + 1; k-- > 0;) move_nodes(d, step, k, k + 1);
      for (int k = edge; k-- > 0;) find_kinematics(d, step, k, k + 1);
      for (int k = edge; k-- > 0;) find_state(d, k, k + 1);
      limit = d.step_limits();
    }
    EXPECT_EQ(d.energy[0], whole.origin_energy) << edge;
    EXPECT_EQ(time.time(), whole.time) << edge;
  }
}

TEST(lulesh_blast, has_the_known_energy) {
  for (int const edge : {3, 5, 8}) {
    auto const* const reference = find_known(edge, 0);
    ASSERT_NE(reference, nullptr);
    auto const result = solve_sequential({edge, 0}, 1);
    EXPECT_NEAR(result.origin_energy / reference->energy, 1, 5.1e-7) << edge;
    EXPECT_EQ(result.iterations, reference->iterations) << edge;
    EXPECT_LT(result.mirrored.relative, 1e-8) << edge;
  }
  EXPECT_EQ(find_known(4, 0), nullptr);
  EXPECT_EQ(find_known(10, 11), nullptr);
}

TEST(lulesh_places, form_a_cube) {
  EXPECT_EQ(cube_edge(1), 1);
  EXPECT_EQ(cube_edge(8), 2);
  EXPECT_EQ(cube_edge(27), 3);
  for (int const places : {2, 3, 4, 7, 9, 26}) EXPECT_EQ(cube_edge(places), 0) << places;
}

}  // namespace
}  // namespace apps::lulesh
