// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the layers above do with their messages, on the thread that polls: declared here, defined
// there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "sched/place.hpp"
#include "system/machine.hpp"
#include "transport/transport.hpp"

namespace skua::remote {

class node;
struct job;

void memory_message(node& at, int from, transport::bytes body);
void collective_message(node& at, int from, transport::bytes body);

/// Room in the place's own part of the global memory, for good, and where it lies there; null:
/// there is none.
std::byte* room_in_memory(sched::place& at, std::size_t bytes, std::size_t alignment, std::uint64_t& offset) noexcept;

/// The world that simulated places live in.
class simulation {
 public:
  virtual ~simulation() = default;
  virtual system::machine& machine(int place) noexcept = 0;
};
/// Gives a job ends in such a world, and the settings that go with them. Throws skua::error.
std::unique_ptr<simulation> simulate(std::string const& settings, job& j);

}  // namespace skua::remote
