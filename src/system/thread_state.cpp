// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "system/thread_state.hpp"

#include <fcntl.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

#include "system/unique_fd.hpp"

namespace skua::system {

int this_thread_number() noexcept { return static_cast<int>(::syscall(SYS_gettid)); }

std::uint64_t processor_time(int thread_number) noexcept {
  // Made like in pthread_getcpuclockid, which requires a live thread: clock of the scheduler (2) of
  // one thread (4).
  auto const id = static_cast<clockid_t>((~static_cast<unsigned>(thread_number) << 3) | 6u);
  timespec t;
  if (::clock_gettime(id, &t) != 0) return 0;
  return static_cast<std::uint64_t>(t.tv_sec) * 1'000'000'000u + static_cast<std::uint64_t>(t.tv_nsec);
}

bool sleeps_in_kernel(int thread_number) noexcept {
  char path[64];
  std::snprintf(path, sizeof path, "/proc/self/task/%d/stat", thread_number);
  unique_fd const file(::open(path, O_RDONLY | O_CLOEXEC));
  if (!file) return false;
  char text[128];
  ssize_t const n = ::read(file.get(), text, sizeof text - 1);
  if (n <= 0) return false;
  text[n] = 0;
  char const* const name_end = std::strrchr(text, ')');  // the name may hold anything
  return name_end != nullptr && (std::strncmp(name_end, ") S", 3) == 0 || std::strncmp(name_end, ") D", 3) == 0);
}

}  // namespace skua::system
