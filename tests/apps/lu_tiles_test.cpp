// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The kernels of tiled LU without the runtime: each against its definition, and factorisations in
// tiles of every order.

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

tile random_tile(std::uint64_t seed, int rows, int columns) {
  tile t{rows, columns, std::vector<double>(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns))};
  for (std::size_t i = 0; i < t.values.size(); ++i) t.values[i] = splitmix::unit(seed, i) - 0.5;
  return t;
}

tile upper_triangle(tile t) {
  for (int j = 0; j < t.columns; ++j)
    for (int i = j + 1; i < t.rows; ++i) *t.at(i, j) = 0;
  return t;
}

void expect_equal(tile const& actual, tile const& expected, double tolerance, char const* name) {
  ASSERT_EQ(actual.rows, expected.rows);
  ASSERT_EQ(actual.columns, expected.columns);
  for (int j = 0; j < actual.columns; ++j)
    for (int i = 0; i < actual.rows; ++i)
      ASSERT_NEAR(*actual.at(i, j), *expected.at(i, j), tolerance)
          << name << ": " << actual.rows << " x " << actual.columns << ", row " << i << " column " << j;
}

constexpr int orders[] = {1, 2, 7, inner_width - 1, inner_width, inner_width + 1, 2 * inner_width, 75};

TEST(lu_tiles, dgessm_repeats_dgetrf) {
  for (auto const* const ops : kernel_sets()) {
    for (int const order : orders) {
      tile const input = random_tile(1, order, order);
      tile factorised = input;
      transformation const step = dgetrf(*ops, factorised);
      tile other = input;
      dgessm(*ops, step, other);
      expect_equal(upper_triangle(other), upper_triangle(factorised), 1e-12, "U");
      expect_equal(other, upper_triangle(factorised), 1e-12, "zero below the diagonal");
      tile narrow = random_tile(2, order, 3);
      dgessm(*ops, step, narrow);
    }
  }
}

TEST(lu_tiles, dssssm_repeats_dtstrf) {
  for (auto const* const ops : kernel_sets()) {
    for (int const order : orders) {
      for (int const rows : {1, 5, inner_width, 75}) {
        tile const upper = upper_triangle(random_tile(3, order, order));
        tile const lower = random_tile(4, rows, order);
        tile diagonal = upper;
        transformation const step = dtstrf(*ops, diagonal, lower);

        tile above = upper;
        tile below = lower;
        dssssm(*ops, step, above, below);
        expect_equal(above, upper_triangle(diagonal), 1e-11, "U");
        expect_equal(below, tile{rows, order, std::vector<double>(lower.values.size())}, 1e-11, "zero below");
        for (double const multiplier : step.multipliers.values) ASSERT_LE(std::abs(multiplier), 1);
        for (double const multiplier : step.triangles) ASSERT_LE(std::abs(multiplier), 1);
      }
    }
  }
}

TEST(lu_tiles, dtstrf_neither_reads_nor_writes_below_the_diagonal) {
  for (auto const* const ops : kernel_sets()) {
    tile const upper = upper_triangle(random_tile(5, 70, 70));
    tile const lower = random_tile(6, 40, 70);
    tile clean = upper;
    tile marked = upper;
    for (int j = 0; j < 70; ++j)
      for (int i = j + 1; i < 70; ++i) *marked.at(i, j) = std::numeric_limits<double>::quiet_NaN();
    transformation const first = dtstrf(*ops, clean, lower);
    transformation const second = dtstrf(*ops, marked, lower);
    EXPECT_EQ(first.pivots, second.pivots);
    expect_equal(second.multipliers, first.multipliers, 0, "multipliers");
    for (int j = 0; j < 70; ++j) {
      for (int i = 0; i <= j; ++i) ASSERT_EQ(*marked.at(i, j), *clean.at(i, j));
      for (int i = j + 1; i < 70; ++i) ASSERT_TRUE(std::isnan(*marked.at(i, j)));
    }
  }
}

TEST(lu_tiles, dssssm_may_take_any_columns) {
  for (auto const* const ops : kernel_sets()) {
    tile diagonal = upper_triangle(random_tile(7, 50, 50));
    transformation const step = dtstrf(*ops, diagonal, random_tile(8, 50, 50));
    tile upper = random_tile(9, 50, 20);
    tile lower = random_tile(10, 50, 20);
    tile const upper_input = upper;
    tile const lower_input = lower;
    dssssm(*ops, step, upper, lower);
    for (int j = 0; j < 20; ++j) {
      auto const column = [j](tile const& t) { return tile{50, 1, {t.at(0, j), t.at(0, j) + 50}}; };
      tile one_upper = column(upper_input);
      tile one_lower = column(lower_input);
      dssssm(*ops, step, one_upper, one_lower);
      expect_equal(one_upper, column(upper), 1e-12, "upper");
      expect_equal(one_lower, column(lower), 1e-12, "lower");
    }
  }
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

INSTANTIATE_TEST_SUITE_P(orders, lu_tiled_factorisation, testing::Values(1, 2, 3, 4, 8, 16, 50, 100, 200, 400),
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

TEST(lu_tiled_check, kernel_counts) {
  kernel_counts const counts = expected_kernels(10);
  EXPECT_EQ(counts.dgetrf, 10u);
  EXPECT_EQ(counts.dgessm, 45u);
  EXPECT_EQ(counts.dtstrf, 45u);
  EXPECT_EQ(counts.dssssm, 285u);
}

}  // namespace
}  // namespace apps::lu
