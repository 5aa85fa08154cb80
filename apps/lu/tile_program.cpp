// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Tiled LU as a graph of jobs (Chasapis, Unified futures, 2013, figures 4.4, 4.5 and 4.8), from one
// source for one place and many. Place 0 issues all jobs in the order of the loops and never waits.
// In the thesis the master ran dgetrf and dtstrf itself, between its calls of async; here they are
// also jobs.
//
// A job runs at the place of its column of tiles and changes the tiles there. The row operations of
// dgetrf and dtstrf are the values of their futures. The jobs of the other columns take these
// futures as arguments: each place fetches a value once, for all its columns. The other futures
// carry no value: each says that a tile is ready.

#include <skua/progress.hpp>
#include <skua/skua.hpp>
#include <utility>
#include <vector>

#include "../common/stopwatch.hpp"
#include "node.hpp"
#include "tile_kernels.hpp"
#include "tiles.hpp"

namespace apps::lu {
namespace {

using step_future = skua::shared_future<transformation>;

/// The tiles of a place: some columns.
class tile_columns {
 public:
  explicit tile_columns(plan const& p)
      : grid_(p.order, p.tile), seed_(p.seed), ops_(blas_from(p.kernels)), tiles_(grid_.count()) {}

  void generate() {
    block_distribution const distribution(grid_.tiles, skua::places());
    for (int i = 0; i < distribution.count(skua::here()); ++i) {
      int const n = distribution.tile(skua::here(), i);
      for (int m = 0; m < grid_.tiles; ++m) at(m, n) = input_tile(grid_, seed_, m, n);
    }
  }
  [[nodiscard]] blas const& ops() const noexcept { return ops_; }
  [[nodiscard]] tile& at(int m, int n) noexcept { return tiles_[grid_.number(m, n)]; }
  /// Moves tiles (0, n) to (n, n) out.
  [[nodiscard]] std::vector<tile> take_upper(int n) {
    std::vector<tile> upper;
    for (int k = 0; k <= n; ++k) upper.push_back(std::move(at(k, n)));
    return upper;
  }

 private:
  tile_grid grid_;
  std::uint64_t seed_;
  blas const& ops_;
  std::vector<tile> tiles_;
};

/// The context of all jobs.
struct tile_context {
  explicit tile_context(plan const& p) : columns(p) {}

  skua::place_local<tile_columns> columns;
  skua::sum<std::uint64_t> dgetrf, dgessm, dtstrf, dssssm;
};

/// Issues all jobs. For each tile it has the future of the last job that it has issued there.
class tile_issuer {
 public:
  tile_issuer(tile_context const& context, tile_grid const& grid, std::vector<step_future>& steps)
      : context_(context),
        grid_(grid),
        distribution_(grid.tiles, skua::places()),
        steps_(steps),
        last_(grid.count(), skua::make_ready_future().share()) {}

  void issue_all() {
    for (int k = 0; k < grid_.tiles; ++k) {
      issue_top(k);
      for (int m = k + 1; m < grid_.tiles; ++m) issue_pair(k, m);
    }
  }

 private:
  completion& last(int m, int n) { return last_[grid_.number(m, n)]; }
  step_future& step(int m, int k) { return steps_[grid_.number(m, k)]; }
  [[nodiscard]] skua::on_word at_column(int n) const { return skua::on(distribution_.owner(n)); }

  void issue_top(int k) {
    step_future const factorised = skua::async(skua::after(last(k, k)), at_column(k), [context = context_, k] {
                                     context.dgetrf += 1;
                                     return dgetrf(context.columns->ops(), context.columns->at(k, k));
                                   }).share();
    step(k, k) = factorised;
    for (int n = k + 1; n < grid_.tiles; ++n) {
      auto const job = [context = context_, k, n](step_future const& diagonal) {
        dgessm(context.columns->ops(), diagonal.get(), context.columns->at(k, n));
        context.dgessm += 1;
      };
      last(k, n) = skua::async(skua::after(factorised, last(k, n)), at_column(n), job, factorised).share();
    }
  }

  void issue_pair(int k, int m) {
    step_future const above = step(m - 1, k);  // the last job on tile (k, k)
    step_future const eliminated =
        skua::async(skua::after(above, last(m, k)), at_column(k), [context = context_, k, m] {
          tile_columns& columns = *context.columns;
          context.dtstrf += 1;
          return dtstrf(columns.ops(), columns.at(k, k), std::move(columns.at(m, k)));
        }).share();
    step(m, k) = eliminated;
    for (int n = k + 1; n < grid_.tiles; ++n) {
      auto const job = [context = context_, k, m, n](step_future const& pair) {
        tile_columns& columns = *context.columns;
        dssssm(columns.ops(), pair.get(), columns.at(k, n), columns.at(m, n));
        context.dssssm += 1;
      };
      last(m, n) = skua::async(skua::after(eliminated, last(k, n), last(m, n)), at_column(n), job, eliminated).share();
      last(k, n) = last(m, n);
    }
  }

  tile_context context_;
  tile_grid grid_;
  block_distribution distribution_;
  std::vector<step_future>& steps_;
  std::vector<completion> last_;
};

/// Brings the factors together. A job that failed throws its exception here.
void gather(tile_context const& context, std::vector<step_future> const& steps, tiled_factors& result) {
  tile_grid const& grid = result.grid();
  block_distribution const distribution(grid.tiles, skua::places());
  std::vector<skua::future<std::vector<tile>>> columns;
  for (int n = 0; n < grid.tiles; ++n) {
    columns.push_back(
        skua::async(skua::on(distribution.owner(n)), [context, n] { return context.columns->take_upper(n); }));
    for (int m = n; m < grid.tiles; ++m) result.step(m, n) = steps[grid.number(m, n)].get();
  }
  for (int n = 0; n < grid.tiles; ++n) {
    std::vector<tile> column = columns[static_cast<std::size_t>(n)].get();
    for (int k = 0; k <= n; ++k) result.upper(k, n) = std::move(column[static_cast<std::size_t>(k)]);
  }
}

}  // namespace

tiled_result factorise_tiles_parallel(blas const& ops, tile_grid const& grid, tiled_factors* a, std::uint64_t seed,
                                      skua::progress_options line) {
  tiled_result result;
  skua::finish([&] {
    tile_context const context(plan{grid.order, grid.tile_order, seed, source_of(ops)});
    skua::run_spmd([context] { context.columns->generate(); });

    std::vector<step_future> steps(grid.count());
    kernel_counts const expected = expected_kernels(grid.tiles);
    line.total = expected.dgetrf + expected.dgessm + expected.dtstrf + expected.dssssm;
    line.source = [context] {
      return skua::progress_report{context.dgetrf.peek() + context.dgessm.peek() + context.dtstrf.peek() +
                                   context.dssssm.peek()};
    };
    skua::progress const live("lu", std::move(line));
    stopwatch const watch;
    skua::finish([&] { tile_issuer(context, grid, steps).issue_all(); });
    result.seconds = watch.seconds();
    result.kernels = {context.dgetrf.get(), context.dgessm.get(), context.dtstrf.get(), context.dssssm.get()};
    if (a != nullptr) gather(context, steps, *a);
  });
  return result;
}

}  // namespace apps::lu
