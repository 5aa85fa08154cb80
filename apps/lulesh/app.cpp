// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// `skua lulesh`: the options, and the check of what was found.

#include <CLI/CLI.hpp>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <optional>
#include <skua/place.hpp>

#include "../skua/applications.hpp"
#include "../skua/text.hpp"
#include "known.hpp"
#include "problem.hpp"

namespace apps {
namespace lulesh {
namespace {

constexpr double energy_tolerance = 5.1e-7;  // relative: six digits after the first are known
constexpr double symmetry_tolerance = 1e-8;  // relative

std::string printed(char const* format, double value) {
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
    command.add_option("-s,--size", what_.size, "elements along an edge of each place's domain; default 20")
        ->check(CLI::Range(1, largest_size))
        ->type_name("S");
    command.add_option("-i,--iterations", what_.iterations, "stop after so many; 0, the default: at the stop time")
        ->check(CLI::Range(0, 1'000'000'000))
        ->type_name("N");
  }

  void parallel(common_options const&) override {
    across_ = cube_edge(skua::places());
    auto const start = std::chrono::steady_clock::now();
    found_ = solve_parallel(what_);
    seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
  void sequential() override { twin_ = solve_sequential(what_, across_); }

  report check() override {
    auto const edge = static_cast<std::uint64_t>(what_.size) * static_cast<std::uint64_t>(across_);
    report made;
    made.answer = "energy " + printed("%.6e", found_.origin_energy) + " at the origin after " +
                  grouped(static_cast<std::uint64_t>(found_.iterations)) + " iterations over " +
                  grouped(edge * edge * edge) + " elements";
    made.result = json_object()
                      .add("origin_energy", found_.origin_energy)
                      .add("iterations", found_.iterations)
                      .add("time", found_.time)
                      .add("elements", edge * edge * edge)
                      .add("greatest_asymmetry", found_.mirrored.most)
                      .add("total_asymmetry", found_.mirrored.all)
                      .add("relative_asymmetry", found_.mirrored.relative);
    made.work = edge * edge * edge * static_cast<std::uint64_t>(found_.iterations);
    made.work_unit = "zones";
    made.stats.add("zones_per_second", static_cast<double>(made.work) / seconds_);
    made.verified_how = fault();
    made.verified = made.verified_how.empty();
    if (made.verified) {
      made.verified_how = known() != nullptr ? "against the known energy, and the blast is symmetric"
                          : twin_            ? "against the sequential program, and the blast is symmetric"
                                             : "the blast is symmetric; the energy for this size is not known";
    }
    made.notes.push_back("greatest difference of mirrored energies " + printed("%.3g", found_.mirrored.most) +
                         ", relative " + printed("%.3g", found_.mirrored.relative));
    return made;
  }

 private:
  known_blast const* known() const { return find_known(what_.size * across_, what_.iterations); }

  static bool near(double found, double expected) { return std::abs(found - expected) <= energy_tolerance * expected; }

  /// What is wrong, or nothing.
  std::string fault() const {
    if (!(found_.mirrored.relative < symmetry_tolerance)) {
      return "the blast is not symmetric: energies of mirrored elements differ by " +
             printed("%g", found_.mirrored.most);
    }
    if (auto const* const k = known(); k != nullptr) {
      if (!near(found_.origin_energy, k->energy)) return "the energy should be " + printed("%.6e", k->energy);
      if (found_.iterations != k->iterations) return "there should be " + std::to_string(k->iterations) + " iterations";
    }
    if (twin_ && (!near(found_.origin_energy, twin_->origin_energy) || found_.iterations != twin_->iterations)) {
      return "the sequential program found " + printed("%.6e", twin_->origin_energy) + " after " +
             std::to_string(twin_->iterations) + " iterations";
    }
    if (!(found_.origin_energy > 0)) return "the energy is not a positive number";
    return {};
  }

  problem what_;
  int across_ = 1;
  answer found_;
  std::optional<answer> twin_;
  double seconds_ = 0;
};

}  // namespace
}  // namespace lulesh

std::unique_ptr<application> make_lulesh() { return std::make_unique<lulesh::lulesh_application>(); }

}  // namespace apps
