// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "system/context.hpp"

#include <cstdint>

#if defined(__x86_64__)
asm(R"(
.text
.p2align 4
.globl skua_enter_context
.type skua_enter_context,@function
skua_enter_context:
  .cfi_startproc
  .cfi_undefined rip
  popq %rdi
  popq %rax
  xorl %ebp, %ebp
  callq *%rax
  ud2
  .cfi_endproc
.size skua_enter_context,.-skua_enter_context
)");

namespace skua::system {

void* make_context(void* stack_low, std::size_t bytes, void (*entry)(void*), void* argument) noexcept {
  auto const top = (reinterpret_cast<std::uintptr_t>(stack_low) + bytes) & ~std::uintptr_t{63};
  auto* sp = reinterpret_cast<std::uintptr_t*>(top);
  *--sp = 0;
  *--sp = 0;  // the entry function is called with a 16-byte aligned stack
  *--sp = reinterpret_cast<std::uintptr_t>(entry);
  *--sp = reinterpret_cast<std::uintptr_t>(argument);
  *--sp = reinterpret_cast<std::uintptr_t>(&skua_enter_context);
  return sp;
}

}  // namespace skua::system

#elif defined(__aarch64__)
asm(R"(
.text
.p2align 4
.globl skua_switch_context
.type skua_switch_context,%function
skua_switch_context:
  .cfi_startproc
  sub sp, sp, #176
  stp x19, x20, [sp, #0]
  stp x21, x22, [sp, #16]
  stp x23, x24, [sp, #32]
  stp x25, x26, [sp, #48]
  stp x27, x28, [sp, #64]
  stp x29, x30, [sp, #80]
  stp d8, d9, [sp, #96]
  stp d10, d11, [sp, #112]
  stp d12, d13, [sp, #128]
  stp d14, d15, [sp, #144]
  mov x9, sp
  str x9, [x0]
  mov sp, x1
  ldp x19, x20, [sp, #0]
  ldp x21, x22, [sp, #16]
  ldp x23, x24, [sp, #32]
  ldp x25, x26, [sp, #48]
  ldp x27, x28, [sp, #64]
  ldp x29, x30, [sp, #80]
  ldp d8, d9, [sp, #96]
  ldp d10, d11, [sp, #112]
  ldp d12, d13, [sp, #128]
  ldp d14, d15, [sp, #144]
  add sp, sp, #176
  br x30
  .cfi_endproc
.size skua_switch_context,.-skua_switch_context
.p2align 4
.globl skua_enter_context
.type skua_enter_context,%function
skua_enter_context:
  .cfi_startproc
  .cfi_undefined x30
  mov x0, x19
  mov x29, xzr
  blr x20
  brk #1
  .cfi_endproc
.size skua_enter_context,.-skua_enter_context
)");

namespace skua::system {

void* make_context(void* stack_low, std::size_t bytes, void (*entry)(void*), void* argument) noexcept {
  auto const top = (reinterpret_cast<std::uintptr_t>(stack_low) + bytes) & ~std::uintptr_t{63};
  auto* sp = reinterpret_cast<std::uintptr_t*>(top - 176);
  for (int i = 0; i < 22; ++i) sp[i] = 0;
  sp[0] = reinterpret_cast<std::uintptr_t>(argument);              // x19
  sp[1] = reinterpret_cast<std::uintptr_t>(entry);                 // x20
  sp[11] = reinterpret_cast<std::uintptr_t>(&skua_enter_context);  // x30
  return sp;
}

}  // namespace skua::system

#else
#error "skua: no context switch for this processor; add one to src/system/context.cpp"
#endif
