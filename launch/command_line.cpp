// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <sstream>
#include <string_view>
#include <vector>

#include "base/environment.hpp"
#include "base/escape.hpp"
#include "base/suggestion.hpp"
#include "failure.hpp"
#include "option_table.hpp"

namespace launch {
namespace {

/// Warns a user who has written -n after the program, as mpirun allows: skua-run would start
/// another number of places. For a program with its own option -n, the warning is omitted after -n
/// PLACES, after --, or with SKUA_PLACES.
void point_out_misplaced_option(command_line const& options, bool separated) {
  if (separated || options.places != 0 || skua::base::variable("SKUA_PLACES") != nullptr) return;
  for (std::size_t i = 1; i + 1 < options.program.size(); ++i) {
    std::string const& option = options.program[i];
    if ((option != "-n" && option != "-np") || !number_of_places_error(options.program[i + 1]).empty()) continue;
    std::string const& number = options.program[i + 1];
    std::fprintf(
        stderr,
        "skua-run: %s %s after the program is an argument of the program; for %s places write skua-run -n %s %s\n",
        option.c_str(), number.c_str(), number.c_str(), number.c_str(),
        skua::base::escaped(options.program.front()).c_str());
    return;
  }
}

std::string one_line(std::string text) {
  for (char& character : text) {
    if (static_cast<unsigned char>(character) < 0x20 || character == 0x7f) character = ' ';
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

}  // namespace

void print_output(std::string const& text) {
  if (std::fputs(text.c_str(), stdout) >= 0 && std::fflush(stdout) == 0) return;
  throw failure(exit_code::launcher_failed, std::string("cannot write the output: ") + std::strerror(errno));
}

std::optional<int> read_command_line(int argc, char** argv, command_line& options) {
  auto const table = make_option_table(options);
  CLI::App& app = *table;
  try {
    app.parse(argc, argv);
  } catch (CLI::Success const& help_request) {
    std::ostringstream text;
    int const code = app.exit(help_request, text, text);
    print_output(text.str());
    return code;
  } catch (CLI::ParseError const& parse_error) {
    throw failure(exit_code::usage, one_line(parse_error.what()));
  }
  if (options.watch && options.sim)
    throw failure(exit_code::usage, "--watch: a simulated run has no view, since its time is not the user's");
  if (options.gdb && !options.sim)
    throw failure(exit_code::usage, "--gdb: only with --sim; for real places: gdb -p PID, or gdb with a core file");
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
