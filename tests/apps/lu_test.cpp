// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The kernels of lu without the runtime: dense operations against their definitions, factorisations
// in block columns of every width.

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

std::vector<double> numbers(std::uint64_t seed, int count) {
  std::vector<double> made(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < made.size(); ++i) made[i] = splitmix::unit(seed, i) - 0.5;
  return made;
}

TEST(lu_blas, subtract_product_is_its_definition_for_all_small_shapes) {
  for (auto const* const ops : all_kernels()) {
    for (int const m : {1, 7, 8, 9, 17})
      for (int const n : {1, 3, 4, 5, 9})
        for (int const k : {1, 5, 127, 128, 130}) {
          int const ld = m + 2;  // leading dimension with gaps between the columns
          auto const a = numbers(1, ld * k);
          auto const b = numbers(2, k * n);
          auto c = numbers(3, ld * n);
          auto const before = c;
          ops->subtract_product(m, n, k, a.data(), ld, b.data(), k, c.data(), ld);
          for (int j = 0; j < n; ++j)
            for (int i = 0; i < ld; ++i) {
              double right = before[static_cast<std::size_t>(j * ld + i)];
              for (int p = 0; i < m && p < k; ++p)
                right -= a[static_cast<std::size_t>(p * ld + i)] * b[static_cast<std::size_t>(j * k + p)];
              ASSERT_NEAR(c[static_cast<std::size_t>(j * ld + i)], right, 1e-13)
                  << ops->name << ' ' << m << ' ' << n << ' ' << k;
            }
        }
  }
}

TEST(lu_blas, solve_lower_ignores_the_diagonal_and_undoes_the_product) {
  for (auto const* const ops : all_kernels()) {
    for (int const m : {1, 2, 31, 32, 33, 70}) {
      int const n = 5;
      auto l = numbers(4, m * m);
      for (int i = 0; i < m; ++i) l[static_cast<std::size_t>(i * m + i)] = std::nan("");
      for (double& value : l) value /= m;  // keeps the solution small
      auto const x = numbers(5, m * n);
      auto b = x;
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < m; ++i)
          for (int p = 0; p < i; ++p)
            b[static_cast<std::size_t>(j * m + i)] +=
                l[static_cast<std::size_t>(p * m + i)] * x[static_cast<std::size_t>(j * m + p)];
      ops->solve_lower(m, n, l.data(), m, b.data(), m);
      for (std::size_t i = 0; i < x.size(); ++i) ASSERT_NEAR(b[i], x[i], 1e-13) << ops->name << ' ' << m;
    }
  }
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

INSTANTIATE_TEST_SUITE_P(orders, lu_factorisation, testing::Values(1, 2, 3, 4, 8, 16, 50, 100, 200),
                         testing::PrintToStringParamName());

TEST(lu_kernels, columns_may_be_updated_together_or_apart) {
  for (auto const* const ops : all_kernels()) {
    factors together = input(100, 30);
    matrix_shape const& shape = together.shape;
    factorise_panel(*ops, shape, 0, together.column(0), together.pivots);
    factors apart = together;
    update_columns(*ops, shape, 0, {together.column(0), shape.lead}, together.pivots, together.column(30), 70);
    // A panel that was copied from another place has its own leading dimension.
    std::vector<double> copy(30 * 100);
    for (int j = 0; j < 30; ++j) std::copy_n(apart.column(j), 100, copy.begin() + j * 100);
    for (int k = 1; k < shape.tiles; ++k)
      update_columns(*ops, shape, 0, {copy.data(), 100}, apart.pivots, apart.column(shape.first(k)), shape.width(k));
    EXPECT_LT(distance(together, apart), 1e-14) << ops->name;
  }
}

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

TEST(lu_check, job_counts) {
  job_counts const counts = expected_jobs(10);
  EXPECT_EQ(counts.panels, 10u);
  EXPECT_EQ(counts.updates, 45u);
  EXPECT_EQ(counts.exchanges, 9u);
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

TEST(lu_distribution, is_dealt_forwards_and_backwards) {
  block_distribution const distribution(8, 3);
  std::vector<int> owners;
  for (int k = 0; k < 8; ++k) owners.push_back(distribution.owner(k));
  EXPECT_EQ(owners, (std::vector<int>{0, 1, 2, 2, 1, 0, 0, 1}));
}

}  // namespace
}  // namespace apps::lu
