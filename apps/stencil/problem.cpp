// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The stencil, the known field, and the comparison with it.

#include "problem.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>

#include "../common/splitmix.hpp"

namespace apps::stencil {
namespace {

struct wave {
  double amplitude;
  int across, down;
};
constexpr wave waves[] = {{0.5, 1, 1}, {0.3, 2, 3}, {0.2, 5, 4}};

/// sin(k pi i / (side + 1)) for i from 0 to side + 1, with exact zeros at both ends.
std::vector<double> sines(int k, std::size_t side) {
  std::vector<double> values(side + 2);
  for (std::size_t i = 1; i <= side; ++i) {
    values[i] = std::sin(k * std::numbers::pi * static_cast<double>(i) / static_cast<double>(side + 1));
  }
  return values;
}

double half_wave(int k, std::size_t side) {
  double const s = std::sin(k * std::numbers::pi / (2.0 * static_cast<double>(side + 1)));
  return s * s;
}

}  // namespace

modes::modes(std::size_t side) {
  static_assert(std::size(waves) == count);
  for (std::size_t m = 0; m < count; ++m) {
    auto const& w = waves[m];
    modes_[m] = {w.amplitude, 1 - 4 * diffusion * (half_wave(w.across, side) + half_wave(w.down, side)),
                 sines(w.across, side), sines(w.down, side)};
  }
}

void modes::row(std::size_t i, int steps, std::span<double> values) const {
  std::ranges::fill(values, 0.0);
  for (auto const& m : modes_) {
    double const factor = m.amplitude * std::pow(m.factor, steps) * m.down[i];
    for (std::size_t j = 0; j < values.size(); ++j) values[j] += factor * m.across[j];
  }
}

void step_row(double const* upper, double const* row, double const* lower, double* out, std::size_t n) noexcept {
  for (std::size_t j = 1; j <= n; ++j) {
    double const neighbours = (upper[j] + lower[j]) + (row[j - 1] + row[j + 1]);
    out[j] = row[j] + diffusion * (neighbours - 4 * row[j]);
  }
}

void judge_row(parameters const& settings, modes const& exact, std::size_t i, std::span<double const> cells,
               answer& a) {
  std::vector<double> expected(settings.width());
  exact.row(i, settings.steps, expected);
  for (std::size_t j = 0; j < settings.width(); ++j) {
    double const error = std::abs(cells[j] - expected[j]);
    if (!(error <= a.error)) a.error = std::isnan(error) ? std::numeric_limits<double>::infinity() : error;
    a.hash += splitmix::mix64(std::bit_cast<std::uint64_t>(cells[j]) + splitmix::mix64(i * settings.width() + j));
  }
}

// Each step adds a few roundings of numbers below 1, and amplifies no earlier error.
double tolerance(parameters const& settings) noexcept { return 1e-15 * (10 + 2.0 * settings.steps); }

}  // namespace apps::stencil
