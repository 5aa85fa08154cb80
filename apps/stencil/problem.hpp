// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Heat on a square plate with its edge kept at zero: Jacobi steps of the five-point stencil, and a
// field with known steps.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace apps {
struct common_options;
}

namespace apps::stencil {

inline constexpr std::size_t largest_side = 65536;
inline constexpr int max_steps = 1'000'000;

/// The change of a cell in each step: u + diffusion * (the four neighbours - 4 u). At most 1 / 4.
inline constexpr double diffusion = 0.2;

enum class form { spmd, scopes };

struct parameters {
  std::size_t side = 2048;  ///< cells inside, in both directions
  int steps = 100;
  stencil::form form = form::spmd;  ///< of the parallel program

  [[nodiscard]] std::size_t width() const noexcept { return side + 2; }  ///< of a row with both edges
  [[nodiscard]] std::uint64_t updates() const noexcept {
    return std::uint64_t{side} * side * static_cast<unsigned>(steps);
  }
};

/// A sum of eigenvectors of the discrete Laplacian, products of sines: a step multiplies each by a
/// known number.
class modes {
 public:
  explicit modes(std::size_t side);

  /// The field in a row, 1 to side, after that many steps: side + 2 numbers.
  void row(std::size_t i, int steps, std::span<double> values) const;

 private:
  struct mode {
    double amplitude;
    double factor;  // of each step
    std::vector<double> across, down;
  };
  static constexpr std::size_t count = 3;
  std::array<mode, count> modes_;
};

/// One step of the n inner cells of a row; all rows begin at the edge. The order of operations is
/// fixed.
void step_row(double const* upper, double const* row, double const* lower, double* out, std::size_t n) noexcept;

struct answer {
  std::uint64_t hash = 0;  ///< of all cells, bit by bit
  double error = 0;        ///< largest difference from the known field
  double seconds = 0;      ///< of the steps alone
};

/// Over all places. Call inside `skua::run`.
answer solve_parallel(parameters const& settings, common_options const& options);
answer solve_sequential(parameters const& settings);

/// Adds the error and the hash of a row to an answer.
void judge_row(parameters const& settings, modes const& exact, std::size_t i, std::span<double const> cells, answer& a);

/// The largest error that rounding can cause.
[[nodiscard]] double tolerance(parameters const& settings) noexcept;

}  // namespace apps::stencil
