// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What address sanitizer must know of stacks. The program may have it while the library is compiled
// without, so its functions are weak: each call is skipped in a program that has none.
#pragma once

#include <cstddef>

#include <skua/detail/base/config.hpp>

extern "C" {
[[gnu::weak]] void __sanitizer_start_switch_fiber(void** fake_stack, void const* low, std::size_t bytes);
[[gnu::weak]] void __sanitizer_finish_switch_fiber(void* fake_stack, void const** low, std::size_t* bytes);
[[gnu::weak]] void __asan_unpoison_memory_region(void const volatile* address, std::size_t bytes);
[[gnu::weak]] void* __asan_get_current_fake_stack();
[[gnu::weak]] void* __asan_addr_is_in_fake_stack(void* fake_stack, void* address, void** begin, void** end);
}

namespace skua::system {

SKUA_INLINE bool has_address_sanitizer() noexcept { return &__sanitizer_start_switch_fiber != nullptr; }

/// Call it before a switch to the stack. `fake_stack` keeps that of the caller; it is null if the
/// caller ends.
SKUA_INLINE void begin_switch(void** fake_stack, void const* low, std::size_t bytes) noexcept {
  if (SKUA_UNLIKELY(has_address_sanitizer())) __sanitizer_start_switch_fiber(fake_stack, low, bytes);
}
/// After it, on the new stack. `low` and `bytes` get the stack of the caller of begin_switch.
SKUA_INLINE void end_switch(void* fake_stack, void const** low = nullptr, std::size_t* bytes = nullptr) noexcept {
  if (SKUA_UNLIKELY(has_address_sanitizer())) __sanitizer_finish_switch_fiber(fake_stack, low, bytes);
}
/// Forgets the marks of stack frames that ended without a return.
SKUA_INLINE void forget_frames(void const* low, std::size_t bytes) noexcept {
  if (SKUA_UNLIKELY(&__asan_unpoison_memory_region != nullptr)) __asan_unpoison_memory_region(low, bytes);
}

}  // namespace skua::system
