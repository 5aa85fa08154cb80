// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A built-in workload of the simulator: a program with known answers; its tasks report their
// simulated cost.

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace CLI {
class App;
}

namespace apps::sim {

/// The counts of a workload, each with its name: {"nodes", 63914}.
using counts = std::vector<std::pair<std::string, std::uint64_t>>;

/// The program always calls add_options. Then it calls prepare once for the chosen workload, and
/// run once for each simulation.
class workload {
 public:
  virtual ~workload() = default;

  virtual std::string name() const = 0;         ///< of the subcommand
  virtual std::string description() const = 0;  ///< one line for --help

  virtual void add_options(CLI::App& command) = 0;
  /// Called on the main thread, before workers exist. Throws input_error.
  virtual void prepare() = 0;
  /// Throws input_error if the workload cannot run at that many places. Called after prepare.
  virtual void check_places(int /*places*/) const {}
  /// Called in a task at place 0, inside a scope that ends with it.
  virtual counts run() const = 0;
  /// The value that run must return, at the same places; also called in a task.
  virtual counts answer() const = 0;
  /// Seconds of work of the sequential program, if parallel runs may do more or less work; 0: they
  /// do the same.
  virtual double sequential_work() const { return 0; }
};

std::unique_ptr<workload> make_uts();
std::unique_ptr<workload> make_queens();
std::unique_ptr<workload> make_tsp();
std::unique_ptr<workload> make_clique();
std::unique_ptr<workload> make_semigroups();
std::unique_ptr<workload> make_bc();
std::unique_ptr<workload> make_samplesort();
std::unique_ptr<workload> make_lulesh();
std::unique_ptr<workload> make_lu();
std::unique_ptr<workload> make_quicksort();
std::unique_ptr<workload> make_pipeline();
std::unique_ptr<workload> make_fork_join();
std::unique_ptr<workload> make_bag();
std::unique_ptr<workload> make_remote();
std::unique_ptr<workload> make_ping_pong();
std::unique_ptr<workload> make_clique_trace();
std::unique_ptr<workload> make_wide();

}  // namespace apps::sim
