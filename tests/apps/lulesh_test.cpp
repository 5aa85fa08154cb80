// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The parts of lulesh without the runtime: the published energies, for which all of the physics
// must be right, elements that are inverted, and the time step.

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "lulesh/kernels.hpp"
#include "lulesh/problem.hpp"
#include "lulesh/state_equation.hpp"

namespace apps::lulesh {
namespace {

using two = double __attribute__((vector_size(16)));

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

}  // namespace
}  // namespace apps::lulesh
