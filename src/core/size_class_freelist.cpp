// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/detail/core/size_class_freelist.hpp>

namespace skua::sched {

void* block_fresh(std::size_t bytes) { return ::operator new(bytes); }

void block_list_trim(block_list& list) noexcept {
  for (std::uint32_t keep = max_block_list / 2; list.count > keep; --list.count) {
    void* memory = list.head;
    list.head = *static_cast<void**>(memory);
    ::operator delete(memory);
  }
}

}  // namespace skua::sched
