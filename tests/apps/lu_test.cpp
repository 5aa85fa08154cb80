// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The kernels of lu without the runtime: dense operations against their definitions, factorisations of every shape of tiling.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "lu/distribution.hpp"
#include "lu/kernels.hpp"
#include "lu/problem.hpp"

namespace apps::lu {
namespace {

std::vector<blas const*> all_kernels() {
  std::vector<blas const*> all{&plain_blas()};
  if (auto const* const library = lapack_blas(); library != nullptr) all.push_back(library);
  return all;
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
          int const ld = m + 2;  // columns that do not touch
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

class lu_factorisation : public testing::TestWithParam<int> {};

TEST_P(lu_factorisation, solves_and_has_the_known_determinant_for_every_tile_size) {
  int const n = GetParam();
  auto const* const known = known_determinant(n, 1);
  ASSERT_NE(known, nullptr);
  for (auto const* const ops : all_kernels()) {
    for (int const tile : {1, 2, 3, 7, 39, 40, 41, 50, 80, 100}) {
      if (tile > n || n / tile > 50) continue;
      tiled_matrix a(n, tile, 1);
      EXPECT_EQ(factorise_sequential(*ops, a), expected_jobs(a.tiles()));
      EXPECT_LT(scaled_residual(*ops, a, 1), residual_limit) << ops->name << " tile " << tile;
      auto const found = determinant_of(a);
      EXPECT_EQ(found.sign, known->sign) << ops->name << " tile " << tile;
      EXPECT_NEAR(found.log_magnitude, known->log_magnitude, 1e-9 * std::abs(known->log_magnitude))
          << ops->name << " tile " << tile;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(orders, lu_factorisation, testing::Values(1, 2, 3, 4, 8, 16, 50, 100, 200));

TEST(lu_check, notices_one_wrong_element) {
  tiled_matrix a(100, 30, 1);
  factorise_sequential(plain_blas(), a);
  ASSERT_LT(scaled_residual(plain_blas(), a, 1), residual_limit);
  a.values(1, 2)[5] += 1e-6;
  EXPECT_GT(scaled_residual(plain_blas(), a, 1), residual_limit);
}

TEST(lu_check, a_singular_matrix_has_no_finite_residual) {
  tiled_matrix a(60, 20, 1);
  for (int m = 0; m < a.tiles(); ++m)
    for (int i = 0; i < 20; ++i) a.values(m, 0)[i] = 0;
  factorise_sequential(plain_blas(), a);
  EXPECT_FALSE(scaled_residual(plain_blas(), a, 1) < residual_limit);
}

TEST(lu_check, job_counts_of_the_thesis) {
  job_counts const found = expected_jobs(10);
  EXPECT_EQ(found.dgetrf, 10u);
  EXPECT_EQ(found.dgessm, 45u);
  EXPECT_EQ(found.dtstrf, 45u);
  EXPECT_EQ(found.dssssm, 285u);
}

TEST(lu_distribution, grids_are_as_square_as_the_number_allows) {
  auto const is = [](int places, int rows, int columns) {
    place_grid const g(places);
    return g.rows == rows && g.columns == columns;
  };
  EXPECT_TRUE(is(1, 1, 1) && is(2, 1, 2) && is(3, 1, 3) && is(4, 2, 2) && is(6, 2, 3) && is(7, 1, 7) && is(12, 3, 4));
}

TEST(lu_distribution, blocks_of_a_place_are_apart) {
  for (int const places : {1, 2, 3, 4, 6}) {
    place_grid const grid(places);
    for (int tiles = 1; tiles <= 7; ++tiles) {
      tile_shape const shape(tiles * 3 - 1, 3);
      ASSERT_EQ(shape.tiles, tiles);
      block_layout const layout(shape, grid);
      std::map<int, std::set<std::size_t>> begins;
      int blocks = 0;
      auto const add = [&](int owner, std::size_t at) {
        ASSERT_TRUE(owner >= 0 && owner < places);
        ASSERT_EQ(at % layout.doubles(), 0u);
        ASSERT_LT(at / layout.doubles(), layout.blocks());
        begins[owner].insert(at);
        ++blocks;
      };
      for (int m = 0; m < tiles; ++m) {
        for (int n = 0; n < tiles; ++n) add(grid.owner(m, n), layout.tile(m, n));
        add(grid.owner(m, m), layout.diagonal(m));
      }
      std::size_t different = 0;
      for (auto const& [owner, all] : begins) different += all.size();
      EXPECT_EQ(different, static_cast<std::size_t>(blocks)) << places << " places, " << tiles << " tiles";
    }
  }
}

}  // namespace
}  // namespace apps::lu
