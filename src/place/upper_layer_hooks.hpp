// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that the layers above provide, declared here and defined there: the handlers of their
// messages, which the polling thread calls, memory, and the simulator.
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

/// Allocates memory in the place's own part of the global memory, which is never given back.
/// `offset`: where it lies in that part. Null: there is no room.
std::byte* reserve_memory(sched::place& at, std::size_t bytes, std::size_t alignment, std::uint64_t& offset) noexcept;

/// The simulator that simulated places run in.
class simulation {
 public:
  virtual ~simulation() = default;
  virtual system::machine& machine(int place) noexcept = 0;
};
/// Makes a simulator, and gives the job its transport endpoints and settings. Throws skua::error.
std::unique_ptr<simulation> simulate(std::string const& settings, job& j);

}  // namespace skua::remote
