// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/memory/shared_var.hpp>

#include <memory>
#include <utility>

#include "memory/block_owner.hpp"

namespace skua::memory {

global_ptr<std::byte> allocate_variable(int place, std::size_t bytes, std::size_t alignment) {
  require_task("the constructor of shared_var");
  auto blocks = std::make_unique<block_owner>();
  std::uint64_t const offset = allocate_bytes(place, bytes, alignment);
  blocks->add(place, offset);
  block_owner::hand_over(std::move(blocks));
  return global_ptr<std::byte>(place, offset);
}

}  // namespace skua::memory
