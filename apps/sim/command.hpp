// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The subcommand `skua sim`: workloads at simulated places.

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "options.hpp"
#include "workload.hpp"

namespace apps::sim {

class command {
 public:
  command();

  void add_to(CLI::App& all);
  [[nodiscard]] bool parsed() const;
  /// Their names.
  [[nodiscard]] std::vector<std::string> workloads() const;
  /// `arguments`: after `sim`. Prints what was found, returns the exit code. Throws input_error.
  int run(std::vector<std::string> const& arguments, std::vector<std::string> const& library_arguments);

 private:
  struct entry {
    std::unique_ptr<workload> program;
    CLI::App* options = nullptr;
  };
  int run_on_this_machine(workload& what, std::vector<std::string> const& arguments,
                          std::vector<std::string> const& library_arguments);

  std::vector<entry> parts_;
  options how_;
  CLI::App* self_ = nullptr;
};

}  // namespace apps::sim
