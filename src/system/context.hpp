// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stack switching: saves the callee-saved registers on the running stack and continues another one.
#pragma once

#include <cstddef>

extern "C" {
/// Stores the running stack's pointer in *save and continues at `to`.
void skua_switch_context(void** save, void* to);
/// First frame of every fibre: calls the entry function with its argument; never returns.
void skua_enter_context();
}

namespace skua::system {

/// Prepares a stack so that switching to the result calls entry(argument), which must not return.
void* make_context(void* stack_low, std::size_t bytes, void (*entry)(void*), void* argument) noexcept;

}  // namespace skua::system
