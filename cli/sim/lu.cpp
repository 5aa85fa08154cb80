// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// `skua lu` in both forms: its jobs, futures and messages, with dense operations that take the
// stated time for each of their floating-point operations and change no number. No rows are
// exchanged: each pivot is on the diagonal. Everything else is the application's: the distribution,
// the jobs, what a place sends and fetches.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "apps/lu/blas.hpp"
#include "apps/lu/problem.hpp"
#include "apps/lu/tiles.hpp"
#include "cost.hpp"
#include "meter.hpp"
#include "workload.hpp"

namespace apps::sim {
namespace {

/// The time of a floating-point operation, in seconds. Every process sets them before its workers
/// exist.
struct dense_costs {
  double factorise = 0;
  double solve = 0;
  double product = 0;
} costs_of_lu;

/// Takes an equal time for each column, in whole nanoseconds: so all work together does not depend
/// on how many columns a job updates at once.
void work_on_columns(int columns, double operations, double seconds) {
  if (columns > 0 && operations > 0) work(columns * (std::round(operations * seconds * 1e9) * 1e-9));
}

void timed_factorise(int m, int n, double*, int, std::int32_t* pivots) {
  for (std::int32_t j = 0; j < n; ++j) pivots[j] = j;
  double const rows = m;
  double const columns = n;
  work(columns * columns * (rows - columns / 3) * costs_of_lu.factorise);
}
void timed_solve(int m, int n, double const*, int, double*, int) {
  work_on_columns(n, static_cast<double>(m) * (m - 1), costs_of_lu.solve);
}
void timed_product(int m, int n, int k, double const*, int, double const*, int, double*, int) {
  work_on_columns(n, 2.0 * m * k, costs_of_lu.product);
}
int no_threads(int) { return 1; }

constexpr lu::blas timed_blas{timed_factorise, timed_solve, timed_product, no_threads, "timed"};

class lu_workload final : public workload {
 public:
  std::string name() const override { return "lu"; }
  std::string description() const override {
    return "LU factorisation: jobs joined by futures, by block columns or square tiles";
  }

  void add_options(CLI::App& command) override {
    command.add_option("--n", order_, "order of the matrix; default 2000")
        ->check(CLI::Range(1, largest_order))
        ->type_name("N");
    command.add_option("--tile", tile_, "width of a block column, or order of a tile; default 100")
        ->check(CLI::Range(1, largest_order))
        ->type_name("N");
    command.add_flag("--tiled", tiled_, "square tiles instead of block columns");
    command.add_flag("--gather", gather_, "also bring the factors to place 0 at the end, as the application does");
    add_costs(command, costs_, "simulated time of an operation ");
  }

  void prepare() override {
    tile_ = std::min(tile_, order_);
    lu::require_few_tiles(order_, tile_, tiled_);
    read_costs(costs_);
    lu::set_other_blas(timed_blas);
  }

  counts run() const override {
    constexpr std::uint64_t seed = 1;
    if (tiled_) {
      lu::tile_grid const grid(order_, tile_);
      std::optional<lu::tiled_factors> factors;
      if (gather_) factors.emplace(grid);
      return counts_of(lu::factorise_tiles_parallel(timed_blas, grid, factors ? &*factors : nullptr, seed).kernels);
    }
    lu::matrix_shape const shape(order_, tile_);
    std::optional<lu::factors> factors;
    if (gather_) factors.emplace(shape);
    return counts_of(lu::factorise_parallel(timed_blas, shape, factors ? &*factors : nullptr, seed).jobs);
  }

  counts answer() const override {
    int const tiles = (order_ + tile_ - 1) / tile_;
    return tiled_ ? counts_of(lu::expected_kernels(tiles)) : counts_of(lu::expected_jobs(tiles));
  }

 private:
  static constexpr int largest_order = 4000;  // a simulated place has global memory for twice that matrix

  static counts counts_of(lu::job_counts const& jobs) {
    return {{"panels", jobs.panels}, {"updates", jobs.updates}, {"exchanges", jobs.exchanges}};
  }
  static counts counts_of(lu::kernel_counts const& kernels) {
    return {
        {"dgetrf", kernels.dgetrf}, {"dgessm", kernels.dgessm}, {"dtstrf", kernels.dtstrf}, {"dssssm", kernels.dssssm}};
  }

  int order_ = 2000;
  int tile_ = 100;
  bool tiled_ = false;
  bool gather_ = false;
  std::array<named_cost, 3> costs_{{
      {"--factorise-cost", "0.3ns", &costs_of_lu.factorise, "that factorises a panel or tile"},
      {"--solve-cost", "0.15ns", &costs_of_lu.solve, "that solves with a triangle"},
      {"--product-cost", "0.05ns", &costs_of_lu.product, "of a matrix product"},
  }};
};

}  // namespace

std::unique_ptr<workload> make_lu() { return std::make_unique<lu_workload>(); }

}  // namespace apps::sim
