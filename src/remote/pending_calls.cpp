// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "remote/pending_calls.hpp"

#include <utility>

#include <skua/wire/exception.hpp>

#include "remote/node.hpp"
#include "sync/lost_exception.hpp"

namespace skua::remote {
namespace {

enum class outcome : std::uint8_t { value, failure };

void settle(pending_calls::pending_call const& call, std::span<std::byte const> bytes) noexcept {
  wire::reader reader(bytes);
  try {
    packing_section const timed;
    if (reader.get<outcome>() == outcome::value) {
      call.accept(call.state, reader);
    } else {
      call.state->error = decode_exception(reader);
    }
  } catch (...) {
    call.state->error = std::current_exception();
  }
  sched::report_if_lost(*call.state);
  sched::complete_and_release(call.state);
}

}  // namespace

std::uint64_t pending_calls::add(pending_call const& call) {
  base::spin_guard const hold(lock_);
  calls_.emplace(next_, call);
  return next_++;
}

std::optional<pending_calls::pending_call> pending_calls::take(std::uint64_t number) {
  base::spin_guard const hold(lock_);
  auto const entry = calls_.find(number);
  if (entry == calls_.end()) return std::nullopt;
  pending_call const call = entry->second;
  calls_.erase(entry);
  return call;
}

std::size_t pending_calls::size() noexcept {
  base::spin_guard const hold(lock_);
  return calls_.size();
}

void deliver_result(sched::place_front* at, pending_calls& calls, std::span<std::byte const> message) {
  wire::reader reader(message);
  auto const pending_call = calls.take(reader.get<std::uint64_t>());
  base::check(pending_call.has_value(), "internal: a result for a future that does not wait for one");
  std::span<std::byte const> const bytes = reader.take(reader.remaining());
  if (pending_call->trivially_serializable || bytes.empty() || bytes[0] != std::byte{0})
    return settle(*pending_call, bytes);
  wire::writer copy;
  copy.raw(bytes.data(), bytes.size());
  run_service_task(at, [call = *pending_call, copy = std::move(copy)] { settle(call, copy.view()); });
}

std::uint64_t expect_result(sched::place_front* at, sched::future_state* state, accept_fn accept,
                            bool trivially_serializable) {
  return node_of(at).calls().add({state, accept, trivially_serializable});
}

void send_result(reply_to to, wire::writer const& value) noexcept {
  wire::writer head;
  head.put(to.call);
  head.put(outcome::value);
  caller_node().send_parts(to.place, kind::result, head.view(), value.view());
}

void send_failure(reply_to to, std::exception_ptr exception) noexcept {
  wire::writer message;
  message.put(to.call);
  message.put(outcome::failure);
  node& node = caller_node();
  wire::encode_exception(message, exception, node.place().number);
  node.send(to.place, kind::result, message.view());
}

void send_current_exception(reply_to to) noexcept { send_failure(to, std::current_exception()); }
void send_cancelled(reply_to to) noexcept { send_failure(to, sched::make_cancelled()); }

}  // namespace skua::remote
