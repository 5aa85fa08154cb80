// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "place/call_table.hpp"

#include <utility>

#include <skua/wire/exception.hpp>

#include "place/node.hpp"
#include "sched/lost_exception.hpp"

namespace skua::remote {
namespace {

enum class outcome : std::uint8_t { value, failure };

void settle(call_table::waiting_call const& c, std::span<std::byte const> bytes) noexcept {
  wire::reader in(bytes);
  try {
    if (in.get<outcome>() == outcome::value) {
      c.accept(c.state, in);
    } else {
      c.state->error = decode_exception(in);
    }
  } catch (...) {
    c.state->error = std::current_exception();
  }
  sched::report_if_lost(*c.state);
  sched::complete_and_release(c.state);
}

}  // namespace

std::uint64_t call_table::add(waiting_call const& c) {
  base::spin_guard const g(lock_);
  calls_.emplace(next_, c);
  return next_++;
}

std::optional<call_table::waiting_call> call_table::take(std::uint64_t number) {
  base::spin_guard const g(lock_);
  auto const at = calls_.find(number);
  if (at == calls_.end()) return std::nullopt;
  waiting_call const c = at->second;
  calls_.erase(at);
  return c;
}

std::size_t call_table::size() noexcept {
  base::spin_guard const g(lock_);
  return calls_.size();
}

void deliver_result(sched::place_front* at, call_table& calls, std::span<std::byte const> message) {
  wire::reader in(message);
  auto const c = calls.take(in.get<std::uint64_t>());
  base::check(c.has_value(), "internal: a result for a future that does not wait for one");
  std::span<std::byte const> const bytes = in.take(in.left());
  if (c->plain || bytes.empty() || bytes[0] != std::byte{0}) return settle(*c, bytes);
  wire::writer kept;
  kept.raw(bytes.data(), bytes.size());
  run_service_task(at, [call = *c, kept = std::move(kept)] { settle(call, kept.view()); });
}

std::uint64_t expect_result(sched::place_front* at, sched::future_state* p, accept_fn accept, bool plain) {
  return node_of(at).calls().add({p, accept, plain});
}

void send_result(reply_to to, wire::writer const& value) noexcept {
  wire::writer head;
  head.put(to.call);
  head.put(outcome::value);
  caller_node().answer_parts(to.place, kind::result, head.view(), value.view());
}

void send_failure(reply_to to, std::exception_ptr e) noexcept {
  wire::writer message;
  message.put(to.call);
  message.put(outcome::failure);
  node& n = caller_node();
  wire::encode_exception(message, e, n.place().number);
  n.answer(to.place, kind::result, message.view());
}

}  // namespace skua::remote
