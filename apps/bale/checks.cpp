// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks.hpp"

#include <algorithm>
#include <numeric>

namespace apps::bale {

std::uint64_t errors_of_histogram(parameters const& p, words table) {
  for (std::uint64_t i = 0; i < p.operations(); ++i) --table[p.word_of(i)];
  return table.size() - static_cast<std::uint64_t>(std::ranges::count(table, std::uint64_t{0}));
}

std::uint64_t errors_of_gather(parameters const& p, words const& answers) {
  std::uint64_t errors = 0;
  for (std::uint64_t i = 0; i < p.operations(); ++i) errors += answers[i] != splitmix::mix64(p.word_of(i)) ? 1 : 0;
  return errors;
}

std::uint64_t errors_of_permutation(words const& permutation) {
  std::vector<bool> is_present(permutation.size());
  for (auto const number : permutation)
    if (number < is_present.size()) is_present[number] = true;
  return static_cast<std::uint64_t>(std::ranges::count(is_present, false));
}

plain_matrix transpose_sequential(plain_matrix const& matrix) {
  plain_matrix result{words(matrix.begins.size()), words(matrix.columns.size())};
  for (auto const column : matrix.columns) ++result.begins[column + 1];
  std::partial_sum(result.begins.begin(), result.begins.end(), result.begins.begin());
  words next = result.begins;
  for (std::uint64_t row = 0; row < matrix.rows(); ++row)
    for (auto const column : matrix.row(row)) result.columns[next[column]++] = row;
  return result;
}

std::uint64_t errors_of_transpose(plain_matrix const& matrix, plain_matrix const& result) {
  plain_matrix const expected = transpose_sequential(matrix);
  if (result.begins != expected.begins) return matrix.rows();
  std::uint64_t errors = 0;
  for (std::uint64_t row = 0; row < expected.rows(); ++row) {
    words entries(result.row(row).begin(), result.row(row).end());
    std::ranges::sort(entries);
    errors += std::ranges::equal(entries, expected.row(row)) ? 0 : 1;
  }
  return errors;
}

std::uint64_t errors_of_order(plain_matrix const& matrix, words const& row_numbers, words const& column_numbers) {
  std::uint64_t errors = errors_of_permutation(row_numbers) + errors_of_permutation(column_numbers);
  for (std::uint64_t row = 0; row < matrix.rows(); ++row) {
    std::uint64_t diagonal = 0;
    for (auto const column : matrix.row(row)) {
      errors += column_numbers[column] < row_numbers[row] ? 1 : 0;
      diagonal += column_numbers[column] == row_numbers[row] ? 1 : 0;
    }
    errors += diagonal != 1 ? 1 : 0;
  }
  return errors;
}

std::uint64_t pairs_of(plain_matrix const& matrix) {
  std::uint64_t pairs = 0;
  for (std::uint64_t row = 0; row < matrix.rows(); ++row) {
    std::uint64_t const n = matrix.row(row).size();
    if (n != 0) pairs += n * (n - 1) / 2;
  }
  return pairs;
}

std::uint64_t count_common(std::span<std::uint64_t const> left, std::span<std::uint64_t const> right) {
  std::uint64_t count = 0;
  for (std::size_t i = 0, j = 0; i < left.size() && j < right.size();) {
    std::uint64_t const a = left[i];
    std::uint64_t const b = right[j];
    count += a == b ? 1 : 0;
    i += a <= b ? 1 : 0;
    j += b <= a ? 1 : 0;
  }
  return count;
}

std::uint64_t count_triangles(plain_matrix const& matrix) {
  std::vector<bool> is_marked(matrix.rows());
  std::uint64_t count = 0;
  for (std::uint64_t row = 0; row < matrix.rows(); ++row) {
    for (auto const column : matrix.row(row)) is_marked[column] = true;
    for (auto const neighbour : matrix.row(row))
      for (auto const column : matrix.row(neighbour)) count += is_marked[column] ? 1 : 0;
    for (auto const column : matrix.row(row)) is_marked[column] = false;
  }
  return count;
}

}  // namespace apps::bale
