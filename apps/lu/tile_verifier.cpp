// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The solve check and the determinant of a tiled factorisation.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "tile_kernels.hpp"
#include "tiles.hpp"

namespace apps::lu {
namespace {

/// A vector, cut as the rows of the matrix are.
std::vector<tile> cut(tile_grid const& grid, std::vector<double> const& x) {
  std::vector<tile> parts;
  for (int k = 0; k < grid.tiles; ++k) {
    auto const from = x.begin() + grid.first(k);
    parts.push_back({grid.extent(k), 1, {from, from + grid.extent(k)}});
  }
  return parts;
}

// The transformations in the order of the factorisation.
void apply_steps(blas const& ops, tiled_factors const& a, std::vector<tile>& x) {
  auto const part = [&x](int i) -> tile& { return x[static_cast<std::size_t>(i)]; };
  for (int k = 0; k < a.grid().tiles; ++k) {
    dgessm(ops, a.step(k, k), part(k));
    for (int m = k + 1; m < a.grid().tiles; ++m) dssssm(ops, a.step(m, k), part(k), part(m));
  }
}

// x := x - A y
void subtract(tile const& a, tile const& y, tile& x) {
  for (int j = 0; j < a.columns; ++j)
    for (int i = 0; i < a.rows; ++i) *x.at(i, 0) -= *a.at(i, j) * *y.at(j, 0);
}

// x := inverse(U) x
void solve_upper(tiled_factors const& a, std::vector<tile>& x) {
  auto const part = [&x](int i) -> tile& { return x[static_cast<std::size_t>(i)]; };
  for (int k = a.grid().tiles - 1; k >= 0; --k) {
    for (int n = k + 1; n < a.grid().tiles; ++n) subtract(a.upper(k, n), part(n), part(k));
    tile const& u = a.upper(k, k);
    for (int j = u.columns - 1; j >= 0; --j) {
      double const value = *part(k).at(j, 0) /= *u.at(j, j);
      for (int i = 0; i < j; ++i) *part(k).at(i, 0) -= *u.at(i, j) * value;
    }
  }
}

/// The largest magnitude, and the largest difference to another sequence.
struct comparison {
  double magnitude = 0;
  double difference = 0;

  void add(double first, double second) noexcept {
    magnitude = std::max(magnitude, std::abs(first));
    difference = std::max(difference, std::abs(first - second));
  }
};

void compare(tile const& first, tile const& second, bool above_diagonal, comparison& to) noexcept {
  for (int j = 0; j < first.columns; ++j) {
    int const rows = above_diagonal ? std::min(j + 1, first.rows) : first.rows;
    for (int i = 0; i < rows; ++i) to.add(*first.at(i, j), *second.at(i, j));
  }
}

void compare(transformation const& first, transformation const& second, comparison& to) noexcept {
  compare(first.multipliers, second.multipliers, false, to);
  for (std::size_t i = 0; i < first.triangles.size(); ++i) to.add(first.triangles[i], second.triangles[i]);
}

}  // namespace

double scaled_residual(blas const& ops, tiled_factors const& a, std::uint64_t seed) {
  return scaled_residual(a.grid().order, seed, [&](std::vector<double>& x) {
    std::vector<tile> parts = cut(a.grid(), x);
    apply_steps(ops, a, parts);
    solve_upper(a, parts);
    x.clear();
    for (tile const& t : parts) x.insert(x.end(), t.values.begin(), t.values.end());
  });
}

determinant determinant_of(tiled_factors const& a) noexcept {
  determinant result{1, 0};
  for (int k = 0; k < a.grid().tiles; ++k) {
    tile const& u = a.upper(k, k);
    for (int j = 0; j < u.columns; ++j) {
      double const value = *u.at(j, j);
      result.log_magnitude += std::log(std::abs(value));
      if (value < 0) result.sign = -result.sign;
      if (a.step(k, k).pivots[static_cast<std::size_t>(j)] != j) result.sign = -result.sign;
      for (int m = k + 1; m < a.grid().tiles; ++m)
        if (a.step(m, k).pivots[static_cast<std::size_t>(j)] >= 0) result.sign = -result.sign;
    }
  }
  return result;
}

double distance(tiled_factors const& first, tiled_factors const& second) noexcept {
  comparison total;
  for (int k = 0; k < first.grid().tiles; ++k) {
    for (int n = k; n < first.grid().tiles; ++n) compare(first.upper(k, n), second.upper(k, n), n == k, total);
    for (int m = k; m < first.grid().tiles; ++m) {
      if (first.step(m, k).pivots != second.step(m, k).pivots) return std::numeric_limits<double>::infinity();
      compare(first.step(m, k), second.step(m, k), total);
    }
  }
  return total.difference / total.magnitude;
}

}  // namespace apps::lu
