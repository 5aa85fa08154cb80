// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The stencil and its known field, without the runtime.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "stencil/problem.hpp"

namespace apps::stencil {
namespace {

TEST(stencil_modes, a_step_of_the_known_field_is_the_next_known_field) {
  for (std::size_t const side : {1u, 2u, 7u, 30u}) {
    modes const solution(side);
    for (std::size_t i = 1; i <= side; ++i) {
      std::vector<double> above(side + 2), row(side + 2), below(side + 2), next(side + 2), out(side + 2);
      solution.row(i - 1, 3, above);
      solution.row(i, 3, row);
      solution.row(i + 1, 3, below);
      solution.row(i, 4, next);
      step_row(above.data(), row.data(), below.data(), out.data(), side);
      for (std::size_t j = 0; j < side + 2; ++j) EXPECT_NEAR(out[j], next[j], 1e-15) << side << ' ' << i << ' ' << j;
    }
  }
}

TEST(stencil_judge, sees_a_cell_that_is_wrong_or_not_a_number) {
  parameters const config{9, 5};
  modes const solution(9);
  std::vector<double> cells(11);
  solution.row(4, 5, cells);
  answer right;
  judge_row(config, solution, 4, cells, right);
  EXPECT_EQ(right.error, 0);
  cells[3] = std::nextafter(cells[3], 1);
  answer wrong_answer;
  judge_row(config, solution, 4, cells, wrong_answer);
  EXPECT_NE(wrong_answer.hash, right.hash);
  EXPECT_GT(wrong_answer.error, 0);
  cells[3] = std::numeric_limits<double>::quiet_NaN();
  answer none;
  judge_row(config, solution, 4, cells, none);
  EXPECT_TRUE(std::isinf(none.error));
}

}  // namespace
}  // namespace apps::stencil
