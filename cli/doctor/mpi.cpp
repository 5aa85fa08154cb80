// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mpi.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "transport/mpi/module.hpp"

namespace apps::doctor {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr auto longest_wait = 5s;  // for a version

std::vector<std::string> folders_in(char const* variable) {
  char const* const text = std::getenv(variable);
  std::vector<std::string> folders;
  std::istringstream in(text != nullptr ? text : "");
  for (std::string folder; std::getline(in, folder, ':');) {
    if (!folder.empty()) folders.push_back(folder);
  }
  return folders;
}

/// What `program --version` prints within five seconds.
std::string version_text(std::string const& program) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return "";
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  ::posix_spawn_file_actions_adddup2(&actions, ends[1], 2);
  std::string path = program;
  std::string option = "--version";
  char* arguments[] = {path.data(), option.data(), nullptr};
  pid_t child = 0;
  int const failure = ::posix_spawn(&child, program.c_str(), &actions, nullptr, arguments, environ);
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  std::string text;
  if (failure == 0) {
    auto const deadline = std::chrono::steady_clock::now() + longest_wait;
    char buffer[4096];
    for (;;) {
      auto const rest =
          std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
      pollfd wait{ends[0], POLLIN, 0};
      int const ready = ::poll(&wait, 1, static_cast<int>(std::max<std::int64_t>(0, rest.count())));
      if (ready < 0 && errno == EINTR) continue;
      ssize_t const count = ready > 0 ? ::read(ends[0], buffer, sizeof buffer) : 0;
      if (count <= 0) break;
      text.append(buffer, static_cast<std::size_t>(count));
    }
    ::kill(child, SIGKILL);  // it has closed its output, or is too slow
    ::waitpid(child, nullptr, 0);
  }
  ::close(ends[0]);
  return text;
}

/// The line with a version: "mpirun (Open MPI) 4.1.4", "Version: 4.0.2".
std::string version_line(std::string const& text) {
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    auto const begin = line.find_first_not_of(" \t");
    if (begin == std::string::npos) continue;
    bool const has_name = line.find("Open MPI") != std::string::npos || line.find("OpenRTE") != std::string::npos;
    if (!has_name && line.find("ersion:") == std::string::npos) continue;
    std::string squeezed;
    for (char const c : line.substr(begin)) {
      char const printable = static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
      if (printable != ' ' || squeezed.empty() || squeezed.back() != ' ') squeezed += printable;
    }
    return squeezed;
  }
  return "";
}

}  // namespace

std::string flavour_in(std::string const& text) {
  if (text.find("Open MPI") != std::string::npos || text.find("OpenRTE") != std::string::npos) return "openmpi";
  if (text.find("HYDRA") != std::string::npos || text.find("MPICH") != std::string::npos) return "mpich";
  return "";
}

std::vector<mpi_launcher> find_launchers() {
  std::vector<mpi_launcher> launchers;
  std::vector<std::string> programs;  // without links
  for (auto const* name : {"mpirun", "mpiexec", "mpirun.openmpi", "mpirun.mpich", "mpiexec.hydra", "prterun"}) {
    for (std::string const& folder : folders_in("PATH")) {
      std::string const path = folder + "/" + name;
      if (::access(path.c_str(), X_OK) != 0) continue;
      std::error_code error;
      std::string const program = fs::canonical(path, error).string();
      if (!error && std::find(programs.begin(), programs.end(), program) == programs.end()) {
        programs.push_back(program);
        std::string const text = version_text(path);
        launchers.push_back({name, flavour_in(text), version_line(text)});
      }
      break;  // the shell also takes the first
    }
  }
  return launchers;
}

std::vector<std::string> find_modules() {
  std::vector<std::string> names{"openmpi", "mpich"};
  if (char const* const setting = std::getenv("SKUA_MPI");
      setting != nullptr && std::string(setting).find('/') != std::string::npos)
    names = {setting};
  std::vector<std::string> modules;
  for (std::string const& name : names) {
    for (std::string const& file : skua::transport::mpi::candidates(name)) {
      std::error_code error;
      if (file.find('/') == std::string::npos || !fs::exists(file, error)) continue;
      modules.push_back(file);
      break;
    }
  }
  return modules;
}

}  // namespace apps::doctor
