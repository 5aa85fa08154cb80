// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The kernels as loops of threads over ordinary memory, with std::atomic: what one process can
// reach without places and messages. Each thread takes an equal part.

#include <atomic>
#include <thread>

#include "../common/stopwatch.hpp"
#include "checks.hpp"

namespace apps::bale {
namespace {

using atomics = std::vector<std::atomic<std::uint64_t>>;

/// Runs body(begin, end) for the part of each thread; returns the seconds.
template <class Body>
double run_in_threads(int count, std::uint64_t n, Body const& body) {
  auto const parts = static_cast<std::uint64_t>(count);
  stopwatch const watch;
  std::vector<std::thread> threads;
  for (std::uint64_t i = 0; i < parts; ++i)
    threads.emplace_back([&body, n, i, parts] { body(n * i / parts, n * (i + 1) / parts); });
  for (auto& thread : threads) thread.join();
  return watch.seconds();
}

words words_of(parameters const& p) {
  words targets(p.operations());
  for (std::uint64_t i = 0; i < targets.size(); ++i) targets[i] = p.word_of(i);
  return targets;
}

}  // namespace

outcome histogram_threads(parameters const& p, int count) {
  atomics table(p.size);
  words const targets = words_of(p);
  double const seconds = run_in_threads(count, targets.size(), [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) ++table[targets[i]];
  });
  return {p.operations(), seconds, errors_of_histogram(p, words(table.begin(), table.end()))};
}

outcome index_gather_threads(parameters const& p, int count) {
  words table(p.size);
  for (std::uint64_t i = 0; i < p.size; ++i) table[i] = splitmix::mix64(i);
  words const sources = words_of(p);
  words answers(sources.size());
  double const seconds = run_in_threads(count, sources.size(), [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) answers[i] = table[sources[i]];
  });
  return {p.operations(), seconds, errors_of_gather(p, answers)};
}

outcome permutation_threads(parameters const& p, int count) {
  atomics board(slots_per_dart * p.size);
  words darts;
  stopwatch const watch;
  run_in_threads(count, p.size, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t dart = begin; dart < end; ++dart) {
      for (std::uint64_t attempt = 0;; ++attempt) {
        std::uint64_t empty = 0;
        if (board[slot_of(p, dart, attempt)].compare_exchange_strong(empty, dart + 1)) break;
      }
    }
  });
  for (auto const& slot : board)
    if (slot != 0) darts.push_back(slot - 1);
  double const seconds = watch.seconds();
  return {p.size, seconds, errors_of_permutation(darts)};
}

outcome transpose_threads(parameters const& p, int count) {
  plain_matrix const matrix = make_plain(matrix_kind::any, p);
  plain_matrix result{words(p.size + 1), words(matrix.columns.size())};
  stopwatch const watch;
  atomics next(p.size);  // the sizes of the new rows, then their next free positions
  run_in_threads(count, matrix.columns.size(), [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) ++next[matrix.columns[i]];
  });
  for (std::uint64_t row = 0; row < p.size; ++row)
    result.begins[row + 1] = result.begins[row] + next[row].exchange(result.begins[row]);
  run_in_threads(count, p.size, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t row = begin; row < end; ++row)
      for (auto const column : matrix.row(row)) result.columns[next[column]++] = row;
  });
  double const seconds = watch.seconds();
  return {matrix.columns.size(), seconds, errors_of_transpose(matrix, result)};
}

outcome topological_sort_threads(parameters const& p, int count) {
  plain_matrix const matrix = make_plain(matrix_kind::shuffled, p);
  plain_matrix const by_column = transpose_sequential(matrix);
  atomics remaining(p.size);
  for (std::uint64_t row = 0; row < p.size; ++row)
    for (auto const column : matrix.row(row)) remaining[row] += entry_word(column);
  words row_numbers(p.size);
  words column_numbers(p.size);
  std::atomic<std::uint64_t> free_numbers = p.size;
  double const seconds = run_in_threads(count, p.size, [&](std::uint64_t begin, std::uint64_t end) {
    struct pivot {
      std::uint64_t row, column;
    };
    std::vector<pivot> pivots;
    for (std::uint64_t first = begin; first < end; ++first) {
      if (matrix.row(first).size() == 1) pivots.push_back({first, matrix.row(first)[0]});
      while (!pivots.empty()) {
        auto const [row, column] = pivots.back();
        pivots.pop_back();
        row_numbers[row] = column_numbers[column] = --free_numbers;
        for (auto const neighbour : by_column.row(column)) {
          std::uint64_t const rest = remaining[neighbour].fetch_sub(entry_word(column)) - entry_word(column);
          if (has_one_entry(rest)) pivots.push_back({neighbour, column_of(rest)});
        }
      }
    }
  });
  return {matrix.columns.size(), seconds, errors_of_order(matrix, row_numbers, column_numbers)};
}

outcome triangles_threads(parameters const& p, int count) {
  plain_matrix const matrix = make_plain(matrix_kind::lower, p);
  std::atomic<std::uint64_t> total = 0;
  double const seconds = run_in_threads(count, p.size, [&](std::uint64_t begin, std::uint64_t end) {
    std::uint64_t common_count = 0;
    for (std::uint64_t row = begin; row < end; ++row) {
      auto const columns = matrix.row(row);
      for (std::size_t i = 1; i < columns.size(); ++i)
        common_count += count_common(columns.first(i), matrix.row(columns[i]));
    }
    total += common_count;
  });
  return {pairs_of(matrix), seconds, total == count_triangles(matrix) ? 0u : 1u, total};
}

}  // namespace apps::bale
