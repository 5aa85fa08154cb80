// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A built-in workload of the simulator: a program with known answers whose tasks say what they
// would cost.

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

/// What a workload counts, each with its name: {"nodes", 63914}.
using counts = std::vector<std::pair<std::string, std::uint64_t>>;

/// The program calls add_options always, then of the chosen one prepare once, and run once for each
/// simulation.
class workload {
 public:
  virtual ~workload() = default;

  virtual std::string name() const = 0;         ///< of the subcommand
  virtual std::string description() const = 0;  ///< one line for --help

  virtual void add_options(CLI::App& command) = 0;
  /// On the main thread, before there are workers. Throws input_error.
  virtual void prepare() = 0;
  /// In a task at place 0, inside a scope that ends with it.
  virtual counts run() const = 0;
  /// What run must return.
  virtual counts answer() const = 0;
  /// Seconds of work of the sequential program, if tasks can make it more or less; 0: they do the
  /// same.
  virtual double sequential_work() const { return 0; }
};

std::unique_ptr<workload> make_uts();
std::unique_ptr<workload> make_queens();
std::unique_ptr<workload> make_tsp();
std::unique_ptr<workload> make_clique();
std::unique_ptr<workload> make_semigroups();
std::unique_ptr<workload> make_fork_join();
std::unique_ptr<workload> make_bag();
std::unique_ptr<workload> make_remote();
std::unique_ptr<workload> make_ping_pong();
std::unique_ptr<workload> make_clique_trace();

}  // namespace apps::sim
