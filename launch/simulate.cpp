// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "simulate.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string>
#include <vector>

#include "base/escape.hpp"
#include "command_line.hpp"
#include "failure.hpp"
#include "program.hpp"

namespace launch {
namespace {

/// Adds a number of an option of skua-run; 0: it was not given. Throws failure if the settings have
/// another one.
void add_number(std::string& settings, std::string const& name, char const* option, int number) {
  if (number == 0) return;
  std::string const wanted = name + "=" + std::to_string(number);
  std::istringstream words(settings);
  for (std::string word; std::getline(words, word, ',');) {
    if (word == wanted) return;
    if (word.starts_with(name + "="))
      throw failure(exit_code::usage, "--sim: " + skua::base::escaped(word) + " contradicts " + option + " " +
                                          std::to_string(number) + "; omit one of them");
  }
  settings += (settings.empty() ? "" : ",") + wanted;
}

}  // namespace

int simulate(command_line const& options) {
  if (options.bind || options.tag || options.timeout > 0) {
    throw failure(exit_code::usage, "--sim: --bind, --tag and --timeout are for real places; omit them");
  }
  std::string settings = *options.sim;
  add_number(settings, "places", "-n", options.places);
  add_number(settings, "workers", "-t", options.workers);
  if (settings.empty())
    throw failure(exit_code::usage, "--sim: expected settings, such as places=4,latency=2us, found nothing");
  if (options.show) {
    std::string line = "SKUA_SIM=" + settings;
    for (auto const& text : options.environment) line += " " + text;
    for (auto const& word : options.program) line += " " + word;
    print_output(line + "\n");
    return exit_code::success;
  }
  std::string const path = find_program(options.program.front());
  // the strings live until the exec
  for (auto const& text : options.environment) ::putenv(const_cast<char*>(text.c_str()));
  ::setenv("SKUA_SIM", settings.c_str(), 1);
  std::vector<std::string> command = options.program;
  if (options.gdb) {
    // The commands lie in the program itself; gdb reads scripts only of programs that it trusts.
    command = {"gdb", "-q", "-iex", "set auto-load safe-path /", "-ex", "run", "--args", path};
    command.insert(command.end(), options.program.begin() + 1, options.program.end());
  }
  std::vector<char*> words;
  for (auto& word : command) words.push_back(word.data());
  words.push_back(nullptr);
  if (options.gdb) {
    ::execvp(words.front(), words.data());
    throw failure(exit_code::launcher_failed, std::string("--gdb: cannot start gdb: ") + std::strerror(errno));
  }
  ::execv(path.c_str(), words.data());
  cannot_start(path, errno);
}

}  // namespace launch
