// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// `skua lulesh`: the options, and the check of the answer.

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <optional>
#include <skua/place.hpp>
#include <skua/progress.hpp>

#include "../common/app.hpp"
#include "../common/stopwatch.hpp"
#include "../common/text.hpp"
#include "problem.hpp"

namespace apps::lulesh {
namespace {

constexpr double energy_tolerance = 5.1e-7;  // relative: six digits after the first are known
constexpr double symmetry_tolerance = 1e-8;  // relative

std::string formatted(char const* format, double value) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, format, value);
  return buffer;
}

class lulesh_application final : public application {
 public:
  std::string name() const override { return "lulesh"; }
  std::string description() const override {
    return "shock hydrodynamics, a Sedov blast: parallel loops, neighbours that exchange, a common time step";
  }
  bool any_place() const override { return true; }

  void add_options(CLI::App& command) override {
    command.add_option("-s,--size", problem_.size, "elements along an edge of each place's domain; default 20")
        ->check(CLI::Range(1, largest_size))
        ->type_name("S");
    command
        .add_option("-i,--iterations", problem_.iterations,
                    "stop after this many iterations; 0, the default: at the stop time")
        ->check(CLI::Range(0, 1'000'000'000))
        ->type_name("N");
  }

  void parallel(common_options const& options) override {
    across_ = cube_edge(skua::places());
    stopwatch const watch;
    skua::progress_options line = options.progress("iterations");
    if (problem_.iterations > 0) line.total = static_cast<std::uint64_t>(problem_.iterations);
    skua::progress const live("lulesh", line);
    answer_ = solve_parallel(problem_, live.counter());
    seconds_ = watch.seconds();
  }
  void sequential() override { twin_ = solve_sequential(problem_, across_); }

  report check() override {
    auto const edge = static_cast<std::uint64_t>(problem_.size) * static_cast<std::uint64_t>(across_);
    report summary;
    summary.answer = "energy " + formatted("%.6e", answer_.origin_energy) + " at the origin after " +
                     grouped(static_cast<std::uint64_t>(answer_.iterations)) + " iterations over " +
                     grouped(edge * edge * edge) + " elements";
    summary.result = json_object()
                         .add("origin_energy", answer_.origin_energy)
                         .add("iterations", answer_.iterations)
                         .add("time", answer_.time)
                         .add("elements", edge * edge * edge)
                         .add("greatest_asymmetry", answer_.mirrored.largest)
                         .add("total_asymmetry", answer_.mirrored.sum)
                         .add("relative_asymmetry", answer_.mirrored.relative);
    summary.work = edge * edge * edge * static_cast<std::uint64_t>(answer_.iterations);
    summary.work_unit = "zones";
    summary.stats.add("zones_per_second", static_cast<double>(summary.work) / seconds_);
    summary.verified_how = fault();
    summary.verified = summary.verified_how.empty();
    if (summary.verified) {
      summary.verified_how = known_result() != nullptr ? "against the known energy, and the blast is symmetric"
                             : twin_                   ? "against the sequential program, and the blast is symmetric"
                                     : "the blast is symmetric; the energy for this size is not known";
    }
    summary.notes.push_back("greatest difference of mirrored energies " + formatted("%.3g", answer_.mirrored.largest) +
                            ", relative " + formatted("%.3g", answer_.mirrored.relative));
    return summary;
  }

 private:
  known_blast const* known_result() const { return find_known(problem_.size * across_, problem_.iterations); }

  static bool is_close(double value, double expected) {
    return std::abs(value - expected) <= energy_tolerance * expected;
  }

  /// The first error; empty if there is none.
  std::string fault() const {
    if (!(answer_.mirrored.relative < symmetry_tolerance)) {
      return "the blast is not symmetric: energies of mirrored elements differ by " +
             formatted("%g", answer_.mirrored.largest);
    }
    if (auto const* const k = known_result(); k != nullptr) {
      if (!is_close(answer_.origin_energy, k->energy)) return "the energy should be " + formatted("%.6e", k->energy);
      if (answer_.iterations != k->iterations)
        return "there should be " + std::to_string(k->iterations) + " iterations";
    }
    if (twin_ && (!is_close(answer_.origin_energy, twin_->origin_energy) || answer_.iterations != twin_->iterations)) {
      return "the sequential program found " + formatted("%.6e", twin_->origin_energy) + " after " +
             std::to_string(twin_->iterations) + " iterations";
    }
    if (!(answer_.origin_energy > 0)) return "the energy is not a positive number";
    return {};
  }

  problem problem_;
  int across_ = 1;
  answer answer_;
  std::optional<answer> twin_;
  double seconds_ = 0;
};

registration<lulesh_application> const list_entry(140);

}  // namespace
}  // namespace apps::lulesh
