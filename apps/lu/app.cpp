// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The application `lu`.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <optional>
#include <skua/place.hpp>

#include "../quicksort/seed_option.hpp"
#include "../skua/applications.hpp"
#include "problem.hpp"

namespace apps {
namespace lu {
namespace {

constexpr double determinant_tolerance = 1e-9;  // relative, on the logarithm

std::string printed(char const* format, double value) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, format, value);
  return buffer;
}

class lu_application final : public application {
 public:
  std::string name() const override { return "lu"; }
  std::string description() const override { return "tiled LU factorisation: a graph of jobs joined by futures"; }
  bool any_place() const override { return true; }

  void add_options(CLI::App& command) override {
    command.add_option("--n", n_, "order of the matrix")->check(CLI::Range(1, largest_order))->capture_default_str();
    command.add_option("--tile", tile_, "order of a tile")->check(CLI::Range(1, largest_order))->capture_default_str();
    splitmix::add_seed_option(command, seed_);
    command
        .add_option("--kernels", kernels_,
                    "lapack (a BLAS/LAPACK library) or plain (default: lapack if this build has one)")
        ->check(CLI::IsMember({"lapack", "plain"}));
  }

  void prepare() override {
    tile_ = std::min(tile_, n_);
    if (int const tiles = (n_ + tile_ - 1) / tile_; tiles > largest_tiles)
      throw input_error("--tile: expected at least " + std::to_string((n_ + largest_tiles - 1) / largest_tiles) +
                        " for order " + std::to_string(n_) + " (at most " + std::to_string(largest_tiles) +
                        " rows of tiles), found " + std::to_string(tile_));
    blas const* const library = lapack_blas();
    if (kernels_ == "lapack" && library == nullptr)
      throw input_error(
          "--kernels: this program was built without a BLAS/LAPACK library (LAPACKE); expected plain, found lapack");
    ops_ = library != nullptr && kernels_ != "plain" ? library : &plain_blas();
    matrix_.emplace(n_, tile_, seed_);
    twin_matrix_.emplace(*matrix_);
  }

  void parallel(common_options const& options) override {
    threads_ = skua::workers() * skua::places();
    compare_ = options.compare;
    if (skua::places() > 1) {
      distributed_result const made = factorise_distributed(*ops_, *matrix_, seed_);
      jobs_ = made.jobs;
      seconds_ = made.seconds;
      return;
    }
    auto const start = std::chrono::steady_clock::now();
    jobs_ = factorise_parallel(*ops_, *matrix_);
    seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

  void sequential() override {
    factorise_sequential(*ops_, *twin_matrix_);
    twin_done_ = true;
  }

  report check() override {
    double const residual = scaled_residual(*ops_, *matrix_, seed_);
    determinant const det = determinant_of(*matrix_);
    double const gflops = operations(n_) / seconds_ * 1e-9;
    report made;
    made.answer = "order " + std::to_string(n_) + " in " + std::to_string(matrix_->tiles()) + " x " +
                  std::to_string(matrix_->tiles()) + " tiles, scaled residual " + printed("%.3g", residual) + ", " +
                  printed("%.2f", gflops) + " GFLOP/s";
    made.result = json_object()
                      .add("residual", residual)
                      .add("determinant_sign", det.sign)
                      .add("determinant_log", det.log_magnitude);
    made.verified_how = fault(residual, det);
    made.verified = made.verified_how.empty();
    if (made.verified)
      made.verified_how = known_determinant(n_, seed_) != nullptr
                              ? "by solving for a known vector, and against the known determinant"
                              : "by solving for a known vector";
    made.work = jobs_.all();
    made.work_unit = "jobs";
    made.stats.add("kernels", ops_->name)
        .add("tile", tile_)
        .add("gflops", gflops)
        .add("kernel_jobs", json_object()
                                .add("dgetrf", jobs_.dgetrf)
                                .add("dgessm", jobs_.dgessm)
                                .add("dtstrf", jobs_.dtstrf)
                                .add("dssssm", jobs_.dssssm));
    made.notes.push_back("jobs: " + std::to_string(jobs_.dgetrf) + " dgetrf, " + std::to_string(jobs_.dgessm) +
                         " dgessm, " + std::to_string(jobs_.dtstrf) + " dtstrf, " + std::to_string(jobs_.dssssm) +
                         " dssssm; kernels: " + std::string(ops_->name));
    if (compare_) add_library(made, gflops);
    return made;
  }

 private:
  // The kernel library's own factorisation of the same matrix with as many threads: what there is to compare with.
  void add_library(report& made, double gflops) const {
    int const threads = ops_->use_threads(threads_);
    double const theirs = operations(n_) / library_seconds(*ops_, n_, seed_) * 1e-9;
    (void)ops_->use_threads(1);
    made.stats.add("library_gflops", theirs).add("library_threads", threads).add("of_library", gflops / theirs);
    made.notes.push_back("the kernels' own dgetrf of the whole matrix, " + std::to_string(threads) +
                         (threads == 1 ? " thread: " : " threads: ") +
                         printed("%.2f", theirs) + " GFLOP/s, of which this is " + printed("%.2f", gflops / theirs));
  }

  // What is wrong with the result; empty if nothing.
  std::string fault(double residual, determinant const& det) const {
    if (jobs_ != expected_jobs(matrix_->tiles())) return "a job was lost or ran twice";
    if (!(residual < residual_limit)) return "the scaled residual should be below " + printed("%g", residual_limit);
    if (auto const* const known = known_determinant(n_, seed_); known != nullptr) {
      bool const near =
          std::abs(det.log_magnitude - known->log_magnitude) <= determinant_tolerance * std::abs(known->log_magnitude);
      if (det.sign != known->sign || !near)
        return "the determinant should be " + std::string(known->sign < 0 ? "-" : "") + "exp(" +
               printed("%.12g", known->log_magnitude) + ")";
    }
    if (twin_done_ && !same_factors()) return "the sequential twin left other factors";
    return {};
  }

  // The graph fixes the order of the operations on each tile, so the twin must agree to the last bit.
  bool same_factors() const {
    for (int m = 0; m < matrix_->tiles(); ++m)
      for (int n = 0; n < matrix_->tiles(); ++n) {
        auto const size = static_cast<std::size_t>(tile_) * static_cast<std::size_t>(tile_);
        if (!std::equal(matrix_->values(m, n), matrix_->values(m, n) + size, twin_matrix_->values(m, n))) return false;
      }
    return true;
  }

  int n_ = 2000;
  int tile_ = 200;
  std::uint64_t seed_ = 1;
  std::string kernels_;
  blas const* ops_ = nullptr;
  std::optional<tiled_matrix> matrix_;
  std::optional<tiled_matrix> twin_matrix_;
  job_counts jobs_;
  double seconds_ = 0;
  bool twin_done_ = false;
  bool compare_ = false;
  int threads_ = 1;
};

}  // namespace
}  // namespace lu

std::unique_ptr<application> make_lu() { return std::make_unique<lu::lu_application>(); }

}  // namespace apps
