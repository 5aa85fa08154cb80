// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Triangle counting: for each pair of entries k < j of a row of a lower triangle, does row j have
// an entry in column k?

#include <algorithm>
#include <skua/skua.hpp>

#include "../common/stopwatch.hpp"
#include "checks.hpp"
#include "sparse_matrix.hpp"

namespace apps::bale {
namespace {

/// Brings row j here, and compares it with the entries of the row that are less than j.
void find_directly(sparse_matrix const& matrix, skua::sum<std::uint64_t> total) {
  skua::for_async(matrix.sizes, [matrix, total](std::size_t row, std::uint64_t const&) {
    auto const columns = matrix.local_row(row);
    words neighbours;
    std::uint64_t common_count = 0;
    for (std::size_t i = 1; i < columns.size(); ++i) {
      neighbours.resize(matrix.sizes[columns[i]]);
      if (neighbours.empty()) continue;
      skua::get(matrix.columns.pointer(matrix.begins[columns[i]]), std::span(neighbours)).get();
      common_count += count_common(columns.first(i), neighbours);
    }
    if (common_count != 0) total += common_count;
  });
}

/// Each place has its handles.
struct graph {
  graph(sparse_matrix const& m, skua::sum<std::uint64_t> const& sum) : matrix(m), total(sum) {}
  sparse_matrix matrix;
  skua::sum<std::uint64_t> total;
};

/// Sends each pair to the place of row j.
void find_aggregated(sparse_matrix const& matrix, skua::sum<std::uint64_t> total) {
  skua::place_local<graph> const name(matrix, total);
  skua::run_spmd([name] { (void)*name; });
  auto const find = [](skua::place_local<graph> const& local, std::uint64_t row, std::uint64_t column) {
    if (std::ranges::binary_search(local->matrix.local_row(row), column)) local->total += 1;
  };
  skua::finish([&] {
    skua::for_async(matrix.sizes, [matrix, name, find](std::size_t row, std::uint64_t const&) {
      auto const columns = matrix.local_row(row);
      for (std::size_t i = 1; i < columns.size(); ++i) {
        int const place = matrix.place_of(columns[i]);
        for (auto const column : columns.first(i)) call_at(place, find, name, columns[i], column);
      }
    });
  });
}

}  // namespace

outcome triangles(parameters const& p, style method) {
  sparse_matrix const matrix = make_matrix(matrix_kind::lower, p);
  skua::sum<std::uint64_t> const total;
  stopwatch const watch;
  skua::finish([&] { (method == style::direct ? find_directly : find_aggregated)(matrix, total); });
  double const seconds = watch.seconds();
  plain_matrix const plain = make_plain(matrix_kind::lower, p);
  std::uint64_t const count = total.get();
  return {pairs_of(plain), seconds, count == count_triangles(plain) ? 0u : 1u, count};
}

}  // namespace apps::bale
