// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The heavy half of the asymmetric fence: membarrier(2). Registered once per process; where the
// kernel or a seccomp filter forbids it, the library uses full fences on both sides instead.
#include <linux/membarrier.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <skua/detail/base/atomic.hpp>
#include <skua/detail/base/check.hpp>
#include <skua/detail/base/spinlock.hpp>

namespace skua::base {

bool asymmetric_fences() noexcept {
#if defined(SKUA_TSAN)
  return false;  // thread sanitizer does not see membarrier
#else
  static bool const registered = ::syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0;
  return registered;
#endif
}

void heavy_fence() noexcept {
  if (asymmetric_fences()) {
    if (::syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) != 0)
      out_of_resources("membarrier failed, which had worked before: too little memory, or a filter of system calls");
  } else {
    full_fence();
  }
}

void yield_thread() noexcept { ::sched_yield(); }

namespace {
// To register takes microseconds while the process has one thread. With more it takes milliseconds,
// because Linux waits until every processor has scheduled. Forked places inherit it.
[[maybe_unused]] bool const registered_at_load = asymmetric_fences();
}  // namespace

}  // namespace skua::base
