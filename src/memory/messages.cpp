// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a place does when another one asks about its memory. On the thread that polls: nothing here
// waits.
#include <cstring>
#include <exception>
#include <string_view>

#include <skua/memory/word_operation.hpp>

#include "memory/cursor.hpp"
#include "memory/global_memory.hpp"
#include "memory/operate.hpp"
#include "memory/put_message.hpp"
#include "place/above.hpp"

namespace skua::memory {
namespace {

void answer_word(global_memory& m, reply_to const& to, what kind, std::uint64_t word) {
  wire::writer message;
  message.put(kind);
  message.put(to.number);
  message.put(word);
  m.send(to.place, message);
}

void answer_failed(global_memory& m, reply_to const& to, std::uint64_t bytes, std::string_view text) {
  wire::writer message;
  message.put(what::failed);
  message.put(to.number);
  message.put(bytes);
  message.raw(text.data(), text.size());
  m.send(to.place, message);
}

/// Runs the rest of a request; what it throws is the answer.
template <class F>
void answer(global_memory& m, reply_to const& to, std::uint64_t bytes, F const& f) {
  try {
    f();
  } catch (std::exception const& e) {
    answer_failed(m, to, bytes, e.what());
  }
}

void on_put(global_memory& m, wire::reader& in) {
  auto const to = in.get<reply_to>();
  auto const l = in.get<layout>();
  auto const p = in.get<piece>();
  answer(m, to, p.end - p.begin, [&] {
    unpack(in, l, m.own(l), p);
    answer_word(m, to, what::done, p.end - p.begin);
  });
}

void on_get(global_memory& m, wire::reader& in) {
  auto const to = in.get<reply_to>();
  auto const l = in.get<layout>();
  auto const p = in.get<piece>();
  answer(m, to, p.end - p.begin, [&] {
    std::byte* const first = m.own(l);
    wire::writer message;
    message.put(what::data);
    message.put(to.number);
    message.put(p);
    pack(message, l, first, p);
    m.send(to.place, message);
  });
}

void on_forward(global_memory& m, wire::reader& in) {
  auto const to = in.get<reply_to>();
  auto const l = in.get<layout>();
  auto const p = in.get<piece>();
  auto const there = in.get<std::int32_t>();
  auto const l_there = in.get<layout>();
  answer(m, to, p.end - p.begin, [&] { m.send(there, put_message(to, l_there, l, m.own(l), p)); });
}

void on_operate(global_memory& m, wire::reader& in) {
  auto const to = in.get<reply_to>();
  auto const offset = in.get<std::uint64_t>();
  auto const request = in.get<word_request>();
  answer(m, to, 0, [&] {
    answer_word(m, to, what::value, operate_on(m.own(range{offset, offset + size_of(request.type)}), request));
  });
}

void on_allocate(global_memory& m, wire::reader& in) {
  auto const to = in.get<reply_to>();
  auto const bytes = in.get<std::uint64_t>();
  auto const alignment = in.get<std::uint64_t>();
  auto const c = in.get<contents>();
  answer(m, to, 0, [&] { answer_word(m, to, what::value, m.allocate(bytes, alignment, c)); });
}

void receive(global_memory& m, wire::reader& in) {
  switch (auto const kind = in.get<what>()) {
    case what::allocate:
      return on_allocate(m, in);
    case what::release:
      try {
        m.release(in.get<std::uint64_t>());
      } catch (...) {
        m.node().fail_here(std::current_exception());
      }
      return m.node().ending().post_received();
    case what::leave:
      m.member_left(in.get<departure>());
      return m.node().ending().post_received();
    case what::put:
      return on_put(m, in);
    case what::get:
      return on_get(m, in);
    case what::forward:
      return on_forward(m, in);
    case what::operate:
      return on_operate(m, in);
    case what::done:
    case what::data:
    case what::value:
    case what::failed:
      return m.answered(in.get<std::uint64_t>(), kind, in);
  }
  base::broken_contract("internal: a message about global memory of an unknown kind");
}

}  // namespace
}  // namespace skua::memory

namespace skua::remote {

void memory_message(node& at, int, transport::bytes body) {
  wire::reader in(body);
  memory::receive(memory::global_memory::of(at.place()), in);
}

}  // namespace skua::remote
