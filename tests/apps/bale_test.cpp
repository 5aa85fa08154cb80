// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The kernels of bale at one, two and four places of one process, and what their checks notice.

#include <gtest/gtest.h>

#include <skua/skua.hpp>
#include <string>
#include <utility>

#include "bale/checks.hpp"

namespace apps::bale {
namespace {

class bale_kernels : public testing::TestWithParam<int> {};

TEST_P(bale_kernels, are_right_in_both_styles_and_as_threads) {
  int const places = GetParam();
  skua::runtime program{{.workers = 2, .places = places, .transport = places > 1 ? "inproc" : ""}};
  for (parameters const& p : {parameters{.size = 1}, parameters{.size = 3, .density = 2},
                              parameters{.size = 100, .density = 60}, parameters{.size = 1500, .seed = 7}}) {
    for (auto const& kernel : kernels()) {
      SCOPED_TRACE(std::string(kernel.name) + " of " + std::to_string(p.size));
      outcome direct, aggregated;
      program.run([&] { direct = kernel.run(p, style::direct); });
      program.run([&] { aggregated = kernel.run(p, style::aggregated); });
      outcome const threads = kernel.run_threads(p, 3);
      for (outcome const& result : {direct, aggregated, threads}) {
        EXPECT_EQ(result.errors, 0u);
        EXPECT_EQ(result.operations, threads.operations);
        EXPECT_EQ(result.value, threads.value);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(places, bale_kernels, testing::Values(1, 2, 4), testing::PrintToStringParamName());

TEST(bale_matrices, have_the_shapes_of_their_kinds) {
  parameters const p{.size = 500};
  for (std::uint64_t row = 0; row < p.size; ++row) {
    words const lower = row_of(matrix_kind::lower, p, row);
    EXPECT_TRUE(lower.empty() || lower.back() < row);
    EXPECT_FALSE(row_of(matrix_kind::shuffled, p, row).empty());
  }
  EXPECT_GT(count_triangles(make_plain(matrix_kind::lower, p)), 1000u);
  plain_matrix const any = make_plain(matrix_kind::any, p);
  EXPECT_NEAR(static_cast<double>(any.columns.size()), 5000, 250);
  EXPECT_EQ(transpose_sequential(transpose_sequential(any)).columns, any.columns);
}

TEST(bale_checks, notice_one_wrong_element) {
  parameters const p{.size = 50, .density = 4};
  words table(p.size), answers;
  for (std::uint64_t i = 0; i < p.operations(); ++i) {
    ++table[p.word_of(i)];
    answers.push_back(splitmix::mix64(p.word_of(i)));
  }
  EXPECT_EQ(errors_of_histogram(p, table), 0u);
  EXPECT_EQ(errors_of_histogram(p, (++table[7], table)), 1u);
  EXPECT_EQ(errors_of_gather(p, answers), 0u);
  EXPECT_EQ(errors_of_gather(p, (++answers[9], answers)), 1u);
  EXPECT_EQ(errors_of_permutation({2, 0, 1}), 0u);
  EXPECT_EQ(errors_of_permutation({2, 0, 2}), 1u);
  EXPECT_EQ(errors_of_permutation({2, 0, 3}), 1u);
}

TEST(bale_checks, notice_a_wrong_transposition_and_a_wrong_order) {
  plain_matrix const matrix{{0, 2, 3, 4}, {0, 2, 1, 2}};  // an upper triangle already
  plain_matrix result = transpose_sequential(matrix);
  EXPECT_EQ(errors_of_transpose(matrix, result), 0u);
  std::swap(result.columns[0], result.columns[1]);
  EXPECT_EQ(errors_of_transpose(matrix, result), 2u);
  EXPECT_EQ(errors_of_transpose(matrix, matrix), 3u);
  EXPECT_EQ(errors_of_order(matrix, {0, 1, 2}, {0, 1, 2}), 0u);
  EXPECT_EQ(errors_of_order(matrix, {0, 2, 1}, {0, 2, 1}), 0u);
  EXPECT_EQ(errors_of_order(matrix, {2, 1, 0}, {2, 1, 0}), 1u);  // entry 0, 2 below the diagonal
  EXPECT_EQ(errors_of_order(matrix, {0, 1, 1}, {0, 1, 2}), 2u);  // a number twice, and no diagonal
}

}  // namespace
}  // namespace apps::bale
