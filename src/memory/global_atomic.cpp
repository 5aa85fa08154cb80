// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/global_atomic.hpp"

#include <memory>
#include <mutex>
#include <string>

#include <skua/error.hpp>
#include <skua/memory/global_atomic.hpp>

#include "memory/global_memory.hpp"
#include "memory/rma_requests.hpp"

namespace skua::memory {
namespace {

template <class T>
std::uint64_t typed(std::byte* at, word_request const& request) noexcept {
  return bits_of(
      apply(*reinterpret_cast<T*>(at), request.op, from_bits<T>(request.operand), from_bits<T>(request.expected)));
}

}  // namespace

std::uint64_t operate_on(std::byte* at, word_request const& request) {
  if (reinterpret_cast<std::uintptr_t>(at) % size_of(request.type) != 0)
    throw error("global_atomic: the word is not aligned to its size");
  switch (request.type) {
    case word_type::i32:
      return typed<std::int32_t>(at, request);
    case word_type::u32:
      return typed<std::uint32_t>(at, request);
    case word_type::i64:
      return typed<std::int64_t>(at, request);
    case word_type::u64:
      return typed<std::uint64_t>(at, request);
    case word_type::f32:
      return typed<float>(at, request);
    case word_type::f64:
      return typed<double>(at, request);
  }
  base::broken_contract("internal: an operation on a word of an unknown type");
}

void start_operation(int place, std::uint64_t offset, word_request const& request, sched::future_state* result) {
  completer pending(result);
  global_memory& memory = global_memory::here();
  if (std::byte* const object = memory.reach(place, range{offset, offset + size_of(request.type)})) {
    std::uint64_t const old = operate_on(object, request);
    if (result == nullptr) return;
    static_cast<sched::future_value<std::uint64_t>*>(result)->emplace(old);
    return sched::complete_and_release(pending.hand_over());
  }
  memory.wait_for_space(place);
  rma_request& rma_request = memory.add_request(std::make_unique<word_rma_request>(memory, pending.hand_over(), false));
  wire::writer message;
  message.put(message_kind::operate);
  message.put(reply_to{memory.place().number, rma_request.number});
  message.put(offset);
  message.put(request);
  memory.send(place, message);
}

std::uint64_t operate_slowly(int place, std::uint64_t offset, word_request const& request) {
  auto* const state = sched::promise_state<std::uint64_t>::make();
  auto result = future<std::uint64_t>::adopt(state);
  start_operation(place, offset, request, state);
  return result.get();
}

}  // namespace skua::memory
