// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command_line.hpp"

#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string_view>

#include "base/environment.hpp"
#include "base/escape.hpp"
#include "failure.hpp"
#include "transport/segment.hpp"

namespace launch {
namespace {

constexpr int most_workers = 4096;
constexpr double longest = 1e9;  // seconds

std::string number_of_places(std::string const& text) {
  constexpr int most = skua::transport::segment::most_places;
  int value = 0;
  char const* const end = text.data() + text.size();
  auto const [stop, failed] = std::from_chars(text.data(), end, value);
  if (failed == std::errc() && stop == end && value >= 1 && value <= most) return "";
  std::string const expected = "expected places, 1 to " + std::to_string(most) + ", found " + skua::base::quoted(text);
  return text == "p" ? expected + "; there is no -np, write -n 2" : expected;
}

/// A line for those who have written mpirun's order of arguments: without it, that many places are
/// not what starts. A program whose own option is -n is started without a line after -n PLACES, --,
/// or with SKUA_PLACES.
void point_out_misplaced_option(command_line const& given, bool separated) {
  if (separated || given.places != 0 || skua::base::variable("SKUA_PLACES") != nullptr) return;
  for (std::size_t i = 1; i + 1 < given.program.size(); ++i) {
    std::string const& option = given.program[i];
    if ((option != "-n" && option != "-np") || !number_of_places(given.program[i + 1]).empty()) continue;
    std::string const& number = given.program[i + 1];
    std::fprintf(
        stderr,
        "skua-run: %s %s after the program is an argument of the program; for %s places write skua-run -n %s %s\n",
        option.c_str(), number.c_str(), number.c_str(), number.c_str(),
        skua::base::escaped(given.program.front()).c_str());
    return;
  }
}

std::string seconds_above_zero(std::string const& text) {
  char* end = nullptr;
  double const value = std::strtod(text.c_str(), &end);
  bool const fine = end != text.c_str() && *end == '\0' && std::isfinite(value) && value > 0 && value <= longest;
  return fine ? "" : "expected seconds above 0, found " + text;
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

class usage_first : public CLI::Formatter {
 public:
  std::string make_usage(CLI::App const*, std::string) const override {
    return "Usage: skua-run [options] [--] program [arguments]\n";
  }
};

}  // namespace

std::optional<int> read_command_line(int argc, char** argv, command_line& into) {
  CLI::App app("Starts a program as several places of this host, and ends them together.", "skua-run");
  app.formatter(std::make_shared<usage_first>());
  app.prefix_command();
  app.add_option("-n", into.places, "places, each a process (default: usable processors / workers)")
      ->check(number_of_places)
      ->type_name("PLACES");
  app.add_option("-t", into.workers, "workers of each place (default: 1, with -n usable processors / places)")
      ->check(CLI::Range(1, most_workers))
      ->type_name("WORKERS");
  app.add_flag("--bind", into.bind, "pin each place to processors of its own");
  app.add_flag("--tag", into.tag, "begin each line of output with the number of its place: [2] …");
  app.add_option("--timeout", into.timeout, "end the run after this time, with exit code 124")
      ->check(seconds_above_zero)
      ->type_name("SECONDS");
  app.add_option("--env", into.environment, "set a variable for all places; may be repeated")
      ->check(assignment)
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  app.add_option("--sim", into.sim, "simulate the places, in virtual time (docs/simulator.md): latency=2us,seed=7,…")
      ->type_name("SETTINGS");
  app.add_flag("--show", into.show, "print what would be started, start nothing");
  app.add_flag("-v", into.verbose, "say what happens, on standard error");
  app.set_version_flag("--version", std::string("skua-run ") + SKUA_VERSION);
  app.footer(
      "Standard input goes to place 0. Exit code: 0 if all places ended with 0, else that of the first that failed\n"
      "(128 + signal if it was killed); 124: time limit, 125: skua-run itself, 126: the program is not executable,\n"
      "127: there is no such program, 2: wrong options.");
  try {
    app.parse(argc, argv);
  } catch (CLI::Success const& asked) {
    int const code = app.exit(asked);
    return std::cout.flush() ? code : exit_cannot;
  } catch (CLI::ParseError const& e) {
    throw failure(exit_usage, one_line(e.what()));
  }
  into.program = app.remaining();
  bool const separated = !into.program.empty() && into.program.front() == "--";
  if (separated) {
    into.program.erase(into.program.begin());
  } else if (!into.program.empty() && into.program.front().starts_with('-')) {
    throw failure(exit_usage,
                  "unknown option " + one_line(into.program.front()) + "; skua-run --help lists what there is");
  }
  if (into.program.empty())
    throw failure(exit_usage, "expected a program to start: skua-run [options] program [arguments]");
  point_out_misplaced_option(into, separated);
  return std::nullopt;
}

}  // namespace launch
