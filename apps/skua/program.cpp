// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "program.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "driver.hpp"
#include "launch.hpp"

namespace apps {
namespace {

struct command {
  std::unique_ptr<application> program;
  CLI::App* options = nullptr;
};

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
  options.add_flag("--json", common.json, "print one JSON object on one line")->group("Common options");
  options.add_flag("--quiet", common.quiet, "no live progress line")->group("Common options");
}

/// Takes the library's own arguments out of the command line.
request split(int argc, char** argv) {
  request what;
  for (int i = 1; i < argc; ++i) {
    std::string_view const argument = argv[i];
    auto& list = argument.starts_with("--skua-") ? what.library_arguments : what.arguments;
    list.emplace_back(argument);
  }
  return what;
}

/// An error is one line, whatever the text it was made from.
int complain(std::string const& who, std::string_view text) {
  std::string shown;
  for (char const c : text) {
    auto const byte = static_cast<unsigned char>(c);
    if (byte == '\n') {
      if (!shown.empty() && shown.back() != ' ') shown += ' ';
    } else if (byte < 0x20 || byte == 0x7f) {
      shown += '?';
    } else {
      shown += c;
    }
  }
  while (!shown.empty() && shown.back() == ' ') shown.pop_back();
  std::fprintf(stderr, "%s: %s\n", who.c_str(), shown.c_str());
  return exit_bad_input;
}

/// A command line that every process of a job has: the first one speaks. Some launchers end a job
/// at the first exit code that is not 0, so only that one has one.
int complain_of_words(std::string const& who, std::string_view text) {
  return first_process() ? complain(who, text) : 0;
}

/// Input that every process of a job sees, or perhaps some of them: the first one speaks and has
/// the time to, for the same reason.
int complain_of_input(std::string const& who, std::string_view text) {
  if (first_process()) return complain(who, text);
  std::this_thread::sleep_for(std::chrono::seconds(1));
  return exit_bad_input;
}

template <typename Body>
int handle_input_errors(std::string const& who, Body&& body) {
  try {
    return body();
  } catch (input_error const& error) {
    return complain_of_input(who, error.what());
  } catch (std::bad_alloc const&) {
    return complain_of_input(who, "the input needs more memory than there is");
  }
}

/// What is wrong with the word after `sim`; empty: nothing.
std::string unknown_workload(std::vector<std::string> const& arguments, std::vector<std::string> const& known) {
  std::string names;
  for (auto const& name : known) names += (names.empty() ? "" : ", ") + name;
  if (arguments.size() < 2) return "expected a workload: " + names;
  bool const fits = arguments[1].starts_with("-") || std::find(known.begin(), known.end(), arguments[1]) != known.end();
  return fits ? "" : "expected a workload (" + names + "), found " + arguments[1];
}

int run(int argc, char** argv, std::vector<std::unique_ptr<application>> applications, command_group* group) {
  request what = split(argc, argv);
  CLI::App all("Skua: programs that use every core of the machine, each with a checked answer.", "skua");
  all.require_subcommand(1);
  all.footer(
      "`skua APP --help` lists the options of one application. Exit code 0: the answer is right; 1: it is not;\n"
      "2: the input cannot be used. Arguments that begin with --skua- are options of the library.");
  std::vector<command> commands;
  for (auto& program : applications) commands.push_back({std::move(program), nullptr});
  for (auto& command : commands) {
    command.options = all.add_subcommand(command.program->name(), command.program->description());
    command.program->add_options(*command.options);
    add_common_options(*command.options, what.options, command.program->any_place());
  }
  if (group != nullptr) group->add_to(all);

  std::string who = "skua";
  std::string names;
  for (auto const& command : commands) {
    auto const name = command.program->name();
    names += (names.empty() ? "" : ", ") + name;
    if (!what.arguments.empty() && what.arguments.front() == name) who += " " + name;
  }
  if (group != nullptr) names += ", " + group->name();
  if (group != nullptr && !what.arguments.empty() && what.arguments.front() == group->name()) {
    who += " " + group->name();
    if (std::string const wrong = unknown_workload(what.arguments, group->workloads()); !wrong.empty())
      return complain_of_words(who, wrong);
    if (what.arguments.size() > 1 && !what.arguments[1].starts_with("-")) who += " " + what.arguments[1];
  }
  if (what.arguments.empty()) return complain_of_words(who, "expected an application: " + names);
  if (who == "skua" && !what.arguments.front().starts_with("-")) {
    return complain_of_words(who, "expected an application (" + names + "), found " + what.arguments.front());
  }
  try {
    // CLI11 takes a vector from its back.
    all.parse(std::vector<std::string>(what.arguments.rbegin(), what.arguments.rend()));
  } catch (CLI::Success const& help) {
    return first_process() ? all.exit(help) : 0;
  } catch (CLI::ParseError const& error) {
    return complain_of_words(who, error.what());
  }

  if (group != nullptr && group->parsed()) {
    what.arguments.erase(what.arguments.begin());
    return handle_input_errors(who, [&] { return group->run(what.arguments, what.library_arguments); });
  }
  for (auto& command : commands) {
    if (!command.options->parsed()) continue;
    what.arguments.erase(what.arguments.begin());
    if (what.options.places > 1 && !command.program->any_place()) {
      return complain_of_words(who, "--places: expected 1, since this application runs at one place, found " +
                                        std::to_string(what.options.places));
    }
    return handle_input_errors(who, [&] { return drive(*command.program, what); });
  }
  return exit_bad_input;
}

}  // namespace

int run_program(int argc, char** argv, std::vector<std::unique_ptr<application>> applications, command_group* group) {
  try {
    return run(argc, argv, std::move(applications), group);
  } catch (std::exception const& error) {
    std::fprintf(stderr, "skua: %s\n", error.what());
    return exit_wrong;
  }
}

}  // namespace apps
