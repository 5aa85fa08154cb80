// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What every workload lets the user choose: the simulated machine, what is compared, how it is
// shown.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace apps::sim {

struct options {
  int places = 0;  // 0: as many as usual
  int workers = 0;
  std::uint64_t seed = 1;
  std::string latency;  // these as docs/simulator.md has them; empty: the simulator's own
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
  std::string html;
  bool real = false;  ///< not simulated at all
  std::string settle = "0us";

  void add_to(CLI::App& command);
  /// To be compared, or the only one. Throws input_error.
  [[nodiscard]] std::vector<std::string> policies() const;
  /// For skua::options::sim.
  [[nodiscard]] std::string settings(std::uint64_t with_seed) const;
  /// Of waiting, before the first task. Throws input_error.
  [[nodiscard]] double settle_seconds() const;
  /// One run is all that is wanted.
  [[nodiscard]] bool single() const { return seeds == 1 && compare.empty(); }
};

}  // namespace apps::sim
