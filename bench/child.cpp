// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starts this program again for one measurement and reads the number it prints.
#include "support/child.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <stdexcept>

extern char** environ;

namespace bench {

double measure_in_child(std::string const& name) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("pipe failed");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  posix_spawn_file_actions_addclose(&actions, ends[1]);
  std::string program = "skua-bench";
  std::string argument = measure_argument + name;
  char* arguments[] = {program.data(), argument.data(), nullptr};
  pid_t pid = 0;
  int const error = posix_spawn(&pid, "/proc/self/exe", &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);

  std::string text;
  char buffer[256];
  for (ssize_t n = 0; error == 0 && (n = read(ends[0], buffer, sizeof buffer)) > 0;) text.append(buffer, static_cast<std::size_t>(n));
  close(ends[0]);
  int status = 0;
  if (error != 0 || waitpid(pid, &status, 0) != pid || status != 0 || text.empty())
    throw std::runtime_error("the process that measures " + name + " failed");
  return std::strtod(text.c_str(), nullptr);
}

}  // namespace bench
