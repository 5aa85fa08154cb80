// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The application `lu`.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>
#include <skua/place.hpp>

#include "../common/app.hpp"
#include "algorithms.hpp"
#include "problem.hpp"

namespace apps::lu {
namespace {

constexpr double determinant_tolerance = 1e-9;  // relative, on the logarithm
// relative to the largest magnitude: the width of a product may change its last bits
constexpr double factors_tolerance = 1e-9;

std::string formatted(char const* format, double value) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, format, value);
  return buffer;
}

class lu_application final : public application {
 public:
  std::string name() const override { return "lu"; }
  std::string description() const override {
    return "LU factorisation by block columns or square tiles: a graph of jobs joined by futures";
  }
  bool any_place() const override { return true; }

  void add_options(CLI::App& command) override {
    command.add_option("--n", n_, "order of the matrix")->check(CLI::Range(1, largest_order))->capture_default_str();
    command.add_flag("--tiled", tiled_, "square tiles, with pivots from two tiles at a time");
    command.add_option("--tile", tile_, "width of a block column, or of a tile")
        ->check(CLI::Range(1, largest_order))
        ->capture_default_str();
    add_seed_option(command, seed_);
    command
        .add_option("--kernels", kernels_,
                    "lapack (a BLAS/LAPACK library) or plain (default: lapack if this build has one)")
        ->check(CLI::IsMember({"lapack", "plain"}));
  }

  void prepare() override {
    tile_ = std::min(tile_, n_);
    require_few_tiles(n_, tile_, tiled_);
    blas const* const library = lapack_blas();
    if (kernels_ == "lapack" && library == nullptr)
      throw input_error(
          "--kernels: this program was built without a BLAS/LAPACK library (LAPACKE); expected plain, found lapack");
    ops_ = library != nullptr && kernels_ != "plain" ? library : &plain_blas();
  }

  void parallel(common_options const& options) override {
    threads_ = skua::workers() * skua::places();
    compare_ = options.compare;
    if (tiled_)
      algorithm_ = std::make_unique<by_tiles>(n_, tile_);
    else
      algorithm_ = std::make_unique<by_columns>(n_, tile_);
    seconds_ = algorithm_->factorise(*ops_, seed_, options.progress("jobs"));
  }

  void sequential() override { twin_seconds_ = algorithm_->factorise_twin(*ops_, seed_); }

  // Excludes making the input and gathering the factors.
  std::optional<double> timed_parallel() const override { return seconds_; }
  std::optional<double> timed_sequential() const override { return twin_seconds_; }

  report check() override {
    double const residual = algorithm_->residual(*ops_, seed_);
    determinant const det = algorithm_->determinant_of_factors();
    double const gflops = operations(n_) / seconds_ * 1e-9;
    report summary;
    summary.answer = "order " + std::to_string(n_) + " in " + algorithm_->parts() + ", scaled residual " +
                     formatted("%.3g", residual) + ", " + formatted("%.2f", gflops) + " GFLOP/s";
    summary.result = json_object()
                         .add("residual", residual)
                         .add("determinant_sign", det.sign)
                         .add("determinant_log", det.log_magnitude);
    std::optional<library_result> library_run;
    if (compare_) library_run = run_library();
    summary.verified_how = fault(residual, det, library_run ? &*library_run : nullptr);
    summary.verified = summary.verified_how.empty();
    if (summary.verified)
      summary.verified_how = known_determinant(n_, seed_) != nullptr
                                 ? "by solving for a known vector, and against the known determinant"
                                 : "by solving for a known vector";
    json_object jobs;
    std::string jobs_text;
    for (auto const& [kind, count] : algorithm_->jobs()) {
      jobs.add(kind, count);
      jobs_text += std::to_string(count) + " " + kind + ", ";
      summary.work += count;
    }
    jobs_text.resize(jobs_text.size() - 2);
    summary.work_unit = "jobs";
    summary.stats.add("kernels", ops_->name)
        .add("tiled", tiled_)
        .add("tile", tile_)
        .add("gflops", gflops)
        .add("kernel_jobs", jobs);
    summary.notes.push_back("jobs: " + jobs_text + "; kernels: " + std::string(ops_->name));
    if (library_run) add_library(summary, *library_run);
    return summary;
  }

 private:
  // Runs the kernel library's own factorisation of the same matrix with as many threads, for
  // comparison.
  library_result run_library() {
    threads_ = ops_->use_threads(threads_);
    library_result run = factorise_whole(*ops_, n_, seed_);
    (void)ops_->use_threads(1);
    return run;
  }
  void add_library(report& summary, library_result const& library_run) const {
    double const library_gflops = operations(n_) / library_run.seconds * 1e-9;
    summary.stats.add("library_gflops", library_gflops)
        .add("library_threads", threads_)
        .add("of_library", library_run.seconds / seconds_);
    summary.notes.push_back("the kernels' own dgetrf of the whole matrix, " + std::to_string(threads_) +
                            (threads_ == 1 ? " thread: " : " threads: ") + formatted("%.2f", library_gflops) +
                            " GFLOP/s, of which this is " + formatted("%.2f", library_run.seconds / seconds_));
  }

  // The first error in the result; empty if there is none.
  std::string fault(double residual, determinant const& det, library_result const* library_run) const {
    if (!algorithm_->jobs_are_right()) return "a job was lost or ran twice";
    if (!(residual < residual_limit)) return "the scaled residual should be below " + formatted("%g", residual_limit);
    if (auto const* const expected = known_determinant(n_, seed_); expected != nullptr) {
      bool const is_close = std::abs(det.log_magnitude - expected->log_magnitude) <=
                            determinant_tolerance * std::abs(expected->log_magnitude);
      if (det.sign != expected->sign || !is_close)
        return "the determinant should be " + std::string(expected->sign < 0 ? "-" : "") + "exp(" +
               formatted("%.12g", expected->log_magnitude) + ")";
    }
    if (library_run != nullptr && !algorithm_->has_pivots(library_run->pivots))
      return "the whole matrix at once has other pivots";
    if (!(algorithm_->distance_to_twin() <= factors_tolerance)) return "the sequential twin left other factors";
    return {};
  }

  int n_ = 2000;
  bool tiled_ = false;
  int tile_ = 192;
  std::uint64_t seed_ = 1;
  std::string kernels_;
  blas const* ops_ = nullptr;
  std::unique_ptr<algorithm> algorithm_;
  double seconds_ = 0;
  double twin_seconds_ = 0;
  bool compare_ = false;
  int threads_ = 1;
};

registration<lu_application> const list_entry(170);

}  // namespace
}  // namespace apps::lu
