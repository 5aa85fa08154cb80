// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The subcommand `skua sim`: workloads at simulated places.

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "../skua/command_line.hpp"
#include "options.hpp"
#include "workload.hpp"

namespace apps::sim {

class command : public command_group {
 public:
  command();

  [[nodiscard]] std::string name() const override { return "sim"; }
  void add_to(CLI::App& root) override;
  [[nodiscard]] bool parsed() const override;
  [[nodiscard]] std::vector<std::string> workloads() const override;
  int run(std::vector<std::string> const& arguments, std::vector<std::string> const& library_arguments) override;

 private:
  struct entry {
    std::unique_ptr<workload> program;
    CLI::App* options = nullptr;
  };
  int run_on_this_machine(workload& program, std::vector<std::string> const& arguments,
                          std::vector<std::string> const& library_arguments);

  std::vector<entry> parts_;
  options options_;
  CLI::App* self_ = nullptr;
};

}  // namespace apps::sim
