// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// self(): the fibre that runs the calling code, in the library's only thread-local variable.
//
// The fibre is the same for the whole life of a function activation, on any thread that continues
// it. So the compiler may keep the value in a register, but must not keep the *address* of the
// thread-local across a stack switch. A read by assembly gives it exactly that freedom. clang
// merges coroutine segments before it splits them, so there the read is volatile.
#pragma once

#include <skua/detail/core/fibre.hpp>

extern "C" {
extern thread_local skua::sched::fibre* skua_current_fibre __attribute__((tls_model("initial-exec")));
}

namespace skua::sched {

#if defined(__clang__)
#define SKUA_SELF_ASM asm volatile
#else
#define SKUA_SELF_ASM asm
#endif

/// nullptr on threads that are not workers.
SKUA_INLINE fibre* self() noexcept {
#if defined(__x86_64__)
  fibre* running;
#if SKUA_SELF_FROM_TABLE
  SKUA_SELF_ASM("movq skua_current_fibre@gottpoff(%%rip), %0\n\tmovq %%fs:(%0), %0" : "=r"(running));
#else
  SKUA_SELF_ASM("movq %%fs:skua_current_fibre@tpoff, %0" : "=r"(running));
#endif
  return running;
#elif defined(__aarch64__)
  fibre* running;
  // The address of the thread is in a register; that of the variable, relative to it, is known to
  // the linker, or is in a table.
  SKUA_SELF_ASM(SKUA_SELF_AARCH64);
  return running;
#else
  return skua_current_fibre;
#endif
}

#undef SKUA_SELF_ASM

}  // namespace skua::sched
