// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "system/proc.hpp"

#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

#include "system/unique_fd.hpp"

namespace skua::system {

stat_entry read_stat(char const* file) noexcept {
  constexpr unsigned long long exiting = 4;  // PF_EXITING of the kernel
  unique_fd const fd(::open(file, O_RDONLY | O_CLOEXEC));
  char buffer[256];
  ssize_t const length = fd ? ::read(fd.get(), buffer, sizeof buffer - 1) : -1;
  if (length <= 0) return {};
  buffer[length] = '\0';
  // NUMBER (NAME) STATE PARENT GROUP SESSION TERMINAL FOREGROUND FLAGS …: the name may hold
  // anything, the rest no parenthesis.
  char const* const name_end = std::strrchr(buffer, ')');
  stat_entry entry;
  unsigned long long flags = 0;
  if (name_end == nullptr ||
      std::sscanf(name_end, ") %c %d %*d %*d %*d %*d %llu", &entry.state, &entry.parent, &flags) != 3)
    return {};
  entry.is_ending = (flags & exiting) != 0;
  return entry;
}

std::uint64_t resident_bytes() noexcept {
  std::FILE* const file = std::fopen("/proc/self/statm", "re");
  if (file == nullptr) return 0;
  unsigned long long total = 0, resident = 0;
  int const n = std::fscanf(file, "%llu %llu", &total, &resident);
  std::fclose(file);
  return n == 2 ? resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)) : 0;
}

}  // namespace skua::system
