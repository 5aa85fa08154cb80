// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Topological sort: the rows and columns of a triangular matrix were permuted; finds permutations
// that make it an upper triangle again.
//
// A row with one entry is a pivot. It and the column of its entry get the last free number, then
// the column's entries are removed, which makes other rows pivots. There are no levels: a pivot is
// a task. A row's word has the number of its remaining entries and the sum of their columns, so the
// removal that leaves one entry also knows the column of that entry.

#include <skua/skua.hpp>

#include "../common/stopwatch.hpp"
#include "checks.hpp"
#include "sparse_matrix.hpp"

namespace apps::bale {
namespace {

using word_atomic = skua::global_atomic<std::uint64_t>;
using word_pointer = skua::global_ptr<std::uint64_t>;

/// Each place has its handles.
struct sorting {
  sorting(sparse_matrix const& transposed_matrix, shared_words const& rest, shared_words const& numbers_of_rows,
          shared_words const& numbers_of_columns, word_pointer number_count)
      : by_column(transposed_matrix),
        remaining(rest),
        row_numbers(numbers_of_rows),
        column_numbers(numbers_of_columns),
        free_numbers(number_count) {}

  /// The new word of the row.
  [[nodiscard]] std::uint64_t remove(std::uint64_t row, std::uint64_t column) const {
    return word_atomic(remaining.pointer(row)).fetch_sub(entry_word(column)) - entry_word(column);
  }
  [[nodiscard]] std::uint64_t take_number() const { return word_atomic(free_numbers).fetch_sub(1) - 1; }

  sparse_matrix by_column;
  shared_words remaining;
  shared_words row_numbers;
  shared_words column_numbers;
  word_pointer free_numbers;  ///< so many numbers are free, at place 0
};
using sorting_name = skua::place_local<sorting>;

void number_directly(sorting_name name, std::uint64_t row, std::uint64_t column) {
  sorting const& s = *name;
  std::uint64_t const number = s.take_number();
  s.row_numbers[row] = number;
  s.column_numbers[column] = number;
  std::uint64_t const begin = s.by_column.begins[column];
  std::uint64_t const size = s.by_column.sizes[column];
  for (std::uint64_t i = begin; i < begin + size; ++i) {
    std::uint64_t const other_row = s.by_column.columns[i];
    std::uint64_t const rest = s.remove(other_row, column);
    if (has_one_entry(rest)) skua::spawn(&number_directly, name, other_row, column_of(rest));
  }
}

// The sort by tasks at the place of each word. Three functions call each other.
void number_aggregated(sorting_name name, std::uint64_t row, std::uint64_t column);

void remove_entry(sorting_name name, std::uint64_t row, std::uint64_t column) {
  std::uint64_t const rest = name->remove(row, column);
  if (has_one_entry(rest)) skua::spawn(skua::on(0), &number_aggregated, name, row, column_of(rest));
}

void remove_column(sorting_name name, std::uint64_t column, std::uint64_t number) {
  name->column_numbers[column] = number;
  for (auto const row : name->by_column.local_row(column))
    call_at(name->remaining.place_of(row), &remove_entry, name, row, column);
}

/// Runs at place 0: a pivot takes its number before it removes anything.
void number_aggregated(sorting_name name, std::uint64_t row, std::uint64_t column) {
  std::uint64_t const number = name->take_number();
  word_pointer const row_number = name->row_numbers.pointer(row);
  call_at(row_number.where(), [](word_pointer local, std::uint64_t value) { *local = value; }, row_number, number);
  call_at(name->by_column.place_of(column), &remove_column, name, column, number);
}

}  // namespace

outcome topological_sort(parameters const& p, style method) {
  sparse_matrix const matrix = make_matrix(matrix_kind::shuffled, p);
  shared_words const remaining(p.size);
  shared_words const row_numbers(p.size);
  shared_words const column_numbers(p.size);
  skua::shared_var<std::uint64_t> const free_numbers(p.size);
  sorting_name const name(transposed(matrix, method), remaining, row_numbers, column_numbers, free_numbers.pointer());
  skua::run_spmd([name] { (void)*name; });
  skua::finish([&] {
    skua::for_async(remaining, [matrix](std::size_t row, std::uint64_t& rest) {
      for (auto const column : matrix.local_row(row)) rest += entry_word(column);
    });
  });
  stopwatch const watch;
  skua::finish([&] {
    skua::for_async(matrix.sizes, [matrix, name, method](std::size_t row, std::uint64_t const& size) {
      if (size != 1) return;
      std::uint64_t const column = matrix.local_row(row)[0];
      if (method == style::direct) return number_directly(name, row, column);
      call_at(0, &number_aggregated, name, row, column);
    });
  });
  double const seconds = watch.seconds();
  plain_matrix const plain = make_plain(matrix_kind::shuffled, p);
  return {plain.columns.size(), seconds, errors_of_order(plain, copy_of(row_numbers), copy_of(column_numbers))};
}

}  // namespace apps::bale
