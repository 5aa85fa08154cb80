// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Handlers of the messages of other places about this place's memory. They run on the polling
// thread, so they must not wait.
#include "memory/messages.hpp"

#include <cstring>
#include <exception>
#include <string_view>

#include <skua/detail/memory/word_operation.hpp>

#include "memory/cursor.hpp"
#include "memory/global_atomic.hpp"
#include "memory/global_memory.hpp"
#include "memory/put_message.hpp"

namespace skua::memory {
namespace {

void answer_word(global_memory& memory, reply_to const& to, message_kind kind, std::uint64_t word) {
  wire::writer message;
  message.put(kind);
  message.put(to.number);
  message.put(word);
  memory.send(to.place, message);
}

void answer_failed(global_memory& memory, reply_to const& to, std::uint64_t bytes, std::string_view text) {
  wire::writer message;
  message.put(message_kind::failed);
  message.put(to.number);
  message.put(bytes);
  message.raw(text.data(), text.size());
  memory.send(to.place, message);
}

/// Runs the rest of a request; sends a reply with the text of an exception.
template <class F>
void answer(global_memory& memory, reply_to const& to, std::uint64_t bytes, F const& function) {
  try {
    function();
  } catch (std::exception const& failure) {
    answer_failed(memory, to, bytes, failure.what());
  }
}

void on_put(global_memory& memory, wire::reader& in) {
  auto const requester = in.get<reply_to>();
  auto const shape = in.get<layout>();
  auto const transfer = in.get<piece>();
  answer(memory, requester, transfer.end - transfer.begin, [&] {
    unpack(in, shape, memory.own(shape), transfer);
    answer_word(memory, requester, message_kind::done, transfer.end - transfer.begin);
  });
}

void on_get(global_memory& memory, wire::reader& in) {
  auto const requester = in.get<reply_to>();
  auto const shape = in.get<layout>();
  auto const transfer = in.get<piece>();
  answer(memory, requester, transfer.end - transfer.begin, [&] {
    std::byte* const first = memory.own(shape);
    wire::writer message;
    message.put(message_kind::data);
    message.put(requester.number);
    message.put(transfer);
    pack(message, shape, first, transfer);
    memory.send(requester.place, message);
  });
}

void on_forward(global_memory& memory, wire::reader& in) {
  auto const requester = in.get<reply_to>();
  auto const shape = in.get<layout>();
  auto const transfer = in.get<piece>();
  auto const target = in.get<std::int32_t>();
  auto const target_layout = in.get<layout>();
  answer(memory, requester, transfer.end - transfer.begin,
         [&] { memory.send(target, put_message(requester, target_layout, shape, memory.own(shape), transfer)); });
}

void on_operate(global_memory& memory, wire::reader& in) {
  auto const requester = in.get<reply_to>();
  auto const offset = in.get<std::uint64_t>();
  auto const request = in.get<word_request>();
  answer(memory, requester, 0, [&] {
    answer_word(memory, requester, message_kind::value,
                operate_on(memory.own(range{offset, offset + size_of(request.type)}), request));
  });
}

void on_allocate(global_memory& memory, wire::reader& in) {
  auto const requester = in.get<reply_to>();
  auto const bytes = in.get<std::uint64_t>();
  auto const alignment = in.get<std::uint64_t>();
  auto const initial = in.get<contents>();
  answer(memory, requester, 0,
         [&] { answer_word(memory, requester, message_kind::value, memory.allocate(bytes, alignment, initial)); });
}

void receive(global_memory& memory, int from, wire::reader& in) {
  switch (auto const kind = in.get<message_kind>()) {
    case message_kind::allocate:
      return on_allocate(memory, in);
    case message_kind::release:
      try {
        memory.release(in.get<std::uint64_t>());
      } catch (...) {
        memory.node().fail_here(std::current_exception());
      }
      return memory.node().ending().post_received(from);
    case message_kind::release_reference:
      memory.count_release(in.get<collective_release>());
      return memory.node().ending().post_received(from);
    case message_kind::put:
      return on_put(memory, in);
    case message_kind::get:
      return on_get(memory, in);
    case message_kind::forward:
      return on_forward(memory, in);
    case message_kind::operate:
      return on_operate(memory, in);
    case message_kind::done:
    case message_kind::data:
    case message_kind::value:
    case message_kind::failed:
      return memory.on_reply(in.get<std::uint64_t>(), kind, in);
  }
  base::broken_contract("internal: a message about global memory of an unknown kind");
}

}  // namespace

void on_message(remote::node& at, int from, transport::bytes body) {
  wire::reader in(body);
  receive(global_memory::of(at.place()), from, in);
}

}  // namespace skua::memory
