// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The cost of a task: a fixed time, or an exponentially distributed one. It depends only on the
// task's number, not on when or where the task runs, so all runs do the same work.

#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <string>

#include "apps/common/splitmix.hpp"

namespace CLI {
class App;
}

namespace apps::sim {

/// Evenly distributed in (0, 1].
constexpr double unit(std::uint64_t random) noexcept { return (static_cast<double>(random >> 11) + 1) * 0x1p-53; }

/// "1ms", "2.5us", … in seconds; throws input_error that names the option.
double seconds_of(std::string const& option, std::string const& text);

struct cost {
  double mean = 0;
  std::uint64_t exponential = 0;  // a flag, 64 bits wide: no padding when it is sent

  /// The cost of the task with that number.
  [[nodiscard]] double of(std::uint64_t number) const noexcept {
    return exponential != 0 ? -mean * std::log(unit(splitmix::mix64(number))) : mean;
  }
};

/// The options for a cost.
class cost_options {
 public:
  /// `name` is that of the option, with two dashes.
  cost_options(std::string name, std::string standard) : name_(std::move(name)), text_(std::move(standard)) {}
  void add_to(CLI::App& command, std::string const& task_name);
  /// Throws input_error.
  [[nodiscard]] cost read() const;

 private:
  std::string name_;
  std::string text_;
  std::string distribution_ = "fixed";
};

/// A cost that a workload has under a separate name, as an option.
struct named_cost {
  std::string name;  // of the option, with two dashes
  std::string text;
  double* seconds;
  char const* purpose;
};
/// Adds an option for each; `charge` precedes the purpose in its help.
void add_costs(CLI::App& command, std::span<named_cost> costs, std::string const& charge = "simulated time ");
/// Writes the seconds of each. Throws input_error.
void read_costs(std::span<named_cost const> costs);

}  // namespace apps::sim
