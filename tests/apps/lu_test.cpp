// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// lu without the runtime: factorisations in block columns of every width, and the checks of
// factors.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "lu/kernels.hpp"
#include "lu/problem.hpp"

namespace apps::lu {
namespace {

std::vector<blas const*> all_kernels() {
  std::vector<blas const*> list{&plain_blas()};
  if (auto const* const library = lapack_blas(); library != nullptr) list.push_back(library);
  return list;
}

factors input(int n, int tile) {
  factors a(matrix_shape(n, tile));
  generate_columns(a.shape, 1, 0, n, a.column(0));
  return a;
}

class lu_factorisation : public testing::TestWithParam<int> {};

TEST_P(lu_factorisation, is_that_of_the_whole_matrix_for_every_width) {
  int const n = GetParam();
  auto const* const reference = known_determinant(n, 1);
  ASSERT_NE(reference, nullptr);
  for (auto const* const ops : all_kernels()) {
    auto const whole = factorise_whole(*ops, n, 1);
    for (int const tile : {1, 2, 3, 7, 39, 40, 41, 50, 80, 100}) {
      if (tile > n || n / tile > 50) continue;
      factors a = input(n, tile);
      EXPECT_EQ(factorise_sequential(*ops, a), expected_jobs(a.shape.tiles));
      EXPECT_LT(scaled_residual(a, 1), residual_limit) << ops->name << " tile " << tile;
      EXPECT_EQ(a.pivots, whole.pivots) << ops->name << " tile " << tile;
      auto const result = determinant_of(a);
      EXPECT_EQ(result.sign, reference->sign) << ops->name << " tile " << tile;
      EXPECT_NEAR(result.log_magnitude, reference->log_magnitude, 1e-9 * std::abs(reference->log_magnitude))
          << ops->name << " tile " << tile;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(orders, lu_factorisation, testing::Values(1, 2, 50, 200), testing::PrintToStringParamName());

TEST(lu_check, notices_one_wrong_element) {
  factors a = input(100, 30);
  factorise_sequential(plain_blas(), a);
  ASSERT_LT(scaled_residual(a, 1), residual_limit);
  factors const right = a;
  a.column(65)[35] += 1e-6;
  EXPECT_GT(scaled_residual(a, 1), residual_limit);
  EXPECT_GT(distance(right, a), 1e-9);
  EXPECT_EQ(distance(right, right), 0);
}

TEST(lu_check, a_singular_matrix_has_no_finite_residual) {
  factors a = input(60, 20);
  std::fill_n(a.column(7), 60, 0.0);
  factorise_sequential(plain_blas(), a);
  EXPECT_FALSE(scaled_residual(a, 1) < residual_limit);
}

TEST(lu_matrix, columns_begin_on_cache_lines_that_are_not_the_same_few) {
  for (int n = 1; n < 5000; ++n) {
    matrix_shape const shape(n, 1);
    ASSERT_GE(shape.lead, n);
    ASSERT_LE(shape.lead, n + 15);
    ASSERT_EQ(shape.lead % 8, 0);
    ASSERT_NE(shape.lead % 128, 0);
  }
}

TEST(lu_distribution, every_block_column_has_one_owner_and_one_index) {
  for (int places = 1; places <= 5; ++places) {
    for (int tiles = 1; tiles <= 23; ++tiles) {
      block_distribution const distribution(tiles, places);
      int sum = 0;
      for (int place = 0; place < places; ++place) {
        sum += distribution.count(place);
        ASSERT_LE(distribution.count(place), distribution.max_count());
        for (int i = 0; i < distribution.count(place); ++i) {
          int const k = distribution.tile(place, i);
          ASSERT_TRUE(k >= 0 && k < tiles);
          ASSERT_EQ(distribution.owner(k), place);
          ASSERT_EQ(distribution.index(k), i);
        }
        for (int k = 0; k < tiles; ++k) {
          int right = 0;
          while (right < distribution.count(place) && distribution.tile(place, right) <= k) ++right;
          ASSERT_EQ(std::min(distribution.after(place, k), distribution.count(place)), right)
              << places << ' ' << tiles << ' ' << k;
        }
      }
      ASSERT_EQ(sum, tiles);
    }
  }
}

}  // namespace
}  // namespace apps::lu
