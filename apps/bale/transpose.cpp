// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Transposed sparse matrix: a histogram of the columns gives the sizes of the new rows, then each
// entry takes the next free position of its new row.

#include <skua/skua.hpp>

#include "../common/stopwatch.hpp"
#include "checks.hpp"
#include "sparse_matrix.hpp"

namespace apps::bale {
namespace {

using counter = skua::global_atomic<std::uint64_t>;

/// Calls body(row, column) for each entry of the matrix at its place; the caller's scope waits.
template <class Body>
void for_each_entry(sparse_matrix const& matrix, Body const& body) {
  skua::for_async(matrix.sizes, [matrix, body](std::size_t row, std::uint64_t const&) {
    for (auto const column : matrix.local_row(row)) body(row, column);
  });
}

/// The new matrix, and the next free position of each of its rows. Each place has its handles.
struct rows_to_fill {
  rows_to_fill(sparse_matrix const& m, shared_words const& positions) : matrix(m), next(positions) {}
  void add(std::uint64_t row, std::uint64_t column) const {
    matrix.columns[counter(next.pointer(row)).fetch_add(1)] = column;
  }
  sparse_matrix matrix;
  shared_words next;
};
using rows_name = skua::place_local<rows_to_fill>;

void count_column(skua::global_ptr<std::uint64_t> size) { counter(size).add(1); }
void add_entry(rows_name const& rows, std::uint64_t row, std::uint64_t column) { rows->add(row, column); }

shared_words sizes_of_columns(sparse_matrix const& matrix, style method) {
  shared_words const sizes(matrix.sizes.size());
  skua::finish([&] {
    for_each_entry(matrix, [sizes, method](std::uint64_t, std::uint64_t column) {
      auto const size = sizes.pointer(column);
      if (method == style::direct) return count_column(size);
      call_at(size.where(), &count_column, size);
    });
  });
  return sizes;
}

}  // namespace

sparse_matrix transposed(sparse_matrix const& matrix, style method) {
  sparse_matrix const result = make_rows(sizes_of_columns(matrix, method));
  shared_words const next(result.begins.size());
  skua::finish([&] {
    skua::for_async(next, [result](std::size_t row, std::uint64_t& position) { position = result.begins[row]; });
  });
  rows_name const rows(result, next);
  // The places make their copies before there are many tasks.
  skua::run_spmd([rows] { (void)*rows; });
  skua::finish([&] {
    for_each_entry(matrix, [rows, method](std::uint64_t row, std::uint64_t column) {
      if (method == style::direct) return rows->add(column, row);
      call_at(rows->matrix.place_of(column), &add_entry, rows, column, row);
    });
  });
  return result;
}

outcome transpose(parameters const& p, style method) {
  sparse_matrix const matrix = make_matrix(matrix_kind::any, p);
  stopwatch const watch;
  sparse_matrix const result = transposed(matrix, method);
  double const seconds = watch.seconds();
  plain_matrix const plain = make_plain(matrix_kind::any, p);
  return {plain.columns.size(), seconds, errors_of_transpose(plain, copy_of(result))};
}

}  // namespace apps::bale
