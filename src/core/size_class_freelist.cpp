// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/detail/core/size_class_freelist.hpp>

#include <utility>

#include "core/place.hpp"

namespace skua::sched {
void* block_fresh(fibre* current, int size_class) {
  if (current != nullptr) {
    block_list& list = current->worker->blocks[size_class];
    list.head = list.full != nullptr ? std::exchange(list.full, nullptr) : place_of(current)->blocks.take(size_class);
    if (list.head != nullptr) {
      list.room = 0;
      return block_get_class(current, size_class);
    }
  }
  return ::operator new(std::size_t{64} << size_class);
}

void block_list_filled(fibre* current, int size_class) noexcept {
  block_list& list = current->worker->blocks[size_class];
  void* const older = std::exchange(list.full, std::exchange(list.head, nullptr));
  list.room = max_block_list(size_class);
  if (older != nullptr) free_blocks(place_of(current)->blocks.put(size_class, older));
}

}  // namespace skua::sched
