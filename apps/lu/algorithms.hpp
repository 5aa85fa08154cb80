// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The two algorithms under one interface, each with its factors and those of its sequential twin.

#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <skua/progress.hpp>
#include <string>
#include <utility>
#include <vector>

#include "../common/stopwatch.hpp"
#include "blas.hpp"
#include "problem.hpp"
#include "tiles.hpp"

namespace apps::lu {

class algorithm {
 public:
  virtual ~algorithm() = default;

  /// Both return the seconds without the input and without gathering the factors. `factorise`: call
  /// inside a task.
  virtual double factorise(blas const& ops, std::uint64_t seed, skua::progress_options line) = 0;
  virtual double factorise_twin(blas const& ops, std::uint64_t seed) = 0;

  [[nodiscard]] virtual std::string parts() const = 0;  ///< "11 block columns"
  /// The number of jobs of each kind, and whether it is right.
  [[nodiscard]] virtual std::vector<std::pair<char const*, std::uint64_t>> jobs() const = 0;
  [[nodiscard]] virtual bool jobs_are_right() const = 0;

  [[nodiscard]] virtual double residual(blas const& ops, std::uint64_t seed) const = 0;
  [[nodiscard]] virtual determinant determinant_of_factors() const = 0;
  /// False if the pivots should be those of the whole matrix, and are not.
  [[nodiscard]] virtual bool has_pivots(std::vector<std::int32_t> const& whole) const = 0;
  /// The difference of the twin's factors, relative to the largest magnitude; infinite if its
  /// pivots differ. 0 without a twin.
  [[nodiscard]] virtual double distance_to_twin() const = 0;
};

class by_columns final : public algorithm {
 public:
  by_columns(int n, int tile) : shape_(n, tile) {}

  double factorise(blas const& ops, std::uint64_t seed, skua::progress_options line) override {
    matrix_.emplace(shape_);
    parallel_result const result = factorise_parallel(ops, shape_, &*matrix_, seed, std::move(line));
    jobs_ = result.jobs;
    return result.seconds;
  }
  double factorise_twin(blas const& ops, std::uint64_t seed) override {
    twin_.emplace(shape_);
    generate_columns(shape_, seed, 0, shape_.order, twin_->column(0));
    stopwatch const watch;
    factorise_sequential(ops, *twin_);
    return watch.seconds();
  }

  std::string parts() const override {
    return std::to_string(shape_.tiles) + (shape_.tiles == 1 ? " block column" : " block columns");
  }
  std::vector<std::pair<char const*, std::uint64_t>> jobs() const override {
    return {{"panels", jobs_.panels}, {"updates", jobs_.updates}, {"exchanges", jobs_.exchanges}};
  }
  bool jobs_are_right() const override { return jobs_ == expected_jobs(shape_.tiles); }

  double residual(blas const&, std::uint64_t seed) const override { return scaled_residual(*matrix_, seed); }
  determinant determinant_of_factors() const override { return determinant_of(*matrix_); }
  bool has_pivots(std::vector<std::int32_t> const& whole) const override { return matrix_->pivots == whole; }
  double distance_to_twin() const override {
    if (!twin_) return 0;
    return twin_->pivots == matrix_->pivots ? distance(*twin_, *matrix_) : std::numeric_limits<double>::infinity();
  }

 private:
  matrix_shape shape_;
  std::optional<factors> matrix_;
  std::optional<factors> twin_;
  job_counts jobs_;
};

class by_tiles final : public algorithm {
 public:
  by_tiles(int n, int tile) : grid_(n, tile) {}

  double factorise(blas const& ops, std::uint64_t seed, skua::progress_options line) override {
    matrix_.emplace(grid_);
    tiled_result const result = factorise_tiles_parallel(ops, grid_, &*matrix_, seed, std::move(line));
    kernels_ = result.kernels;
    return result.seconds;
  }
  double factorise_twin(blas const& ops, std::uint64_t seed) override {
    twin_.emplace(grid_);
    return factorise_tiles_sequential(ops, *twin_, seed).seconds;
  }

  std::string parts() const override {
    std::string const side = std::to_string(grid_.tiles);
    return side + " x " + side + (grid_.tiles == 1 ? " tile" : " tiles");
  }
  std::vector<std::pair<char const*, std::uint64_t>> jobs() const override {
    return {{"dgetrf", kernels_.dgetrf},
            {"dgessm", kernels_.dgessm},
            {"dtstrf", kernels_.dtstrf},
            {"dssssm", kernels_.dssssm}};
  }
  bool jobs_are_right() const override { return kernels_ == expected_kernels(grid_.tiles); }

  double residual(blas const& ops, std::uint64_t seed) const override { return scaled_residual(ops, *matrix_, seed); }
  determinant determinant_of_factors() const override { return determinant_of(*matrix_); }
  // Incremental pivoting chooses among two tiles only.
  bool has_pivots(std::vector<std::int32_t> const&) const override { return true; }
  double distance_to_twin() const override { return twin_ ? distance(*twin_, *matrix_) : 0; }

 private:
  tile_grid grid_;
  std::optional<tiled_factors> matrix_;
  std::optional<tiled_factors> twin_;
  kernel_counts kernels_;
};

}  // namespace apps::lu
