// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Sequential checks of the kernels' results, in ordinary memory and without the library. Each
// returns the number of wrong elements.

#pragma once

#include <cstdint>
#include <span>

#include "sparse_matrix.hpp"

namespace apps::bale {

/// Counts all operations once more.
[[nodiscard]] std::uint64_t errors_of_histogram(parameters const& p, words table);
/// The table has splitmix::mix64(i) in word i.
[[nodiscard]] std::uint64_t errors_of_gather(parameters const& p, words const& answers);
/// Numbers that are missing.
[[nodiscard]] std::uint64_t errors_of_permutation(words const& permutation);
/// Compares with a sequential transposition.
[[nodiscard]] std::uint64_t errors_of_transpose(plain_matrix const& matrix, plain_matrix const& result);
/// Entries below the diagonal, rows without an entry on it, and numbers that are missing.
[[nodiscard]] std::uint64_t errors_of_order(plain_matrix const& matrix, words const& row_numbers,
                                            words const& column_numbers);

/// Pairs of entries of a row.
[[nodiscard]] std::uint64_t pairs_of(plain_matrix const& matrix);
/// Elements that both ascending ranges have.
[[nodiscard]] std::uint64_t count_common(std::span<std::uint64_t const> left, std::span<std::uint64_t const> right);
/// Marks the columns of each row and visits the rows of these.
[[nodiscard]] std::uint64_t count_triangles(plain_matrix const& matrix);
/// The sequential transposition: each row ascends.
[[nodiscard]] plain_matrix transpose_sequential(plain_matrix const& matrix);

}  // namespace apps::bale
