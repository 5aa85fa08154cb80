// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <regex>
#include <skua/error.hpp>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "apps/common/option_checks.hpp"
#include "apps/common/output_file.hpp"
#include "driver.hpp"
#include "installation.hpp"
#include "start/mode.hpp"
#include "suggestion.hpp"

namespace apps {
namespace {

/// The group and the tools that are linked to this program.
struct registry {
  group_maker group = nullptr;
  std::vector<tool_maker> tools;
};

/// Constructed by the first registration; they run before `main`, in any order.
registry& program_registry() {
  static registry instance;
  return instance;
}

struct command {
  std::unique_ptr<application> program;
  CLI::App* options = nullptr;
};

struct tool_command {
  std::unique_ptr<tool> program;
  CLI::App* options = nullptr;
};

/// By position, then by name.
std::vector<command> make_commands() {
  std::vector<std::pair<int, std::unique_ptr<application>>> programs;
  for (auto const& [position, make] : registered_applications()) programs.emplace_back(position, make());
  std::sort(programs.begin(), programs.end(), [](auto const& a, auto const& b) {
    return a.first != b.first ? a.first < b.first : a.second->name() < b.second->name();
  });
  std::vector<command> commands;
  for (auto& entry : programs) commands.push_back({std::move(entry.second), nullptr});
  return commands;
}

/// By name.
std::vector<tool_command> make_tools() {
  std::vector<tool_command> tools;
  for (auto* make : program_registry().tools) tools.push_back({make(), nullptr});
  std::sort(tools.begin(), tools.end(),
            [](auto const& a, auto const& b) { return a.program->name() < b.program->name(); });
  return tools;
}

void add_common_options(CLI::App& options, common_options& common, bool any_place) {
  options
      .add_option("--places", common.places,
                  any_place ? "places that take part, each a process (default: as started, else 1)"
                            : "1: this application runs at one place")
      ->check(CLI::Range(1, 4096))
      ->type_name("N")
      ->group("Common options");
  options
      .add_option("--workers", common.workers,
                  "threads that run tasks, at each place (default: as many as the machine allows)")
      ->check(CLI::Range(1, 4096))
      ->type_name("N")
      ->group("Common options");
  options.add_flag("--compare", common.compare, "run the sequential program too and report the speed-up")
      ->group("Common options");
  options
      .add_flag("--breakdown", common.breakdown,
                "report how the workers of each place spent their time; the measurement slows small tasks down")
      ->group("Common options");
  options.add_flag("--json", common.json, "print one JSON object on one line")->group("Common options");
  options.add_flag("--quiet", common.quiet, "no progress line")->group("Common options");
}

/// Separates the library's own arguments from the others.
request split(int argc, char** argv) {
  request command_line;
  for (int i = 1; i < argc; ++i) {
    std::string_view const argument = argv[i];
    auto& list = argument.starts_with("--skua-") ? command_line.library_arguments : command_line.arguments;
    list.emplace_back(argument);
  }
  return command_line;
}

/// This process among the places of a launcher. The first one prints what all of them would.
skua::start::launched_place& place_of_launcher() {
  static skua::start::launched_place place;
  return place;
}

/// Whether another place prints the text that all places of a job have before they start.
bool silent_place() { return place_of_launcher().number != 0; }

/// Prints an error as one line, whatever the text contains.
int print_error(std::string const& program_name, std::string_view text) {
  std::string line;
  for (char const c : text) {
    auto const byte = static_cast<unsigned char>(c);
    if (byte == '\n') {
      if (!line.empty() && line.back() != ' ') line += ' ';
    } else if (byte < 0x20 || byte == 0x7f) {
      line += '?';
    } else {
      line += c;
    }
  }
  while (!line.empty() && line.back() == ' ') line.pop_back();
  std::fprintf(stderr, "%s: %s\n", program_name.c_str(), line.c_str());
  return exit_bad_input;
}

/// For errors that all places of a job have. Only the first place prints; the others wait before
/// they exit, since some launchers end a job at the first exit code that is not 0.
int print_common_error(std::string const& program_name, std::string_view text) {
  if (!silent_place()) return print_error(program_name, text);
  using namespace std::chrono_literals;
  std::this_thread::sleep_for(place_of_launcher().by_skua_run ? 200ms : 1s);
  return exit_bad_input;
}

/// For input, which one place alone may be unable to read. If the first place has also failed,
/// skua-run ends the other places within this second; other launchers may not.
int print_input_error(std::string const& program_name, std::string const& text) {
  int const code = print_common_error(program_name, text);
  if (!silent_place() || !place_of_launcher().by_skua_run) return code;
  std::this_thread::sleep_for(std::chrono::seconds(1));
  return print_error(program_name, "place " + std::to_string(place_of_launcher().number) + ": " + text);
}

template <typename Body>
int handle_input_errors(std::string const& program_name, Body&& body) {
  try {
    return body();
  } catch (input_error const& error) {
    return print_input_error(program_name, error.what());
  } catch (skua::bad_global_alloc const& error) {
    return print_input_error(program_name, std::string("the input needs more global memory: ") + error.what());
  } catch (std::bad_alloc const&) {
    return print_input_error(program_name, "the input needs more memory than there is");
  }
}

std::string joined(std::vector<std::string> const& words) {
  std::string text;
  for (auto const& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

/// The error in the word after `sim`; empty if there is none.
std::string unknown_workload(std::vector<std::string> const& arguments, std::vector<std::string> const& workloads) {
  if (arguments.size() < 2) return "expected a workload: " + joined(workloads);
  bool const is_known =
      arguments[1].starts_with("-") || std::find(workloads.begin(), workloads.end(), arguments[1]) != workloads.end();
  if (is_known) return "";
  return "expected a workload (" + joined(workloads) + "), found " + arguments[1] + suggestion(arguments[1], workloads);
}

/// An error of CLI11 in the words of the other errors.
std::string readable(std::string const& text) {
  static std::regex const many("(.*): At Most 1 required but received [0-9]+");
  static std::regex const range("(.*): Value (.*) not in range (.*) to (.*)");
  static std::regex const member("(.*): (.*) not in \\{(.*)\\}");
  static std::regex const comma(",");
  std::smatch part;
  if (std::regex_match(text, part, many)) return part[1].str() + " is given more than once";
  if (std::regex_match(text, part, range)) {
    return part[1].str() + ": expected a whole number from " + part[3].str() + " to " + part[4].str() + ", found " +
           part[2].str();
  }
  if (std::regex_match(text, part, member)) {
    return part[1].str() + ": expected one of " + std::regex_replace(part[3].str(), comma, ", ") + ", found " +
           part[2].str();
  }
  return text;
}

/// All commands of the program, and their options.
class command_table {
 public:
  command_table();

  /// Runs the chosen command, or prints why it cannot; returns the exit code. If the output cannot
  /// be written, also prints that.
  int run(request command_line);

 private:
  /// The error in the names of the commands, empty if there is none. Completes `program_name_`.
  std::string unknown_command(std::vector<std::string> const& arguments);
  int run_command(request command_line);
  int run_parsed(request& command_line);
  int print_cmake_folder(request const& command_line);

  common_options options_;
  bool wants_cmake_folder_ = false;
  CLI::App root_{"Skua: programs that use every core of the machine, each with a checked answer.", "skua"};
  std::vector<command> commands_;
  std::unique_ptr<command_group> group_;
  std::vector<tool_command> tools_;
  std::string program_name_ = "skua";
};

command_table::command_table() : commands_(make_commands()), tools_(make_tools()) {
  root_.require_subcommand(0, 1);  // run_parsed reports that there is none
  root_.set_version_flag("--version", std::string("skua ") + program_version(), "print the version and exit");
  root_.add_flag("--cmake-dir", wants_cmake_folder_, "print the folder of skuaConfig.cmake and exit");
  root_.footer(
      std::string(
          "`skua APP --help` lists the options of one application. Exit code 0: the answer is right; 1: it is not;\n"
          "2: the input cannot be used. Arguments that begin with --skua- are options of the library.") +
      document_note());
  for (auto& command : commands_) {
    command.options = root_.add_subcommand(command.program->name(), command.program->description());
    command.program->add_options(*command.options);
    add_common_options(*command.options, options_, command.program->any_place());
  }
  if (auto const make_group = program_registry().group; make_group != nullptr) {
    group_ = make_group();
    group_->add_to(root_);
  }
  for (auto& command : tools_) {
    command.options = root_.add_subcommand(command.program->name(), command.program->description());
    command.program->add_options(*command.options);
  }
  check_all_options(root_);
}

std::string command_table::unknown_command(std::vector<std::string> const& arguments) {
  std::vector<std::string> names;
  for (auto const& command : commands_) names.push_back(command.program->name());
  if (group_ != nullptr) names.push_back(group_->name());
  for (auto const& command : tools_) names.push_back(command.program->name());
  if (arguments.empty()) return "expected an application: " + joined(names);
  std::string const& name = arguments.front();
  if (name.starts_with("-")) return "";
  bool const is_application = std::any_of(commands_.begin(), commands_.end(),
                                          [&](command const& entry) { return entry.program->name() == name; });
  if (std::find(names.begin(), names.end(), name) == names.end())
    return "expected an application (" + joined(names) + "), found " + name + suggestion(name, names);
  // A command without places prints at each process, which may have its own arguments.
  bool const is_group = group_ != nullptr && name == group_->name();
  if (!is_application && !(is_group && group_->uses_places(arguments))) place_of_launcher() = {};
  program_name_ += " " + name;
  if (!is_group) return "";
  std::string const error_text = unknown_workload(arguments, group_->workloads());
  if (error_text.empty() && !arguments[1].starts_with("-")) program_name_ += " " + arguments[1];
  return error_text;
}

/// The options among the arguments of the command that they name, with its own table.
std::string option_suggestion_of(CLI::App const& root, std::vector<std::string> words) {
  CLI::App const* command = &root;
  while (!words.empty()) {
    std::string const name = words.front();
    auto const parts = command->get_subcommands([&](CLI::App const* part) { return part->get_name() == name; });
    if (parts.empty()) break;
    command = parts.front();
    words.erase(words.begin());
  }
  return option_suggestion(words, *command);
}

int command_table::run(request command_line) {
  int const code = run_command(std::move(command_line));
  bool const is_written = std::ferror(stdout) == 0;
  errno = 0;
  if (std::fflush(stdout) == 0 && is_written) return code;
  int const reason = print_failure() != 0 ? print_failure() : errno;  // unknown if it was an earlier write
  std::string const text = reason != 0 ? std::string(": ") + std::strerror(reason) : std::string();
  int const failed = print_common_error(program_name_, "standard output cannot be written" + text);
  return std::max(code, failed);
}

int command_table::run_command(request command_line) {
  auto const& arguments = command_line.arguments;
  if (std::string const error_text = unknown_command(arguments); !error_text.empty())
    return print_common_error(program_name_, error_text);
  try {
    // CLI11 expects the arguments in reverse order.
    root_.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (CLI::Success const& help) {
    if (silent_place()) return 0;
    std::ostringstream text;
    int const code = root_.exit(help, text, text);
    print_output(text.str());
    return code;
  } catch (CLI::ParseError const& error) {
    return print_common_error(program_name_, readable(error.what()) + option_suggestion_of(root_, arguments));
  }
  if (wants_cmake_folder_) return print_cmake_folder(command_line);
  if (root_.get_subcommands().empty())
    return print_common_error(program_name_, "expected a command: skua --help lists them");
  command_line.options = options_;
  command_line.arguments.erase(command_line.arguments.begin());
  return run_parsed(command_line);
}

/// Prints the folder alone, for build scripts.
int command_table::print_cmake_folder(request const& command_line) {
  if (command_line.arguments.size() > 1 || !command_line.library_arguments.empty())
    return print_common_error(program_name_, "--cmake-dir: expected no other argument");
  auto const folder = cmake_folder();
  if (!folder) {
    return print_common_error(program_name_, "--cmake-dir: there is no " +
                                                 (expected_cmake_folder() / "skuaConfig.cmake").string() +
                                                 ": install the library and its development files");
  }
  print_output(folder->string() + "\n");
  return exit_right;
}

int command_table::run_parsed(request& command_line) {
  if (group_ != nullptr && group_->parsed()) {
    return handle_input_errors(program_name_,
                               [&] { return group_->run(command_line.arguments, command_line.library_arguments); });
  }
  for (auto& command : tools_) {
    if (!command.options->parsed()) continue;
    if (!command_line.library_arguments.empty())
      return print_common_error(program_name_, command_line.library_arguments.front() +
                                                   " is an option of the library, which this command does not start");
    return handle_input_errors(program_name_, [&] { return command.program->run(root_); });
  }
  for (auto& command : commands_) {
    if (!command.options->parsed()) continue;
    if (command_line.options.places > 1 && !command.program->any_place()) {
      return print_common_error(program_name_,
                                "--places: expected 1, since this application runs at one place, found " +
                                    std::to_string(command_line.options.places));
    }
    return handle_input_errors(program_name_, [&] { return drive(*command.program, command_line); });
  }
  return exit_bad_input;
}

}  // namespace

void register_group(group_maker make) { program_registry().group = make; }

void register_tool(tool_maker make) { program_registry().tools.push_back(make); }

int run_program(int argc, char** argv) {
  // A file that grows beyond the limit (ulimit -f) is an error of the write, as on a full disk.
  ::signal(SIGXFSZ, SIG_IGN);
  try {
    request command_line = split(argc, argv);
    place_of_launcher() = skua::start::find_launched_place(command_line.library_arguments);
    return command_table().run(std::move(command_line));
  } catch (std::bad_alloc const&) {
    std::fprintf(stderr, "skua: there is not enough memory\n");
    return exit_bad_input;
  } catch (std::exception const& error) {
    std::fprintf(stderr, "skua: %s\n", error.what());
    return exit_wrong;
  }
}

}  // namespace apps
