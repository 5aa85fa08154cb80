// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A program made of applications and tools: reads the command line, then runs the chosen one.

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "apps/common/app.hpp"

namespace apps {

/// A subcommand that has subcommands, such as `skua sim`.
class command_group {
 public:
  virtual ~command_group() = default;

  [[nodiscard]] virtual std::string name() const = 0;
  virtual void add_to(CLI::App& root) = 0;
  [[nodiscard]] virtual bool parsed() const = 0;
  /// The names of its subcommands.
  [[nodiscard]] virtual std::vector<std::string> workloads() const = 0;
  /// Whether a command with these arguments runs at places that a launcher may have started.
  [[nodiscard]] virtual bool uses_places(std::vector<std::string> const& arguments) const = 0;
  /// `arguments`: the arguments after its own name. Prints the result and returns the exit code.
  /// Throws input_error.
  virtual int run(std::vector<std::string> const& arguments, std::vector<std::string> const& library_arguments) = 0;
};

using group_maker = std::unique_ptr<command_group> (*)();

/// Call it before `main`, for one group at most: see group_registration.
void register_group(group_maker make);

/// As `registration` for an application.
template <typename Group>
class group_registration {
 public:
  group_registration() {
    register_group([]() -> std::unique_ptr<command_group> { return std::make_unique<Group>(); });
  }
};

/// A subcommand without a computation, such as `skua doctor`: it starts no place.
class tool {
 public:
  virtual ~tool() = default;

  [[nodiscard]] virtual std::string name() const = 0;
  [[nodiscard]] virtual std::string description() const = 0;
  virtual void add_options(CLI::App& command) = 0;
  /// `root` has the options of all commands. Prints the result and returns the exit code. Throws
  /// input_error.
  virtual int run(CLI::App const& root) = 0;
};

using tool_maker = std::unique_ptr<tool> (*)();

/// Call it before `main`: see tool_registration.
void register_tool(tool_maker make);

/// As `registration` for an application.
template <typename Tool>
class tool_registration {
 public:
  tool_registration() {
    register_tool([]() -> std::unique_ptr<tool> { return std::make_unique<Tool>(); });
  }
};

/// Runs the application, group or tool that the command line names, of those that are registered.
/// Returns the exit code of `main`.
int run_program(int argc, char** argv);

}  // namespace apps
