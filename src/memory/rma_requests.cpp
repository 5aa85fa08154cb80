// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/rma_requests.hpp"

#include <mutex>
#include <utility>

#include <skua/error.hpp>
#include <skua/memory/allocate.hpp>

#include "memory/cursor.hpp"
#include "memory/put_message.hpp"

namespace skua::memory {
namespace {

std::string text_in(wire::reader& in) {
  auto const bytes = in.take(in.remaining());
  return std::string(reinterpret_cast<char const*>(bytes.data()), bytes.size());
}

}  // namespace

bool word_rma_request::on_reply(message_kind kind, wire::reader& in) {
  if (kind == message_kind::failed) {
    (void)in.get<std::uint64_t>();
    error_ = allocation_ ? std::make_exception_ptr(bad_global_alloc(text_in(in)))
                         : std::make_exception_ptr(error(text_in(in)));
  } else if (result_ != nullptr) {
    static_cast<sched::future_value<std::uint64_t>*>(result_)->emplace(in.get<std::uint64_t>());
  }
  return true;
}

void word_rma_request::finish() noexcept {
  if (result_ != nullptr) {
    result_->error = std::move(error_);
    sched::complete_and_release(result_);
  } else if (error_ != nullptr) {
    fail_scope(std::move(error_));
  }
  release_scope();
}

pipelined_copy::pipelined_copy(global_memory& memory, copy_endpoint const& from, copy_endpoint const& to,
                               sched::future_state* done)
    : rma_request(memory), from_(from), to_(to), done_(done) {
  from_mapped_ = memory.reach(from_);
  to_mapped_ = memory.reach(to_);
}

void pipelined_copy::start() {
  std::lock_guard const hold(lock_);
  request_more();
}

void pipelined_copy::request_more() {
  std::uint64_t const total = from_.bytes.bytes();
  while (requested_ < total && requested_ - arrived_ < most_pieces * piece_bytes && failure_.empty()) {
    piece const piece{requested_, std::min(total, requested_ + piece_bytes)};
    requested_ = piece.end;
    request(piece);
  }
}

void pipelined_copy::request(piece const& piece) {
  reply_to const reply{memory_.place().number, number};
  if (from_mapped_ != nullptr)
    return memory_.send(to_.place, put_message(reply, to_.bytes, from_.bytes, from_mapped_, piece));
  wire::writer message;
  message.put(to_mapped_ != nullptr ? message_kind::get : message_kind::forward);
  message.put(reply);
  message.put(from_.bytes);
  message.put(piece);
  if (to_mapped_ == nullptr) {
    message.put(std::int32_t{to_.place});
    message.put(to_.bytes);
  }
  memory_.send(from_.place, message);
}

bool pipelined_copy::on_reply(message_kind kind, wire::reader& in) {
  std::uint64_t bytes = 0;
  if (kind == message_kind::data) {
    auto const transfer = in.get<piece>();
    unpack(in, to_.bytes, to_mapped_, transfer);
    bytes = transfer.end - transfer.begin;
  } else {
    bytes = in.get<std::uint64_t>();
  }
  std::lock_guard const hold(lock_);
  if (kind == message_kind::failed) failure_ = text_in(in);
  arrived_ += bytes;
  request_more();
  return arrived_ == requested_;
}

void pipelined_copy::finish() noexcept {
  if (!failure_.empty()) {
    done_->error = std::make_exception_ptr(error(failure_));
  } else {
    done_->has_value = true;
  }
  sched::complete_and_release(done_);
  release_scope();
}

}  // namespace skua::memory
