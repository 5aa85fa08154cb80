// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The free blocks of a place (see the header).
#include "core/block_depot.hpp"

#include <new>
#include <utility>

namespace skua::sched {

void free_blocks(void* block) noexcept {
  while (block != nullptr) ::operator delete(std::exchange(block, *static_cast<void**>(block)));
}

block_depot::~block_depot() {
  for (auto& lists : full_)
    for (void* const list : lists) free_blocks(list);
}

void* block_depot::take(int size_class) noexcept {
  base::spin_guard const hold(lock_);
  for (void*& list : full_[size_class])
    if (list != nullptr) return std::exchange(list, nullptr);
  return nullptr;
}

void* block_depot::put(int size_class, void* list) noexcept {
  base::spin_guard const hold(lock_);
  for (void*& room : full_[size_class])
    if (room == nullptr) return std::exchange(room, list);
  return list;
}

}  // namespace skua::sched
