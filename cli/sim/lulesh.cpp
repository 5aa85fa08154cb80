// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The blast of `skua lulesh`: its loops, its exchanges of neighbours and its agreement on each
// step (../lulesh/steps.hpp), with costs instead of computation. There is no mesh: a task takes
// the stated time for each element or node of its plane, and faces have the right size.
//
// Each place checks what it can see: its planes in each step, and of each face its sender, its step
// and its purpose. The agreement on the step carries the number of faults.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <skua/place.hpp>
#include <string>

#include "apps/common/error.hpp"
#include "apps/lulesh/steps.hpp"
#include "cost.hpp"
#include "meter.hpp"
#include "workload.hpp"

namespace apps::sim {
namespace {

/// In seconds. Every process sets them before its workers exist.
struct blast_costs {
  double force = 0;
  double motion = 0;  // of a node
  double kinematics = 0;
  double state = 0;
  double value = 0;  // at a boundary, packed or merged
} costs_of_blast;

/// The observations of place 0.
struct blast_counts {
  std::uint64_t steps = 0;
  std::uint64_t planes = 0;
  std::uint64_t faces = 0;
  std::uint64_t faults = 0;  ///< the most at any place
};

class timed_blast final : public lulesh::step_model {
 public:
  timed_blast(lulesh::problem const& settings, lulesh::position_of_domain const& location)
      : shape_{settings.size}, location_(location), iterations_(settings.iterations) {}

  bool begin_step(lulesh::limits const& step_limits) override {
    faults_ = local_faults();
    all_planes_ += static_cast<std::uint64_t>(planes_.exchange(0));
    all_faults_ = static_cast<std::uint64_t>(std::max(0.0, -step_limits.least_volume));
    if (step_ == iterations_) return false;
    ++step_;
    return true;
  }
  void find_forces(int begin, int end) override { pass(begin, end, shape_.e(), costs_of_blast.force); }
  void move_nodes(int begin, int end) override { pass(begin, end, shape_.n(), costs_of_blast.motion); }
  void find_kinematics(int begin, int end) override { pass(begin, end, shape_.e(), costs_of_blast.kinematics); }
  void find_state(int begin, int end) override { pass(begin, end, shape_.e(), costs_of_blast.state); }
  lulesh::limits step_limits() const override {
    lulesh::limits none;
    if (auto const faults = local_faults(); faults > 0) none.least_volume = -static_cast<double>(faults);
    return none;
  }
  [[nodiscard]] blast_counts result() const {
    return {static_cast<std::uint64_t>(step_), all_planes_, faces_, all_faults_};
  }

  void pack(lulesh::face_data data, int direction, int side, double* out) override {
    work(values_of(data) * costs_of_blast.value);
    out[0] = stamp(data, direction, side, skua::here());
  }
  void merge(lulesh::face_data data, int direction, int side, double const* received, double const*) override {
    int const steps[] = {1, location_.across, location_.across * location_.across};
    if (received[0] != stamp(data, direction, -side, skua::here() + side * steps[direction])) ++faults_;
    ++faces_;
    work(values_of(data) * costs_of_blast.value);
  }

 private:
  /// With those of this step, whose loops have ended.
  [[nodiscard]] std::uint64_t local_faults() const {
    return faults_ + (step_ > 0 && planes_ != 4 * shape_.edge + 1 ? 1 : 0);
  }
  /// The planes [begin, end) of a loop, each with `row` by `row` elements or nodes.
  void pass(int begin, int end, std::size_t row, double seconds) {
    for (int plane = begin; plane < end; ++plane) work(static_cast<double>(row * row) * seconds);
    planes_ += end - begin;
  }
  [[nodiscard]] double values_of(lulesh::face_data data) const {
    if (data == lulesh::face_data::jumps) return static_cast<double>(shape_.e() * shape_.e());
    return static_cast<double>((data == lulesh::face_data::forces ? 3 : 1) * shape_.n() * shape_.n());
  }
  /// Different for each face that is sent.
  [[nodiscard]] double stamp(lulesh::face_data data, int direction, int side, int place) const {
    double const kind = static_cast<int>(data) * 6 + direction * 2 + (side > 0 ? 1 : 0);
    return (static_cast<double>(place) * (iterations_ + 1) + step_) * 18 + kind;
  }

  lulesh::layout shape_;
  lulesh::position_of_domain location_;
  int iterations_;
  int step_ = 0;
  std::atomic<int> planes_{0};  // of this step; with --real, workers count at the same time
  std::uint64_t all_planes_ = 0;
  std::uint64_t faces_ = 0;
  std::uint64_t faults_ = 0;
  std::uint64_t all_faults_ = 0;  // the most at any place
};

class lulesh_workload final : public workload {
 public:
  std::string name() const override { return "lulesh"; }
  std::string description() const override {
    return "LULESH's steps: parallel loops, neighbours that exchange faces, agreement of all places";
  }

  void add_options(CLI::App& command) override {
    command.add_option("--size", problem_.size, "elements along an edge of each place's domain; default 20")
        ->check(CLI::Range(1, lulesh::largest_size))
        ->type_name("S");
    command.add_option("--iterations", problem_.iterations, "number of steps; default 10")
        ->check(CLI::Range(1, 1'000'000))
        ->type_name("N");
    add_costs(command, costs_);
  }

  void prepare() override { read_costs(costs_); }
  void check_places(int places) const override {
    if (lulesh::cube_edge(places) == 0) throw input_error(lulesh::no_cube(places));
  }

  counts run() const override {
    auto const result = lulesh::run_domains<timed_blast>(problem_, skua::count());
    return {{"steps", result.steps}, {"planes", result.planes}, {"faces", result.faces}, {"faults", result.faults}};
  }

  counts answer() const override {
    auto const steps = static_cast<std::uint64_t>(problem_.iterations);
    // Place 0 is at a corner: three neighbours, if there are others. A face of masses, then two in
    // each step.
    std::uint64_t const neighbours = skua::places() > 1 ? 3 : 0;
    return {{"steps", steps},
            {"planes", steps * (4 * static_cast<std::uint64_t>(problem_.size) + 1)},
            {"faces", neighbours * (1 + 2 * steps)},
            {"faults", 0}};
  }

 private:
  lulesh::problem problem_{20, 10};
  std::array<named_cost, 5> costs_{{
      {"--force-cost", "60ns", &costs_of_blast.force, "for the forces of an element"},
      {"--motion-cost", "3ns", &costs_of_blast.motion, "for the motion of a node"},
      {"--kinematics-cost", "18ns", &costs_of_blast.kinematics, "for the volume and gradients of an element"},
      {"--state-cost", "13ns", &costs_of_blast.state, "for the state of an element"},
      {"--value-cost", "1ns", &costs_of_blast.value, "to pack or merge a number at a boundary"},
  }};
};

}  // namespace

std::unique_ptr<workload> make_lulesh() { return std::make_unique<lulesh_workload>(); }

}  // namespace apps::sim
