// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernel's reports about processes and threads in /proc.
#pragma once

#include <dirent.h>

#include <cstdint>
#include <memory>

#include "base/parse.hpp"

namespace skua::system {

/// Calls file(number) for each entry of a folder that is called by a number: /proc has the
/// processes, /proc/self/task the threads of this process. Returns false if the folder cannot be
/// read.
template <class F>
bool for_each_number(char const* folder, F const& file) {
  struct close_folder {
    void operator()(DIR* folder) const noexcept { ::closedir(folder); }
  };
  std::unique_ptr<DIR, close_folder> const entries(::opendir(folder));
  if (entries == nullptr) return false;
  while (dirent const* const entry = ::readdir(entries.get())) {
    if (auto const number = base::parse_number<int>(entry->d_name, 1)) file(*number);
  }
  return true;
}

/// The beginning of a file /proc/PID/stat or /proc/self/task/TID/stat.
struct stat_entry {
  char state = 0;  ///< R, S, D, Z, T, …; 0: there is no such process or thread
  int parent = 0;
  bool is_ending = false;  ///< it no longer runs code of the program; its files may be closed already
};
[[nodiscard]] stat_entry read_stat(char const* file) noexcept;

/// The resident bytes of this process; 0: unknown.
[[nodiscard]] std::uint64_t resident_bytes() noexcept;

}  // namespace skua::system
