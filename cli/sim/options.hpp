// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The options of every workload: the simulated machine, the policies to compare, the form of the
// output.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace CLI {
class App;
}  // namespace CLI

namespace apps::sim {

struct options {
  int places = 0;  // 0: the default
  int workers = 0;
  std::uint64_t seed = 1;
  std::string latency;  // as in docs/reference/simulator.md; empty: the simulator's default
  std::string near;
  std::string bandwidth;
  std::string overhead;
  std::string jitter;
  std::string node;
  std::string world;  ///< further settings
  std::string policy;
  std::string amount;

  int seeds = 1;
  std::string compare;
  bool json = false;
  bool real = false;  ///< run at real places instead of a simulation
  std::string settle = "0us";

  void add_to(CLI::App& command);
  /// The policies to compare, or the only one. Throws input_error.
  [[nodiscard]] std::vector<std::string> policies() const;
  /// The options of a simulation.
  [[nodiscard]] int place_count() const { return places > 0 ? places : 8; }
  /// The text for skua::options::sim.
  [[nodiscard]] std::string settings(std::uint64_t with_seed) const;
  /// The seconds to wait before the first task. Throws input_error.
  [[nodiscard]] double settle_seconds() const;
  /// True if the options ask for one run only.
  [[nodiscard]] bool single() const { return seeds == 1 && compare.empty(); }
};

}  // namespace apps::sim
