// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The sequential program: two fields and three loops.

#include <utility>

#include "../skua/stopwatch.hpp"
#include "problem.hpp"

namespace apps::stencil {

answer solve_sequential(parameters const& what) {
  std::size_t const width = what.width();
  std::vector<double> now(width * width);
  std::vector<double> then(width * width);
  modes const known(what.side);
  for (std::size_t i = 1; i <= what.side; ++i) known.row(i, 0, std::span(now).subspan(i * width, width));
  answer found;
  stopwatch const watch;
  for (int step = 0; step < what.steps; ++step) {
    for (std::size_t i = 1; i <= what.side; ++i) {
      double const* const row = now.data() + i * width;
      step_row(row - width, row, row + width, then.data() + i * width, what.side);
    }
    std::swap(now, then);
  }
  found.seconds = watch.seconds();
  for (std::size_t i = 1; i <= what.side; ++i) {
    judge_row(what, known, i, std::span<double const>(now).subspan(i * width, width), found);
  }
  return found;
}

}  // namespace apps::stencil
