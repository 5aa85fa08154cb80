// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starts this program again for one measurement and reads the figures that it prints.
#include "support/child.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <sstream>
#include <stdexcept>

extern char** environ;

namespace bench {

namespace {

/// Parses lines of "name value"; throws if a line has another form.
figures parse(std::string const& text) {
  figures result;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string name;
    double value = 0;
    if (!(words >> name >> value)) throw std::runtime_error("not a figure: " + line);
    result[name] = value;
  }
  return result;
}

}  // namespace

pid_t start_command(std::vector<std::string> command, posix_spawn_file_actions_t const* actions) {
  std::vector<char*> arguments;
  for (std::string& word : command) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_t pid = 0;
  if (posix_spawn(&pid, arguments.front(), actions, nullptr, arguments.data(), environ) != 0)
    throw std::runtime_error("cannot start " + command.front());
  return pid;
}

rusage wait_for_success(pid_t pid, std::string const& what) {
  int status = 0;
  rusage usage{};
  if (wait4(pid, &status, 0, &usage) != pid || status != 0)
    throw std::runtime_error("the process that measures failed: " + what);
  return usage;
}

figures figures_of(std::vector<std::string> command) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("pipe failed");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  pid_t const pid = start_command(command, &actions);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);

  std::string text;
  char buffer[256];
  for (ssize_t n = 0; (n = read(ends[0], buffer, sizeof buffer)) > 0;) text.append(buffer, static_cast<std::size_t>(n));
  close(ends[0]);
  (void)wait_for_success(pid, command.back());
  if (text.empty()) throw std::runtime_error("the process that measures printed nothing: " + command.back());
  return parse(text);
}

figures figures_of_child(std::string const& name) { return figures_of({this_program(), measure_argument + name}); }

double measure_in_child(std::string const& name) { return figures_of_child(name).at(only_figure); }

std::string this_program() { return std::filesystem::read_symlink("/proc/self/exe").string(); }

}  // namespace bench
