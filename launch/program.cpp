// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include "base/escape.hpp"
#include "failure.hpp"

namespace launch {
namespace {

/// 0 if the file can be executed, else an error number.
int executable(std::string const& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) return errno;
  if (S_ISDIR(status.st_mode)) return EISDIR;
  return ::access(path.c_str(), X_OK) == 0 ? 0 : errno;
}

bool absent(int error) { return error == ENOENT || error == ENOTDIR; }

[[noreturn]] void refuse(std::string const& path, int error) {
  if (absent(error)) throw failure(exit_code::not_found, skua::base::escaped(path) + ": there is no such program");
  throw failure(exit_code::not_executable, skua::base::escaped(path) + ": cannot be executed: " + std::strerror(error));
}

}  // namespace

std::string find_program(std::string const& name) {
  if (name.find('/') != std::string::npos) {
    if (int const error = executable(name); error != 0) refuse(name, error);
    return name;
  }
  char const* const path_variable = std::getenv("PATH");
  std::istringstream folders(path_variable != nullptr ? path_variable : "/usr/local/bin:/usr/bin:/bin");
  int error = ENOENT;
  for (std::string folder; !name.empty() && std::getline(folders, folder, ':');) {
    std::string path = (folder.empty() ? "." : folder) + "/" + name;
    int const folder_error = executable(path);
    if (folder_error == 0) return path;
    if (!absent(folder_error) && folder_error != EISDIR) error = folder_error;
  }
  if (error != ENOENT) refuse(name, error);
  bool const local = executable("./" + name) == 0;
  throw failure(exit_code::not_found,
                (name.empty() ? "\"\"" : skua::base::escaped(name)) + ": there is no such program in PATH" +
                    (local ? "; for the one in this folder write ./" + skua::base::escaped(name) : ""));
}

void cannot_start(std::string const& path, int error) {
  if (absent(error))
    throw failure(exit_code::not_found,
                  skua::base::escaped(path) + ": cannot be started: its interpreter does not exist");
  throw failure(exit_code::not_executable, skua::base::escaped(path) + ": cannot be started: " + std::strerror(error));
}

}  // namespace launch
