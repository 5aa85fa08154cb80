// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Tiled LU without the runtime: factorisations in tiles of every order, and the check of factors.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "lu/tile_kernels.hpp"
#include "lu/tiles.hpp"

namespace apps::lu {
namespace {

std::vector<blas const*> kernel_sets() {
  std::vector<blas const*> list{&plain_blas()};
  if (auto const* const library = lapack_blas(); library != nullptr) list.push_back(library);
  return list;
}

class lu_tiled_factorisation : public testing::TestWithParam<int> {};

TEST_P(lu_tiled_factorisation, solves_and_has_the_known_determinant_for_every_tile) {
  int const n = GetParam();
  auto const* const reference = known_determinant(n, 1);
  ASSERT_NE(reference, nullptr);
  for (auto const* const ops : kernel_sets()) {
    for (int const order : {1, 2, 3, 7, 31, 32, 33, 41, 50, 80, 100, 200}) {
      if (order > n || n / order > 50) continue;
      tiled_factors a(tile_grid(n, order));
      EXPECT_EQ(factorise_tiles_sequential(*ops, a, 1).kernels, expected_kernels(a.grid().tiles));
      EXPECT_LT(scaled_residual(*ops, a, 1), residual_limit) << ops->name << " tile " << order;
      auto const result = determinant_of(a);
      EXPECT_EQ(result.sign, reference->sign) << ops->name << " tile " << order;
      EXPECT_NEAR(result.log_magnitude, reference->log_magnitude, 1e-9 * std::abs(reference->log_magnitude))
          << ops->name << " tile " << order;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(orders, lu_tiled_factorisation, testing::Values(1, 2, 50, 200),
                         testing::PrintToStringParamName());

TEST(lu_tiled_factorisation, in_one_tile_is_that_of_the_whole_matrix) {
  tiled_factors a(tile_grid(60, 60));
  factorise_tiles_sequential(plain_blas(), a, 1);
  EXPECT_EQ(a.step(0, 0).pivots, factorise_whole(plain_blas(), 60, 1).pivots);
}

TEST(lu_tiled_check, notices_one_wrong_element) {
  tiled_factors a(tile_grid(100, 30));
  factorise_tiles_sequential(plain_blas(), a, 1);
  ASSERT_LT(scaled_residual(plain_blas(), a, 1), residual_limit);
  tiled_factors const right = a;
  EXPECT_EQ(distance(right, a), 0);

  *a.upper(1, 2).at(5, 6) += 1e-6;
  EXPECT_GT(scaled_residual(plain_blas(), a, 1), residual_limit);
  EXPECT_GT(distance(right, a), 1e-9);

  a = right;
  *a.step(2, 1).multipliers.at(5, 6) += 1e-6;
  EXPECT_GT(scaled_residual(plain_blas(), a, 1), residual_limit);
  EXPECT_GT(distance(right, a), 1e-9);

  a = right;
  a.step(2, 1).pivots[3] += a.step(2, 1).pivots[3] < 0 ? 1 : -1;
  EXPECT_EQ(distance(right, a), std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace apps::lu
