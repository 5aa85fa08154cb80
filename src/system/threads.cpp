// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "system/threads.hpp"

#include <dirent.h>

#include <skua/base/atomic.hpp>

namespace skua::system {
namespace {
base::atomic<int> helper_thread_count{0};
}

int threads_of_process() noexcept {
  DIR* const d = ::opendir("/proc/self/task");
  if (d == nullptr) return -1;
  int n = 0;
  while (dirent const* e = ::readdir(d)) n += e->d_name[0] != '.';
  ::closedir(d);
  return n;
}

void add_helper_threads(int n) noexcept { helper_thread_count.fetch_add(n, std::memory_order_relaxed); }  // relaxed: a number that is compared with the kernel's
int helper_threads() noexcept { return helper_thread_count.load(std::memory_order_relaxed); }             // relaxed: as above

}  // namespace skua::system
