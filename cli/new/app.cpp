// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The subcommand `skua new`: a small project that uses the library.

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <string>

#include "../driver/command_line.hpp"
#include "../driver/driver.hpp"
#include "../driver/installation.hpp"
#include "apps/common/error.hpp"
#include "apps/common/output_file.hpp"
#include "project.hpp"

namespace apps::new_project {
namespace {

/// Quotes the text so that a POSIX shell reads it back.
std::string in_shell_quotes(std::string const& text) {
  std::string quoted = "'";
  for (char const c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

class new_tool final : public tool {
 public:
  [[nodiscard]] std::string name() const override { return "new"; }
  [[nodiscard]] std::string description() const override {
    return "a new project that uses the library: a program, its test, and their build";
  }
  void add_options(CLI::App& command) override {
    command.add_option("NAME", folder_, "the new folder; its last part is the name of the program")->required();
    command.footer("It writes into a new folder only, and starts nothing.");
  }
  int run(CLI::App const&) override {
    std::filesystem::path folder(folder_);
    if (!folder.has_filename()) folder = folder.parent_path();  // "hello/"
    std::string const name = folder.filename().string();
    if (std::string const error_text = name_error(name); !error_text.empty()) throw input_error(error_text);
    auto const files = project_files(name);
    write_project(folder, files);
    std::string text;
    for (auto const& file : files) text += (folder / file.path).string() + "\n";
    auto const package = cmake_folder();
    text += "next: cd " + in_shell_quotes(folder.string()) + " && cmake -B build" +
            (package ? " -Dskua_DIR=" + in_shell_quotes(package->string()) : "") +
            " && cmake --build build && ctest --test-dir build\n";
    print_output(text);
    return exit_right;
  }

 private:
  std::string folder_;
};

tool_registration<new_tool> const list_entry;

}  // namespace
}  // namespace apps::new_project
