// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A program made of applications: reads the command line, then runs the chosen application.

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app.hpp"

namespace apps {

/// A subcommand that has subcommands of its own, such as `skua sim`.
class command_group {
 public:
  virtual ~command_group() = default;

  [[nodiscard]] virtual std::string name() const = 0;
  virtual void add_to(CLI::App& root) = 0;
  [[nodiscard]] virtual bool parsed() const = 0;
  /// The names of its subcommands.
  [[nodiscard]] virtual std::vector<std::string> workloads() const = 0;
  /// `arguments`: the arguments after its own name. Prints the result and returns the exit code.
  /// Throws input_error.
  virtual int run(std::vector<std::string> const& arguments, std::vector<std::string> const& library_arguments) = 0;
};

/// Returns the exit code of `main`. `group` may be null.
int run_program(int argc, char** argv, std::vector<std::unique_ptr<application>> applications,
                command_group* group = nullptr);

}  // namespace apps
