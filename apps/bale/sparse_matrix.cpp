// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sparse_matrix.hpp"

#include <algorithm>
#include <skua/skua.hpp>

namespace apps::bale {
namespace {

constexpr std::uint64_t rows_of_group = 32;

/// Permutes the numbers below p.size, since a prime above them has no common factor with that size.
std::uint64_t shuffled(parameters const& p, std::uint64_t i, std::uint64_t which) noexcept {
  constexpr std::uint64_t prime = 2'654'435'761;
  return (i * prime + splitmix::key(p.seed, which) % p.size) % p.size;
}

/// A column left of the diagonal. Rows whose distance is a multiple of `groups` are a group.
std::uint64_t lower_column(parameters const& p, std::uint64_t row, std::uint64_t number) noexcept {
  std::uint64_t const groups = (p.size - 1) / rows_of_group + 1;
  bool const is_in_group = number % 2 == 1 && row >= groups;
  return is_in_group ? row - groups * (1 + number / 2 % (row / groups)) : number / 2 % row;
}

}  // namespace

words row_of(matrix_kind kind, parameters const& p, std::uint64_t row) {
  bool const is_shuffled = kind == matrix_kind::shuffled;
  if (is_shuffled) row = shuffled(p, row, 1);
  splitmix::stream numbers(splitmix::key(p.seed, row));
  std::uint64_t const last = p.size - 1;
  std::uint64_t const limit = kind == matrix_kind::any ? p.size : is_shuffled ? last - row : row;
  words columns;
  for (std::uint64_t n = limit == 0 ? 0 : numbers.next() % (2 * p.density + 1); n != 0; --n) {
    std::uint64_t const number = numbers.next();
    columns.push_back(kind == matrix_kind::lower ? lower_column(p, row, number)
                      : is_shuffled              ? shuffled(p, row + 1 + number % limit, 2)
                                                 : number % limit);
  }
  if (is_shuffled) columns.push_back(shuffled(p, row, 2));
  std::ranges::sort(columns);
  columns.erase(std::ranges::unique(columns).begin(), columns.end());
  return columns;
}

std::span<std::uint64_t> sparse_matrix::local_row(std::uint64_t row) const {
  std::uint64_t const size = sizes[row];
  return {size == 0 ? nullptr : columns.pointer(begins[row]).local(), size};
}

sparse_matrix make_rows(shared_words const& sizes) {
  shared_words const begins(sizes.size());
  skua::max<std::uint64_t> const largest_part;
  skua::run_spmd([sizes, begins, largest_part] {
    std::uint64_t entries = 0;
    std::size_t i = 0;
    for (auto const size : sizes.local()) {
      begins.local()[i++] = entries;
      entries += size;
    }
    largest_part += entries;
  });
  std::uint64_t const block = std::max<std::uint64_t>(largest_part.get(), 1);
  skua::run_spmd([begins, block] {
    for (auto& begin : begins.local()) begin += block * static_cast<std::uint64_t>(skua::here());
  });
  return {sizes, begins, shared_words(block * static_cast<std::uint64_t>(skua::places()), block)};
}

sparse_matrix make_matrix(matrix_kind kind, parameters const& p) {
  shared_words const sizes(p.size);
  skua::finish([&] {
    skua::for_async(sizes, [kind, p](std::size_t row, std::uint64_t& size) { size = row_of(kind, p, row).size(); });
  });
  sparse_matrix const matrix = make_rows(sizes);
  skua::finish([&] {
    skua::for_async(matrix.begins, [kind, p, columns = matrix.columns](std::size_t row, std::uint64_t const& begin) {
      words const entries = row_of(kind, p, row);
      if (!entries.empty()) std::ranges::copy(entries, columns.pointer(begin).local());
    });
  });
  return matrix;
}

plain_matrix make_plain(matrix_kind kind, parameters const& p) {
  plain_matrix matrix{{0}, {}};
  for (std::uint64_t row = 0; row < p.size; ++row) {
    words const entries = row_of(kind, p, row);
    matrix.columns.insert(matrix.columns.end(), entries.begin(), entries.end());
    matrix.begins.push_back(matrix.columns.size());
  }
  return matrix;
}

plain_matrix copy_of(sparse_matrix const& matrix) {
  words const sizes = copy_of(matrix.sizes);
  words const begins = copy_of(matrix.begins);
  words const columns = copy_of(matrix.columns);
  plain_matrix copy{{0}, {}};
  for (std::size_t row = 0; row < sizes.size(); ++row) {
    auto const first = columns.begin() + static_cast<std::ptrdiff_t>(begins[row]);
    copy.columns.insert(copy.columns.end(), first, first + static_cast<std::ptrdiff_t>(sizes[row]));
    copy.begins.push_back(copy.columns.size());
  }
  return copy;
}

}  // namespace apps::bale
