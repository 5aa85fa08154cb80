// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The subcommands `skua completion` and `skua man`.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "../driver/command_line.hpp"
#include "../driver/driver.hpp"
#include "../driver/suggestion.hpp"
#include "apps/common/error.hpp"
#include "apps/common/output_file.hpp"
#include "completion.hpp"
#include "launch/option_table.hpp"
#include "page.hpp"

namespace apps::manual {
namespace {

int print(std::string const& text) {
  print_output(text);
  return exit_right;
}

/// The options of skua-run.
command_entry launcher_entry() {
  launch::command_line ignored;
  return command_entries(*launch::make_option_table(ignored)).front();
}

class completion_tool final : public tool {
 public:
  [[nodiscard]] std::string name() const override { return "completion"; }
  [[nodiscard]] std::string description() const override { return "a completion script for bash, zsh or fish"; }
  void add_options(CLI::App& command) override {
    command.add_option("SHELL", shell_, "which shell")->required()->check(CLI::IsMember({"bash", "zsh", "fish"}));
    command.add_option("PROGRAM", program_, "the program to complete")
        ->check(CLI::IsMember({"skua", "skua-run"}))
        ->capture_default_str();
    words_option_ = command.add_option("--words", words_, "for the scripts: the words so far, a line each")->group("");
    command.footer("For this shell only: source <(skua completion bash)");
  }
  int run(CLI::App const& root) override {
    if (words_option_->count() == 0) return print(completion_script(shell_, program_));
    std::vector<std::string> words;
    std::istringstream lines(words_ + "\n");
    for (std::string word; std::getline(lines, word);) words.push_back(word);
    return print(candidates(program_ == "skua" ? command_entries(root) : std::vector{launcher_entry()}, words));
  }

 private:
  std::string shell_;
  std::string program_ = "skua";
  std::string words_;
  CLI::Option* words_option_ = nullptr;
};

class man_tool final : public tool {
 public:
  [[nodiscard]] std::string name() const override { return "man"; }
  [[nodiscard]] std::string description() const override { return "the manual page of a command, in roff"; }
  void add_options(CLI::App& command) override {
    auto* const words =
        command.add_option("COMMAND", words_, "a command, such as uts or sim uts, or skua-run; none: the program");
    command.add_option("--output", folder_, "write the pages of all commands to this folder")
        ->type_name("FOLDER")
        ->excludes(words);
    command.footer("To read one: skua man uts | man -l -");
  }
  int run(CLI::App const& root) override {
    auto const commands = command_entries(root);
    auto const launcher = launcher_entry();
    if (!folder_.empty()) return write_all(commands, launcher);
    std::string name;
    for (auto const& word : words_) name += (name.empty() ? "" : " ") + word;
    if (name == launcher.program) return print(page(launcher, {launcher}));
    std::vector<std::string> names{launcher.program};
    for (auto const& command : commands) {
      if (command.name == name) return print(page(command, commands));
      names.push_back(command.name);
    }
    throw input_error("expected a command, found " + name + suggestion(name, names));
  }

 private:
  [[nodiscard]] int write_all(std::vector<command_entry> const& commands, command_entry const& launcher) const {
    for (auto const& command : commands) write(command, commands);
    write(launcher, {launcher});
    return exit_right;
  }

  void write(command_entry const& command, std::vector<command_entry> const& commands) const {
    std::string const file = (std::filesystem::path(folder_) / (page_name(command) + ".1")).string();
    write_output(file, page(command, commands));
  }

  std::vector<std::string> words_;
  std::string folder_;
};

tool_registration<completion_tool> const completion_entry;
tool_registration<man_tool> const man_entry;

}  // namespace
}  // namespace apps::manual
