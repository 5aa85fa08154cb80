// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Address space for stacks, and memory given back: reserved, committed on first touch, guarded.
#pragma once

#include <cstddef>

namespace skua::system {

std::size_t page_bytes() noexcept;
/// Size of the main memory of the machine.
std::size_t main_memory_bytes() noexcept;
/// Reserves readable and writable memory that costs nothing until touched; throws std::bad_alloc.
void* reserve(std::size_t bytes);
void release(void* low, std::size_t bytes) noexcept;
/// Makes a range fault on every access; false if the kernel allows no more mappings.
bool guard(void* low, std::size_t bytes) noexcept;
/// Gives the pages back; the range reads as zero afterwards.
void forget(void* low, std::size_t bytes) noexcept;
/// Like forget, for memory that processes may share.
void forget_shared(void* low, std::size_t bytes) noexcept;

}  // namespace skua::system
