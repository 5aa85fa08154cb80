// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/block_owner.hpp"

#include <skua/memory/allocate.hpp>

namespace skua::memory {

block_owner::~block_owner() {
  for (auto const& [place, offset] : blocks_) deallocate_bytes(made_at, place, offset);
}

void block_owner::add(int place, std::uint64_t offset) { blocks_.emplace_back(place, offset); }

void block_owner::hand_over(std::unique_ptr<block_owner> blocks) {
  sched::adopt(blocks.get());
  static_cast<void>(blocks.release());
}

}  // namespace skua::memory
