// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Free blocks on their way from workers that free them to workers that allocate them
// (size_class_freelist.hpp).
#pragma once

#include <skua/detail/base/spinlock.hpp>
#include <skua/detail/core/fibre.hpp>

namespace skua::sched {

/// The free blocks that a place keeps. Any worker of it.
class block_depot {
 public:
  block_depot() = default;
  ~block_depot();
  block_depot(block_depot const&) = delete;
  block_depot& operator=(block_depot const&) = delete;

  /// A full list, which put has received; null if there is none.
  void* take(int size_class) noexcept;
  /// Returns the list if there is no room for it, else null.
  [[nodiscard]] void* put(int size_class, void* list) noexcept;

 private:
  base::spinlock lock_;
  void* full_[block_classes][16] = {};
};

/// Returns a list of blocks to the heap.
void free_blocks(void* block) noexcept;

}  // namespace skua::sched
