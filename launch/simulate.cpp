// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "simulate.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "failure.hpp"
#include "program.hpp"

namespace launch {

int simulate(command_line const& options) {
  if (options.bind || options.tag || options.timeout > 0) {
    throw failure(exit_code::usage, "--sim: --bind, --tag and --timeout are for real places; leave them away");
  }
  std::string settings = *options.sim;
  auto const add = [&settings](std::string const& setting) { settings += (settings.empty() ? "" : ",") + setting; };
  if (options.places > 0) add("places=" + std::to_string(options.places));
  if (options.workers > 0) add("workers=" + std::to_string(options.workers));
  if (settings.empty())
    throw failure(exit_code::usage, "--sim: expected settings, such as places=4,latency=2us, found nothing");
  if (options.show) {
    std::string line = "SKUA_SIM=" + settings;
    for (auto const& v : options.environment) line += " " + v;
    for (auto const& word : options.program) line += " " + word;
    print_output(line + "\n");
    return exit_code::success;
  }
  std::string const path = find_program(options.program.front());
  for (auto const& v : options.environment) ::putenv(const_cast<char*>(v.c_str()));  // the strings live until the exec
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
