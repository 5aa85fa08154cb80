// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Sparse matrices without values: the columns of the entries of each row. They are generated row by
// row, so every place makes its part, and a check makes the whole matrix again.

#pragma once

#include <cstdint>
#include <span>

#include "kernels.hpp"

namespace apps::bale {

enum class matrix_kind : std::uint8_t {
  any,       ///< entries anywhere
  shuffled,  ///< an upper triangle with a full diagonal, after permutations of its rows and columns
  lower,     ///< a lower triangle without a diagonal; half of the entries are in small groups of rows
};

/// The columns of a row, ascending.
[[nodiscard]] words row_of(matrix_kind kind, parameters const& p, std::uint64_t row);

/// A matrix over all places: a handle, which tasks may copy. The entries of a row lie at its place.
struct sparse_matrix {
  shared_words sizes;    ///< of the rows
  shared_words begins;   ///< of the rows in `columns`
  shared_words columns;  ///< of the entries; each place has one block

  /// The place of a row.
  [[nodiscard]] int place_of(std::uint64_t row) const { return sizes.place_of(row); }
  /// The columns of a row of the caller's place.
  [[nodiscard]] std::span<std::uint64_t> local_row(std::uint64_t row) const;
};

/// A matrix with rows of these sizes, and room for their entries.
[[nodiscard]] sparse_matrix make_rows(shared_words const& sizes);
[[nodiscard]] sparse_matrix make_matrix(matrix_kind kind, parameters const& p);
/// The columns become rows. The order of the entries in a row is any.
[[nodiscard]] sparse_matrix transposed(sparse_matrix const& matrix, style method);

/// A matrix in ordinary memory.
struct plain_matrix {
  words begins;  ///< of the rows, and the end of the last one
  words columns;

  [[nodiscard]] std::uint64_t rows() const noexcept { return begins.size() - 1; }
  [[nodiscard]] std::span<std::uint64_t const> row(std::uint64_t i) const noexcept {
    return std::span(columns).subspan(begins[i], begins[i + 1] - begins[i]);
  }
};

[[nodiscard]] plain_matrix make_plain(matrix_kind kind, parameters const& p);
[[nodiscard]] plain_matrix copy_of(sparse_matrix const& matrix);

}  // namespace apps::bale
