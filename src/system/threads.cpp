// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "system/threads.hpp"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <utility>

#include <skua/detail/base/atomic.hpp>

#include "system/proc.hpp"
#include "system/thread_state.hpp"

namespace skua::system {
namespace {

base::atomic<int> helper_thread_count{0};

// Written once, before the process has other threads than these.
constexpr int max_noted_helpers = 64;
int noted_helpers[max_noted_helpers];
int noted_helper_count = 0;

constexpr char const* threads_folder = "/proc/self/task";

/// Blocks all signals of the calling thread; a thread that it starts during that time has them
/// blocked.
class no_signals {
 public:
  no_signals() {
    sigset_t all_signals;
    ::sigfillset(&all_signals);
    ::pthread_sigmask(SIG_SETMASK, &all_signals, &before_);
  }
  ~no_signals() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  no_signals(no_signals const&) = delete;
  no_signals& operator=(no_signals const&) = delete;

 private:
  sigset_t before_;
};

}  // namespace

int threads_of_process() noexcept {
  int n = 0;
  return for_each_number(threads_folder, [&n](int) { ++n; }) ? n : -1;
}

// relaxed: a number that is compared with the kernel's
void add_helper_threads(int n) noexcept { helper_thread_count.fetch_add(n, std::memory_order_relaxed); }

std::thread start_helper(std::function<void()> main) {
  no_signals const guard;
  std::thread helper(std::move(main));
  add_helper_threads(1);
  return helper;
}

void others_are_helpers() noexcept {
  int const me = this_thread_number();
  for_each_number(threads_folder, [me](int thread) {
    if (thread != me && noted_helper_count < max_noted_helpers) noted_helpers[noted_helper_count++] = thread;
  });
}

int helper_threads() noexcept {
  int n = helper_thread_count.load(std::memory_order_relaxed);  // relaxed: as above
  for (int i = 0; i < noted_helper_count; ++i) {
    char name[64];
    std::snprintf(name, sizeof name, "%s/%d", threads_folder, noted_helpers[i]);
    n += ::access(name, F_OK) == 0;
  }
  return n;
}

void forget_helper_threads() noexcept {
  helper_thread_count.store(0, std::memory_order_relaxed);  // relaxed: the only thread
  noted_helper_count = 0;
}

}  // namespace skua::system
