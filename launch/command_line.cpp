// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <memory>
#include <string_view>
#include <vector>

#include "base/environment.hpp"
#include "base/escape.hpp"
#include "base/parse.hpp"
#include "base/suggestion.hpp"
#include "failure.hpp"
#include "transport/segment.hpp"

namespace launch {
namespace {

constexpr int most_workers = 4096;
constexpr double longest = 1e9;  // seconds

std::string number_of_places(std::string const& text) {
  constexpr int most_places = skua::transport::segment::most_places;
  if (skua::base::parse_number<int>(text, 1, most_places)) return "";
  std::string const expected =
      "expected places, 1 to " + std::to_string(most_places) + ", found " + skua::base::quoted(text);
  return text == "p" ? expected + "; there is no -np, write -n 2" : expected;
}

/// Warns a user who has written -n after the program, as mpirun allows: skua-run would start
/// another number of places. For a program with its own option -n, the warning is omitted after -n
/// PLACES, after --, or with SKUA_PLACES.
void point_out_misplaced_option(command_line const& options, bool separated) {
  if (separated || options.places != 0 || skua::base::variable("SKUA_PLACES") != nullptr) return;
  for (std::size_t i = 1; i + 1 < options.program.size(); ++i) {
    std::string const& option = options.program[i];
    if ((option != "-n" && option != "-np") || !number_of_places(options.program[i + 1]).empty()) continue;
    std::string const& number = options.program[i + 1];
    std::fprintf(
        stderr,
        "skua-run: %s %s after the program is an argument of the program; for %s places write skua-run -n %s %s\n",
        option.c_str(), number.c_str(), number.c_str(), number.c_str(),
        skua::base::escaped(options.program.front()).c_str());
    return;
  }
}

std::string seconds_above_zero(std::string const& text) {
  bool const is_valid = skua::base::parse_decimal(text, 0, longest).value_or(0) > 0;
  return is_valid ? "" : "expected seconds above 0, found " + text;
}

std::string assignment(std::string const& text) {
  auto const equals = text.find('=');
  if (equals == std::string::npos || equals == 0) return "expected NAME=VALUE, found " + text;
  if (text.starts_with("SKUA_RUN_")) return "SKUA_RUN_… is set by skua-run itself, found " + text;
  return "";
}

std::string one_line(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  }
  while (text.ends_with(' ')) text.pop_back();
  return text;
}

/// The second half of the message about a misspelt option.
std::string suggestion(std::string const& argument, CLI::App const& app) {
  std::vector<std::string> names;
  for (CLI::Option const* option : app.get_options()) {
    for (std::string const& name : option->get_lnames()) names.push_back(name);
  }
  std::size_t const begin = std::min(argument.find_first_not_of('-'), argument.size());
  std::string const word = argument.substr(begin, argument.find('=') - begin);
  std::string const name = skua::base::nearest(word, names);
  return name.empty() ? "; skua-run --help lists all options" : "; did you mean --" + name + "?";
}

class usage_first : public CLI::Formatter {
 public:
  std::string make_usage(CLI::App const*, std::string) const override {
    return "Usage: skua-run [options] [--] program [arguments]\n";
  }
};

}  // namespace

std::optional<int> read_command_line(int argc, char** argv, command_line& options) {
  CLI::App app("Starts a program as several places of this host, and ends them together.", "skua-run");
  app.formatter(std::make_shared<usage_first>());
  app.prefix_command();
  app.add_option("-n", options.places, "places, each a process (default: usable processors / workers)")
      ->check(number_of_places)
      ->type_name("PLACES");
  app.add_option("-t", options.workers, "workers of each place (default: 1, with -n usable processors / places)")
      ->check(CLI::Range(1, most_workers))
      ->type_name("WORKERS");
  app.add_flag("--check", options.check,
               "run tasks that may leave their place from copies, and report what would fail elsewhere (SKUA_CHECK)");
  app.add_option("--trace", options.trace, "write a trace of the run into this file, for skua report (SKUA_TRACE)")
      ->type_name("FILE");
  app.add_flag("--bind", options.bind, "pin each place to processors of its own");
  app.add_flag("--tag", options.tag, "begin each line of output with the number of its place: [2] …");
  app.add_option("--timeout", options.timeout, "end the run after this time, with exit code 124")
      ->check(seconds_above_zero)
      ->type_name("SECONDS");
  app.add_option("--env", options.environment, "set a variable for all places; may be repeated")
      ->check(assignment)
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  app.add_option("--sim", options.sim, "simulate the places, in virtual time (docs/simulator.md): latency=2us,seed=7,…")
      ->type_name("SETTINGS");
  app.add_flag("--show", options.show, "print what would be started, start nothing");
  app.add_flag("-v", options.verbose, "say what happens, on standard error");
  app.set_version_flag("--version", std::string("skua-run ") + SKUA_VERSION);
  app.footer(
      "Standard input goes to place 0. Exit code: 0 if all places ended with 0, else that of the first that failed\n"
      "(128 + signal if it was killed); 124: time limit, 125: skua-run itself, 126: the program is not executable,\n"
      "127: there is no such program, 2: wrong options.");
  try {
    app.parse(argc, argv);
  } catch (CLI::Success const& help_request) {
    int const code = app.exit(help_request);
    return std::cout.flush() ? code : exit_code::launcher_failed;
  } catch (CLI::ParseError const& e) {
    throw failure(exit_code::usage, one_line(e.what()));
  }
  if (options.check) options.environment.emplace_back("SKUA_CHECK=on");
  if (!options.trace.empty()) options.environment.emplace_back("SKUA_TRACE=" + options.trace);
  options.program = app.remaining();
  bool const separated = !options.program.empty() && options.program.front() == "--";
  if (separated) {
    options.program.erase(options.program.begin());
  } else if (!options.program.empty() && options.program.front().starts_with('-')) {
    throw failure(exit_code::usage,
                  "unknown option " + one_line(options.program.front()) + suggestion(options.program.front(), app));
  }
  if (options.program.empty())
    throw failure(exit_code::usage, "expected a program to start: skua-run [options] program [arguments]");
  point_out_misplaced_option(options, separated);
  return std::nullopt;
}

}  // namespace launch
