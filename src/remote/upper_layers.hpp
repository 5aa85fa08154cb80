// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interface of this layer to the layers above: they handle their own messages, and lend one
// another memory. The layer start fills the table when it makes the nodes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/place.hpp"
#include "transport/transport.hpp"

namespace skua::remote {

class node;

struct upper_layers {
  /// Handles a message; the polling thread calls it.
  using message_handler = void (*)(node& at, int from, transport::bytes body);
  message_handler memory_message = nullptr;
  message_handler collective_message = nullptr;
  /// Allocates memory in the place's own part of the global memory, which is never given back.
  /// `offset` gets its position in that part. Returns nullptr if there is no room.
  std::byte* (*reserve_memory)(sched::place& at, std::size_t bytes, std::size_t alignment,
                               std::uint64_t& offset) noexcept = nullptr;
};

}  // namespace skua::remote
