// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/memory/global_ptr.hpp>

#include <skua/memory/copy.hpp>

#include "memory/global_memory.hpp"

namespace skua::memory {

std::byte* reach_slowly(int place, std::uint64_t offset, std::uint64_t bytes) {
  global_memory& memory = global_memory::here();
  return memory.reach(place, range{offset, offset + bytes});
}

bool find_address(void const* memory, int& place, std::uint64_t& offset) noexcept {
  return global_memory::here().find(static_cast<std::byte const*>(memory), place, offset);
}

void read_slowly(int place, std::uint64_t offset, void* to, std::size_t bytes) {
  wait_firmly(
      copy(end_at(global_ptr<std::byte const>(place, offset), bytes), end_at(static_cast<std::byte*>(to), bytes)));
}

void write_slowly(int place, std::uint64_t offset, void const* from, std::size_t bytes) {
  wait_firmly(
      copy(end_at(static_cast<std::byte const*>(from), bytes), end_at(global_ptr<std::byte>(place, offset), bytes)));
}

}  // namespace skua::memory
