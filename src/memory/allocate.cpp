// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/memory/allocate.hpp>

#include <exception>
#include <memory>
#include <vector>

#include <skua/future.hpp>
#include <skua/memory/shared_array.hpp>

#include "memory/global_memory.hpp"
#include "memory/rma_requests.hpp"

namespace skua::memory {
namespace {

future<std::uint64_t> begin_allocation(int place, std::size_t bytes, std::size_t alignment, contents contents) {
  global_memory& memory = global_memory::here();
  if (place == memory.place().number) {
    try {
      return make_ready_future<std::uint64_t>(memory.allocate(bytes, alignment, contents));
    } catch (...) {
      return make_exceptional_future<std::uint64_t>(std::current_exception());
    }
  }
  memory.require_place_number(place);
  auto* const state = sched::promise_state<std::uint64_t>::make();
  auto result = future<std::uint64_t>::adopt(state);
  memory.wait_for_space(place);
  rma_request& request = memory.add_request(std::make_unique<word_rma_request>(memory, state, true));
  wire::writer message;
  message.put(message_kind::allocate);
  message.put(reply_to{memory.place().number, request.number});
  message.put(std::uint64_t{bytes});
  message.put(std::uint64_t{alignment});
  message.put(contents);
  memory.send(place, message);
  return result;
}

/// Waits even in a cancelled scope: otherwise the block could not be deallocated.
std::uint64_t offset_of(future<std::uint64_t>& awaited) {
  sched::future_state* const state = sched::handle_access::state(awaited);
  sched::wait_done_firmly(state->ready, "room in global memory", state);
  return awaited.get();
}

}  // namespace

std::uint64_t allocate_bytes(int place, std::size_t bytes, std::size_t alignment) {
  auto future = begin_allocation(place, bytes, alignment, contents::any);
  return offset_of(future);
}

std::vector<std::uint64_t> allocate_everywhere(std::vector<std::size_t> const& bytes, std::size_t alignment) {
  std::vector<future<std::uint64_t>> requests;
  for (std::size_t place = 0; place < bytes.size(); ++place)
    requests.push_back(begin_allocation(static_cast<int>(place), bytes[place], alignment, contents::zeroes));
  std::vector<std::uint64_t> offsets(bytes.size(), 0);
  std::exception_ptr failure;
  for (std::size_t place = 0; place < bytes.size(); ++place) {
    try {
      offsets[place] = offset_of(requests[place]);
    } catch (...) {
      failure = std::current_exception();
    }
  }
  if (failure == nullptr) return offsets;
  for (std::size_t place = 0; place < bytes.size(); ++place) {
    if (offsets[place] != 0) deallocate_bytes(static_cast<int>(place), offsets[place]);
  }
  std::rethrow_exception(failure);
}

void require_task(char const* verb) noexcept {
  if (sched::self() == nullptr) sched::no_task_error(verb);
}

void deallocate_bytes(int place, std::uint64_t offset) { global_memory::here().release_at(place, offset); }

void deallocate_bytes(sched::place_front* at, int place, std::uint64_t offset) {
  if (at == nullptr) return deallocate_bytes(place, offset);
  global_memory::of(*static_cast<sched::place*>(at)).release_at(place, offset);
}

}  // namespace skua::memory
