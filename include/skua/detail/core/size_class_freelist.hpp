// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks of 64, 128, … 4096 bytes from the worker's own free lists: future states, boxed closures,
// waiting tasks, frames of coroutines.
//
// A block may be freed on a worker other than the one that allocated it. A worker with two full
// lists gives one to its place, from which a worker without blocks takes it. What the place does
// not keep returns to the C++ heap, so that memory does not pile up at a consumer. Larger blocks
// and external threads use the heap.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <new>

#include <skua/detail/core/self.hpp>

namespace skua::sched {

/// A block for a worker without one, or for an external thread (`current` is null).
SKUA_COLD void* block_fresh(fibre* current, int size_class);
/// The list is full.
SKUA_COLD void block_list_filled(fibre* current, int size_class) noexcept;

/// The class of a block for an object; -1: it does not come from the free lists.
constexpr int class_of_block(std::size_t bytes, std::size_t alignment) noexcept {
  if (bytes > (std::size_t{64} << (block_classes - 1)) || alignment > 16) return -1;
  return static_cast<int>(std::bit_width((std::max)(bytes, std::size_t{64}) - 1)) - 6;
}

/// A block of class `size_class` (0 to block_classes - 1); `current` may be null (an external
/// thread).
SKUA_INLINE void* block_get_class(fibre* current, int size_class) {
  if (SKUA_LIKELY(current != nullptr)) {
    block_list& list = current->worker->blocks[size_class];
    if (SKUA_LIKELY(list.head != nullptr)) {
      void* memory = list.head;
      list.head = *static_cast<void**>(memory);
      ++list.room;
      return memory;
    }
  }
  return block_fresh(current, size_class);
}

/// A block for a T; `current` may be null (an external thread).
template <class T>
SKUA_INLINE void* block_get(fibre* current) {
  static_assert(alignof(T) <= 64, "over-aligned task state: at most 64-byte alignment is supported");
  constexpr int size_class = class_of_block(sizeof(T), alignof(T));
  if constexpr (size_class >= 0) {
    return block_get_class(current, size_class);
  } else {
    return ::operator new(sizeof(T), std::align_val_t{alignof(T) < 16 ? 16 : alignof(T)});
  }
}

/// Whether objects of type T use the free lists.
template <class T>
inline constexpr bool in_block = class_of_block(sizeof(T), alignof(T)) >= 0;

/// Returns a block of class `size_class` (0 to block_classes - 1) to the list.
SKUA_INLINE void block_put_class(fibre* current, void* memory, int size_class) noexcept {
  if (SKUA_UNLIKELY(current == nullptr)) {
    ::operator delete(memory);
    return;
  }
  block_list& list = current->worker->blocks[size_class];
  *static_cast<void**>(memory) = list.head;
  list.head = memory;
  if (SKUA_UNLIKELY(--list.room == 0)) block_list_filled(current, size_class);
}

template <class T>
SKUA_INLINE void block_put(fibre* current, void* memory) noexcept {
  if constexpr (in_block<T>) {
    block_put_class(current, memory, class_of_block(sizeof(T), alignof(T)));
  } else {
    ::operator delete(memory, std::align_val_t{alignof(T) < 16 ? 16 : alignof(T)});
  }
}

}  // namespace skua::sched
