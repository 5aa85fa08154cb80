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
std::uint64_t typed(std::byte* at, word_request const& r) noexcept {
  return bits_of(apply(*reinterpret_cast<T*>(at), r.op, from_bits<T>(r.operand), from_bits<T>(r.expected)));
}

}  // namespace

std::uint64_t operate_on(std::byte* at, word_request const& r) {
  if (reinterpret_cast<std::uintptr_t>(at) % size_of(r.type) != 0)
    throw error("global_atomic: the word is not aligned to its size");
  switch (r.type) {
    case word_type::i32:
      return typed<std::int32_t>(at, r);
    case word_type::u32:
      return typed<std::uint32_t>(at, r);
    case word_type::i64:
      return typed<std::int64_t>(at, r);
    case word_type::u64:
      return typed<std::uint64_t>(at, r);
    case word_type::f32:
      return typed<float>(at, r);
    case word_type::f64:
      return typed<double>(at, r);
  }
  base::broken_contract("internal: an operation on a word of an unknown type");
}

void start_operation(int place, std::uint64_t offset, word_request const& request, sched::future_state* result) {
  completer pending(result);
  global_memory& m = global_memory::here();
  if (std::byte* const object = m.reach(place, range{offset, offset + size_of(request.type)})) {
    std::uint64_t const old = operate_on(object, request);
    if (result == nullptr) return;
    static_cast<sched::future_value<std::uint64_t>*>(result)->emplace(old);
    return sched::complete_and_release(pending.hand_over());
  }
  m.wait_for_space(place);
  rma_request& q = m.add_request(std::make_unique<word_rma_request>(m, pending.hand_over(), false));
  wire::writer message;
  message.put(message_kind::operate);
  message.put(reply_to{m.place().number, q.number});
  message.put(offset);
  message.put(request);
  m.send(place, message);
}

std::uint64_t operate_slowly(int place, std::uint64_t offset, word_request const& request) {
  auto* const p = sched::promise_state<std::uint64_t>::make();
  auto result = future<std::uint64_t>::adopt(p);
  start_operation(place, offset, request, p);
  return result.get();
}

}  // namespace skua::memory
