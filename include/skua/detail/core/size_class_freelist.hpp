// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks of 64, 128 and 256 bytes from the worker's own free lists: future states, boxed closures.
//
// A block may be freed on a worker other than the one that allocated it. A list that grows beyond
// max_block_list returns half of its blocks to the C++ heap, so that memory does not pile up at a
// consumer. Larger blocks and external threads use the heap.
#pragma once

#include <cstddef>
#include <new>

#include <skua/detail/core/self.hpp>

namespace skua::sched {

inline constexpr std::uint32_t max_block_list = 1024;

SKUA_COLD void* block_fresh(std::size_t bytes);
SKUA_COLD void block_list_trim(block_list& list) noexcept;

template <std::size_t Bytes>
inline constexpr int block_class = Bytes <= 64    ? 0
                                   : Bytes <= 128 ? 1
                                   : Bytes <= 256 ? 2
                                                  : -1;

/// A block for a T; `s` may be null (an external thread).
template <class T>
SKUA_INLINE void* block_get(fibre* s) {
  static_assert(alignof(T) <= 64, "over-aligned task state: at most 64-byte alignment is supported");
  constexpr int c = block_class<sizeof(T)>;
  if constexpr (c >= 0 && alignof(T) <= 16) {
    if (SKUA_LIKELY(s != nullptr)) {
      block_list& list = s->worker->blocks[c];
      if (SKUA_LIKELY(list.head != nullptr)) {
        void* p = list.head;
        list.head = *static_cast<void**>(p);
        --list.count;
        return p;
      }
    }
    return block_fresh(std::size_t{64} << c);
  } else {
    return ::operator new(sizeof(T), std::align_val_t{alignof(T) < 16 ? 16 : alignof(T)});
  }
}

/// Whether objects of type T use the free lists.
template <class T>
inline constexpr bool in_block = block_class<sizeof(T)> >= 0 && alignof(T) <= 16;

/// Returns a block of class c (0, 1, 2) to the list.
SKUA_INLINE void block_put_class(fibre* s, void* p, std::uintptr_t c) noexcept {
  if (SKUA_UNLIKELY(s == nullptr)) {
    ::operator delete(p);
    return;
  }
  block_list& list = s->worker->blocks[c];
  *static_cast<void**>(p) = list.head;
  list.head = p;
  if (SKUA_UNLIKELY(++list.count > max_block_list)) block_list_trim(list);
}

template <class T>
SKUA_INLINE void block_put(fibre* s, void* p) noexcept {
  if constexpr (in_block<T>) {
    block_put_class(s, p, block_class<sizeof(T)>);
  } else {
    ::operator delete(p, std::align_val_t{alignof(T) < 16 ? 16 : alignof(T)});
  }
}

}  // namespace skua::sched
