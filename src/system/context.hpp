// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stack switching: saves what a function may expect to keep, and continues another stack.
//
// On x86-64 the switch is inline assembly: the compiler saves only the registers that are live, and
// no return instruction of the switch itself meets a return predictor that knows another stack. It
// ends in a jump through a register, not in a return, for the same reason (2 ns instead of 11). The
// floating point control words are not saved; the library never changes them. A stack that is not
// running has its resume address on top.
#pragma once

#include <cstddef>

#include <skua/detail/base/config.hpp>

extern "C" {
/// First frame of every fibre: calls the entry function with its argument; never returns.
void skua_enter_context();
#if !defined(__x86_64__)
/// Stores the running stack's pointer in *save and continues at `to`.
void skua_switch_context(void** save, void* to);
#endif
}

#if defined(__AVX512F__)
#define SKUA_AVX512_CLOBBERS                                                                                           \
  "xmm16", "xmm17", "xmm18", "xmm19", "xmm20", "xmm21", "xmm22", "xmm23", "xmm24", "xmm25", "xmm26", "xmm27", "xmm28", \
      "xmm29", "xmm30", "xmm31", "k1", "k2", "k3", "k4", "k5", "k6", "k7",
#else
#define SKUA_AVX512_CLOBBERS
#endif

namespace skua::system {

/// Prepares a stack so that switching to the result calls entry(argument), which must not return.
void* make_context(void* stack_low, std::size_t bytes, void (*entry)(void*), void* argument) noexcept;

/// Stores the running stack's pointer in *save and continues at `to`; returns when a thread
/// continues *save.
SKUA_INLINE void switch_context(void** save, void* to) noexcept {
#if defined(__x86_64__)
  // rbp and rbx are saved by hand: rbp cannot be a clobber, rbx only costs when it is live. The red
  // zone is skipped.
  asm volatile(
      "leaq -128(%%rsp), %%rsp\n\t"
      "pushq %%rbp\n\t"
      "pushq %%rbx\n\t"
      "leaq 1f(%%rip), %%rax\n\t"
      "pushq %%rax\n\t"
      "movq %%rsp, (%0)\n\t"
      "movq %1, %%rsp\n\t"
      "popq %%rax\n\t"
      "jmpq *%%rax\n"
      "1:\n\t"
      "popq %%rbx\n\t"
      "popq %%rbp\n\t"
      "leaq 128(%%rsp), %%rsp"
      : "+D"(save), "+S"(to)
      :
      : "rax", "rcx", "rdx", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "xmm0", "xmm1", "xmm2", "xmm3",
        "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15",
        SKUA_AVX512_CLOBBERS "memory", "cc");
#else
  skua_switch_context(save, to);
#endif
}

}  // namespace skua::system
