// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "system/threads.hpp"

#include <dirent.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include <skua/detail/base/atomic.hpp>

#include "system/thread_state.hpp"

namespace skua::system {
namespace {

base::atomic<int> helper_thread_count{0};

// Written once, before the process has other threads than these.
constexpr int max_noted_helpers = 64;
int noted_helpers[max_noted_helpers];
int noted_helper_count = 0;

/// Calls fn with the kernel id of each thread; false: the threads cannot be listed.
template <class F>
bool for_each_thread(F fn) noexcept {
  DIR* const d = ::opendir("/proc/self/task");
  if (d == nullptr) return false;
  while (dirent const* e = ::readdir(d)) {
    if (e->d_name[0] != '.') fn(std::atoi(e->d_name));
  }
  ::closedir(d);
  return true;
}

}  // namespace

int threads_of_process() noexcept {
  int n = 0;
  return for_each_thread([&n](int) { ++n; }) ? n : -1;
}

// relaxed: a number that is compared with the kernel's
void add_helper_threads(int n) noexcept { helper_thread_count.fetch_add(n, std::memory_order_relaxed); }

void others_are_helpers() noexcept {
  int const me = this_thread_number();
  for_each_thread([me](int thread) {
    if (thread != me && noted_helper_count < max_noted_helpers) noted_helpers[noted_helper_count++] = thread;
  });
}

int helper_threads() noexcept {
  int n = helper_thread_count.load(std::memory_order_relaxed);  // relaxed: as above
  for (int i = 0; i < noted_helper_count; ++i) {
    char name[64];
    std::snprintf(name, sizeof name, "/proc/self/task/%d", noted_helpers[i]);
    n += ::access(name, F_OK) == 0;
  }
  return n;
}

void forget_helper_threads() noexcept {
  helper_thread_count.store(0, std::memory_order_relaxed);  // relaxed: the only thread
  noted_helper_count = 0;
}

}  // namespace skua::system
