// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "system/thread_state.hpp"

#include <sys/syscall.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#include <cstdio>

#include "system/proc.hpp"

namespace skua::system {

int this_thread_number() noexcept { return static_cast<int>(::syscall(SYS_gettid)); }

std::uint64_t processor_time(int thread_number) noexcept {
  // Made like in pthread_getcpuclockid, which requires a live thread: clock of the scheduler (2) of
  // one thread (4).
  auto const id = static_cast<clockid_t>((~static_cast<unsigned>(thread_number) << 3) | 6u);
  timespec time;
  if (::clock_gettime(id, &time) != 0) return 0;
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000u + static_cast<std::uint64_t>(time.tv_nsec);
}

bool sleeps_in_kernel(int thread_number) noexcept {
  char path[64];
  std::snprintf(path, sizeof path, "/proc/self/task/%d/stat", thread_number);
  char const state = read_stat(path).state;
  return state == 'S' || state == 'D';
}

}  // namespace skua::system
