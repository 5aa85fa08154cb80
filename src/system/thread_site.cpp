// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Asks another thread where it runs: only that thread can walk its stack, in a handler of a signal.
#include "system/thread_site.hpp"

#include <signal.h>
#include <unistd.h>
#include <unwind.h>

#include <cerrno>
#include <ctime>

#include <skua/detail/base/atomic.hpp>

namespace skua::system {
namespace {

/// In a handler of a signal: the functions on the stack that the signal has interrupted.
call_site interrupted_site() noexcept {
  call_site site;
  (void)_Unwind_Backtrace(
      [](_Unwind_Context* at, void* result) {
        auto& found_site = *static_cast<call_site*>(result);
        int is_exact = 0;  // the address is that of the instruction, not of the one after a call
        std::uintptr_t const address = _Unwind_GetIPInfo(at, &is_exact);
        if (is_exact != 0) found_site.frames = 1;  // what was noted until here belongs to the handler
        found_site.addresses[found_site.frames++] = address + (is_exact != 0 ? 1 : 0);
        return found_site.frames < call_site::max_frames ? _URC_NO_REASON : _URC_END_OF_STACK;
      },
      &site);
  return site;
}

constexpr int answer_grace_ms = 100;
base::atomic<int> asked_thread{0};  // its kernel id, until it has answered
call_site answer;

void answer_where(int) {
  int const error_before = errno;
  if (asked_thread.load(std::memory_order_acquire) == ::gettid()) {  // sync: WHERE <- site_of_thread
    answer = interrupted_site();
    asked_thread.store(0, std::memory_order_release);  // sync: WHERE -> site_of_thread
  }
  errno = error_before;
}
}  // namespace

call_site site_of_thread(int kernel_id) noexcept {
  if (kernel_id == 0 || kernel_id == ::gettid()) return {};
  struct sigaction action{};
  action.sa_handler = &answer_where;
  action.sa_flags = SA_RESTART | SA_ONSTACK;
  ::sigaction(SIGURG, &action, nullptr);
  asked_thread.store(kernel_id, std::memory_order_release);  // sync: WHERE -> answer_where
  if (::tgkill(::getpid(), kernel_id, SIGURG) != 0) return {};
  for (int i = 0; i < answer_grace_ms; ++i) {
    timespec const moment{0, 1'000'000};
    ::nanosleep(&moment, nullptr);
    if (asked_thread.load(std::memory_order_acquire) == 0) return answer;  // sync: WHERE <- answer_where
  }
  return {};
}

}  // namespace skua::system
