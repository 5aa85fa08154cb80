// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The handler belongs to the process. Places register themselves in a small fixed table that the
// handler may read at any time.
#include "instruments/fault.hpp"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>

#include <skua/detail/base/check.hpp>
#include <skua/detail/core/self.hpp>
#include <skua/exit_codes.hpp>

#include "base/end_hook.hpp"
#include "core/place.hpp"
#include "instruments/crash_report.hpp"
#include "instruments/debugger_facts.hpp"
#include "system/memory.hpp"

namespace skua::sched {

handled_place_table handled_places{};

namespace {

constexpr std::size_t alternate_bytes = 256 * 1024;  // the names of functions are decoded there
/// The signals by which a mistake in a task ends the process.
constexpr std::array<int, 4> faults{SIGSEGV, SIGBUS, SIGFPE, SIGILL};
std::array<struct sigaction, faults.size()> previous_actions{};

void write_line(char const* text) noexcept {
  if (::write(STDERR_FILENO, text, std::strlen(text)) < 0) return;
}

/// Where the stack of the interrupted code ends.
std::uintptr_t stack_pointer_of(void* context) noexcept {
  auto const& registers = static_cast<ucontext_t const*>(context)->uc_mcontext;
#if defined(__x86_64__)
  return static_cast<std::uintptr_t>(registers.gregs[REG_RSP]);
#elif defined(__aarch64__)
  return registers.sp;
#endif
}

/// Whether a frame that is larger than the guard page has carried the fibre below its stack.
bool is_below_stack(fibre const& fibre, std::uintptr_t stack_pointer) noexcept {
  auto const low = reinterpret_cast<std::uintptr_t>(fibre.stack_low);
  constexpr std::uintptr_t largest_frame = std::uintptr_t{1} << 30;
  return stack_pointer < low && low - stack_pointer < largest_frame;
}

[[noreturn]] void end_by_overflow(fibre const& fibre) {
  char line[256];
  std::snprintf(line, sizeof line,
                "skua: stack overflow in %s on worker %d: its stack of %zu bytes is used up; raise SKUA_STACK or "
                "recurse less\n",
                name_of_task(fibre) != nullptr ? name_of_task(fibre) : "a task",
                fibre.worker != nullptr ? fibre.worker->id : -1, fibre.stack_bytes);
  int code = exit_code::aborted;
  static_cast<void>(base::claim_end(code));
  write_line(line);
  ::signal(SIGABRT, SIG_DFL);
  std::abort();
}

/// The C library aborts: a damaged heap, an assertion, an exception that nothing catches.
void on_abort(int number) {
  // relaxed: stored by this thread, if it has printed why it aborts
  if (!base::end_is_explained.load(std::memory_order_relaxed)) report_crash(number);
  ::signal(number, SIG_DFL);
  ::raise(number);
}

void on_fault(int number, siginfo_t* info, void* context) {
  for (auto& entry : handled_places) {
    place* place = entry.load(std::memory_order_acquire);  // sync: FAULT <- watch_faults
    if (place == nullptr) continue;
    fibre const* fibre = place->fibres.guard_hit(info->si_addr);
    if (fibre != nullptr) end_by_overflow(*fibre);
  }
  if (fibre const* const fibre = self(); fibre != nullptr && is_below_stack(*fibre, stack_pointer_of(context)))
    end_by_overflow(*fibre);
  auto const which = static_cast<std::size_t>(std::find(faults.begin(), faults.end(), number) - faults.begin());
  struct sigaction const& previous = previous_actions[which];
  bool const is_ours = (previous.sa_flags & SA_SIGINFO) == 0 && previous.sa_handler == SIG_DFL;
  if (is_ours) report_crash(number);
  if ((previous.sa_flags & SA_SIGINFO) != 0 && previous.sa_sigaction != nullptr) {
    previous.sa_sigaction(number, info, context);
    return;
  }
  ::signal(number, previous.sa_handler == SIG_IGN ? SIG_DFL : previous.sa_handler);
  ::raise(number);
}

}  // namespace

fault_stack::fault_stack() noexcept {
  try {
    memory_ = system::reserve(alternate_bytes);
  } catch (std::bad_alloc const&) {
    return;  // a stack overflow of this thread is then a plain SIGSEGV
  }
  stack_t stack_t{};
  stack_t.ss_sp = memory_;
  stack_t.ss_size = alternate_bytes;
  ::sigaltstack(&stack_t, nullptr);
}

fault_stack::~fault_stack() {
  if (memory_ == nullptr) return;
  stack_t stack_t{};
  stack_t.ss_flags = SS_DISABLE;
  ::sigaltstack(&stack_t, nullptr);
  system::release(memory_, alternate_bytes);
}

void watch_faults(place& home) noexcept {
  asm volatile("" : : "r"(&skua_debugger_facts));  // so that the linker keeps the object
  static std::once_flag once;
  std::call_once(once, [] {
    struct sigaction action{};
    action.sa_sigaction = &on_fault;
    ::sigemptyset(&action.sa_mask);
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    for (std::size_t i = 0; i < faults.size(); ++i) ::sigaction(faults[i], &action, &previous_actions[i]);
    struct sigaction on_aborts{};
    ::sigaction(SIGABRT, nullptr, &on_aborts);
    if ((on_aborts.sa_flags & SA_SIGINFO) != 0 || on_aborts.sa_handler != SIG_DFL) return;  // the program's own
    on_aborts.sa_handler = &on_abort;
    on_aborts.sa_flags = SA_ONSTACK | SA_NODEFER;
    ::sigaction(SIGABRT, &on_aborts, nullptr);
  });
  for (auto& entry : handled_places) {
    place* expected = nullptr;
    if (entry.compare_exchange_strong(expected, &home, std::memory_order_acq_rel)) return;  // sync: FAULT -> on_fault
  }
}

void unwatch_faults(place& home) noexcept {
  for (auto& entry : handled_places) {
    place* expected = &home;
    if (entry.compare_exchange_strong(expected, nullptr, std::memory_order_acq_rel)) return;  // sync: FAULT -> on_fault
  }
}

}  // namespace skua::sched
