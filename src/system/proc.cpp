// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "system/proc.hpp"

#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <string_view>

#include "system/unique_fd.hpp"

namespace skua::system {

stat_entry read_stat(char const* file) noexcept {
  unique_fd const fd(::open(file, O_RDONLY | O_CLOEXEC));
  char buffer[256];
  ssize_t const length = fd ? ::read(fd.get(), buffer, sizeof buffer) : -1;
  if (length <= 0) return {};
  // NUMBER (NAME) STATE PARENT …: the name may hold anything, the rest no parenthesis.
  std::string_view text(buffer, static_cast<std::size_t>(length));
  std::size_t const name_end = text.rfind(") ");
  if (name_end == text.npos || text.size() < name_end + 5) return {};
  text.remove_prefix(name_end + 2);
  stat_entry entry;
  entry.state = text.front();
  constexpr int parent_field = 1, flags_field = 6;  // behind the name, from 0
  for (int field = 0; field <= flags_field && !text.empty(); ++field) {
    std::string_view const word = text.substr(0, text.find(' '));
    if (field == parent_field) entry.parent = base::parse_number<int>(word).value_or(0);
    if (field == flags_field) {
      constexpr std::uint64_t exiting = 4;  // PF_EXITING of the kernel
      entry.is_ending = (base::parse_number<std::uint64_t>(word).value_or(0) & exiting) != 0;
    }
    text.remove_prefix(std::min(word.size() + 1, text.size()));
  }
  return entry;
}

std::uint64_t resident_bytes() noexcept {
  std::FILE* const f = std::fopen("/proc/self/statm", "re");
  if (f == nullptr) return 0;
  unsigned long long total = 0, resident = 0;
  int const n = std::fscanf(f, "%llu %llu", &total, &resident);
  std::fclose(f);
  return n == 2 ? resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)) : 0;
}

}  // namespace skua::system
