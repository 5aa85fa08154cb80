// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The solve check, and the determinant with its published values.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "problem.hpp"

namespace apps::lu {
namespace {

std::size_t size_of(int n) noexcept { return static_cast<std::size_t>(n); }

// x := inverse(L) P x.
void forward(factors const& a, std::vector<double>& x) {
  int const n = a.shape.order;
  for (int j = 0; j < n; ++j) std::swap(x[size_of(j)], x[size_of(a.pivots[size_of(j)])]);
  for (int j = 0; j < n; ++j) {
    double const* const column = a.column(j);
    for (int i = j + 1; i < n; ++i) x[size_of(i)] -= column[i] * x[size_of(j)];
  }
}

// x := inverse(U) x.
void backward(factors const& a, std::vector<double>& x) {
  for (int j = a.shape.order - 1; j >= 0; --j) {
    double const* const column = a.column(j);
    x[size_of(j)] /= column[j];
    for (int i = 0; i < j; ++i) x[size_of(i)] -= column[i] * x[size_of(j)];
  }
}

double largest_magnitude(std::span<double const> values) noexcept {
  double largest = 0;
  for (double const v : values) largest = std::max(largest, std::abs(v));
  return largest;
}

}  // namespace

double scaled_residual(factors const& lu_factors, std::uint64_t seed) {
  return scaled_residual(lu_factors.shape.order, seed, [&](std::vector<double>& x) {
    forward(lu_factors, x);
    backward(lu_factors, x);
  });
}

double scaled_residual(int n, std::uint64_t seed, std::function<void(std::vector<double>&)> const& solve) {
  std::vector<double> b(size_of(n));
  double norm = 0;
  for (int i = 0; i < n; ++i) {
    double row = 0;
    for (int j = 0; j < n; ++j) {
      double const value = input_element(seed, n, i, j);
      b[size_of(i)] += value;
      row += std::abs(value);
    }
    norm = std::max(norm, row);
  }
  std::vector<double> x = b;
  solve(x);

  std::vector<double> residual = b;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) residual[size_of(i)] -= input_element(seed, n, i, j) * x[size_of(j)];
  double const scale =
      (norm * largest_magnitude(x) + largest_magnitude(b)) * n * std::numeric_limits<double>::epsilon();
  // A singular factor makes x not finite, which a maximum would hide.
  if (!std::all_of(x.begin(), x.end(), [](double v) { return std::isfinite(v); }))
    return std::numeric_limits<double>::infinity();
  return largest_magnitude(residual) / scale;
}

double distance(factors const& first, factors const& second) noexcept {
  double largest_difference = 0;
  double largest = 0;
  for (int j = 0; j < first.shape.order; ++j) {
    for (int i = 0; i < first.shape.order; ++i) {
      double const value = first.column(j)[i];
      largest_difference = std::max(largest_difference, std::abs(value - second.column(j)[i]));
      largest = std::max(largest, std::abs(value));
    }
  }
  return largest_difference / largest;
}

determinant determinant_of(factors const& lu_factors) noexcept {
  determinant result{1, 0};
  for (int j = 0; j < lu_factors.shape.order; ++j) {
    double const value = lu_factors.column(j)[j];
    result.log_magnitude += std::log(std::abs(value));
    if (value < 0) result.sign = -result.sign;
    if (lu_factors.pivots[size_of(j)] != j) result.sign = -result.sign;
  }
  return result;
}

determinant const* known_determinant(int n, std::uint64_t seed) noexcept {
  struct fact {
    int n;
    determinant value;
  };
  static constexpr std::uint64_t seed_of_facts = 1;
  static constexpr fact facts[] = {
      {1, {1, -2.7096278173002744}},   {2, {-1, -2.1247115589295307}}, {3, {1, -3.4691818383276383}},
      {4, {1, -5.501439515850286}},    {8, {1, -4.40366964596711}},    {16, {-1, -5.234658265635261}},
      {50, {-1, 9.99572717585747}},    {100, {-1, 52.25628924454271}}, {200, {-1, 181.66575476751814}},
      {400, {-1, 498.6824019848916}},  {600, {1, 872.0127922483854}},  {1000, {-1, 1708.9937550202278}},
      {2000, {-1, 4115.435673687419}},
  };
  if (seed != seed_of_facts) return nullptr;
  auto const* const entry = std::find_if(std::begin(facts), std::end(facts), [n](fact const& f) { return f.n == n; });
  return entry == std::end(facts) ? nullptr : &entry->value;
}

}  // namespace apps::lu
