// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "option_table.hpp"

#include <CLI/CLI.hpp>

#include "base/escape.hpp"
#include "base/parse.hpp"
#include "transport/segment.hpp"

namespace launch {
namespace {

constexpr int most_workers = 4096;
constexpr double longest = 1e9;  // seconds

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

std::string file_name_error(std::string const& text) {
  return text.empty() ? "expected the name of a file, found nothing" : "";
}

/// Empty if the text is such a number. CLI11 would read one that begins with 0 as octal.
std::string number_error(std::string const& things, int limit, std::string const& text) {
  if (!text.starts_with('0') && skua::base::parse_number<int>(text, 1, limit)) return "";
  return "expected " + things + ", 1 to " + std::to_string(limit) + ", found " + skua::base::quoted(text);
}

std::string number_of_workers_error(std::string const& text) { return number_error("workers", most_workers, text); }

class usage_first : public CLI::Formatter {
 public:
  std::string make_usage(CLI::App const*, std::string) const override {
    return "Usage: skua-run [options] [--] program [arguments]\n";
  }
};

}  // namespace

std::string number_of_places_error(std::string const& text) {
  std::string const error_text = number_error("places", skua::transport::segment::most_places, text);
  return text == "p" ? error_text + "; there is no -np, write -n 2" : error_text;
}

std::unique_ptr<CLI::App> make_option_table(command_line& options) {
  auto table = std::make_unique<CLI::App>("Starts a program as several places of this host, and ends them together.",
                                          "skua-run");
  CLI::App& app = *table;
  app.formatter(std::make_shared<usage_first>());
  app.prefix_command();
  app.add_option("-n", options.places, "places, each a process (default: usable processors / workers)")
      ->check(number_of_places_error)
      ->type_name("PLACES");
  app.add_option("-t", options.workers, "workers of each place (default: 1, with -n usable processors / places)")
      ->check(number_of_workers_error)
      ->type_name("WORKERS");
  app.add_flag("--check", options.check,
               "run tasks that may leave their place from copies, and report what would fail elsewhere: at one place, "
               "unless -n says otherwise (SKUA_CHECK)");
  app.add_option("--trace", options.trace, "write a trace of the run into this file, for skua report (SKUA_TRACE)")
      ->check(file_name_error)
      ->type_name("FILE");
  app.add_flag("--bind", options.bind, "pin each place to its own processors");
  app.add_flag("--tag", options.tag, "begin each line of output with the number of its place: [2] …");
  app.add_option("--timeout", options.timeout, "end the run after this time, with exit code 124")
      ->check(seconds_above_zero)
      ->type_name("SECONDS");
  app.add_option("--env", options.environment, "set a variable for all places; may be repeated")
      ->check(assignment)
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  app.add_flag("--gdb", options.gdb, "with --sim: run the program in gdb, which has commands for tasks and events");
  app.add_option("--sim", options.sim,
                 "simulate the places, in virtual time (docs/reference/simulator.md): latency=2us,seed=7,…")
      ->type_name("SETTINGS");
  app.add_flag("--watch", options.watch, "show a live view of places and workers (docs/reference/watching.md)");
  app.add_flag("--show", options.show, "print the commands without starting them");
  app.add_flag("-v", options.verbose, "report each step on standard error");
  app.set_version_flag("--version", std::string("skua-run ") + SKUA_VERSION);
  app.footer(
      "Standard input goes to place 0. Exit code: 0 if all places ended with 0, else that of the first that failed\n"
      "(128 + signal if it was killed); 124: time limit, 125: skua-run itself, 126: the program is not executable,\n"
      "127: there is no such program, 2: wrong options. Pages named docs/… are in share/doc/skua of the installation.");
  return table;
}

}  // namespace launch
