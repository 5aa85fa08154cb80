// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The sequential program: two fields and three loops.

#include <utility>

#include "../common/stopwatch.hpp"
#include "problem.hpp"

namespace apps::stencil {

answer solve_sequential(parameters const& settings) {
  std::size_t const width = settings.width();
  std::vector<double> current(width * width);
  std::vector<double> next(width * width);
  modes const exact(settings.side);
  for (std::size_t i = 1; i <= settings.side; ++i) exact.row(i, 0, std::span(current).subspan(i * width, width));
  answer result;
  stopwatch const watch;
  for (int step = 0; step < settings.steps; ++step) {
    for (std::size_t i = 1; i <= settings.side; ++i) {
      double const* const row = current.data() + i * width;
      step_row(row - width, row, row + width, next.data() + i * width, settings.side);
    }
    std::swap(current, next);
  }
  result.seconds = watch.seconds();
  for (std::size_t i = 1; i <= settings.side; ++i) {
    judge_row(settings, exact, i, std::span<double const>(current).subspan(i * width, width), result);
  }
  return result;
}

}  // namespace apps::stencil
