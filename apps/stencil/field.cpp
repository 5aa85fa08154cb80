// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The stencil, the known field, and the comparison with it.

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>

#include "../quicksort/keys.hpp"
#include "problem.hpp"

namespace apps::stencil {
namespace {

struct wave {
  double amplitude;
  int across, down;
};
constexpr wave waves[] = {{0.5, 1, 1}, {0.3, 2, 3}, {0.2, 5, 4}};

/// sin(k pi i / (side + 1)) for i from 0 to side + 1, with exact zeros at both ends.
std::vector<double> sines(int k, std::size_t side) {
  std::vector<double> made(side + 2);
  for (std::size_t i = 1; i <= side; ++i) {
    made[i] = std::sin(k * std::numbers::pi * static_cast<double>(i) / static_cast<double>(side + 1));
  }
  return made;
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

void modes::row(std::size_t i, int steps, std::span<double> into) const {
  std::ranges::fill(into, 0.0);
  for (auto const& m : modes_) {
    double const factor = m.amplitude * std::pow(m.factor, steps) * m.down[i];
    for (std::size_t j = 0; j < into.size(); ++j) into[j] += factor * m.across[j];
  }
}

void step_row(double const* above, double const* row, double const* below, double* out, std::size_t n) noexcept {
  for (std::size_t j = 1; j <= n; ++j) {
    double const neighbours = (above[j] + below[j]) + (row[j - 1] + row[j + 1]);
    out[j] = row[j] + diffusion * (neighbours - 4 * row[j]);
  }
}

void judge_row(parameters const& what, modes const& known, std::size_t i, std::span<double const> cells, answer& a) {
  std::vector<double> right(what.width());
  known.row(i, what.steps, right);
  for (std::size_t j = 0; j < what.width(); ++j) {
    double const error = std::abs(cells[j] - right[j]);
    if (!(error <= a.error)) a.error = std::isnan(error) ? std::numeric_limits<double>::infinity() : error;
    a.hash += splitmix::mix64(std::bit_cast<std::uint64_t>(cells[j]) + splitmix::mix64(i * what.width() + j));
  }
}

// Each step adds a few roundings of numbers below 1, and makes none of the earlier errors larger.
double tolerance(parameters const& what) noexcept { return 1e-15 * (10 + 2.0 * what.steps); }

}  // namespace apps::stencil
