// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the layers above do with their messages, on the thread that polls: declared here, defined there.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sched/place.hpp"
#include "transport/transport.hpp"

namespace skua::remote {

class node;

void memory_message(node& at, int from, transport::bytes body);
void collective_message(node& at, int from, transport::bytes body);

/// Room in the place's own part of the global memory, for good, and where it lies there; null: there is none.
std::byte* room_in_memory(sched::place& at, std::size_t bytes, std::size_t alignment, std::uint64_t& offset) noexcept;

}  // namespace skua::remote
