// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "instruments/crash_report.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include <skua/detail/core/self.hpp>

#include "core/place.hpp"
#include "system/stack_trace.hpp"

namespace skua::sched {
namespace {

constexpr unsigned longest_look_up_seconds = 5;
constexpr int most_scopes = 1000;

/// The number of open scopes around the task.
int count_scopes(fibre const* current) noexcept {
  int n = 0;
  for (scope_frame const* frame = scope_of(current->scope); frame != nullptr && n < most_scopes;
       frame = scope_of(frame->parent))
    ++n;
  return n;
}

void write_text(char const* text) noexcept {
  if (::write(STDERR_FILENO, text, std::strlen(text)) < 0) return;
}

}  // namespace

void report_crash(int number) noexcept {
  static base::atomic<bool> has_begun{false};
  fibre const* const current = self();
  if (current == nullptr || current->scope == 0) return;
  if (has_begun.exchange(true, std::memory_order_relaxed)) return;  // relaxed: only one thread reports
  int const error_before = errno;
  char line[512];
  char const* const name = name_of_task(*current);
  std::snprintf(line, sizeof line, "skua: %s in %s at place %d, worker %d, in %d scopes; its stack:\n",
                ::sigabbrev_np(number) != nullptr ? ::sigabbrev_np(number) : "a signal",
                name != nullptr ? name : "a task", current->place->number, current->worker->id, count_scopes(current));
  write_text(line);
  pid_t const child = ::_Fork();
  if (child == 0) {
    ::signal(SIGALRM, SIG_DFL);
    ::signal(number, SIG_DFL);
    ::alarm(longest_look_up_seconds);
    system::print_interrupted_stack(STDERR_FILENO);
    ::_exit(0);
  }
  while (child > 0 && ::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
  errno = error_before;
}

}  // namespace skua::sched
