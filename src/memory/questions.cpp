// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/questions.hpp"

#include <mutex>
#include <utility>

#include <skua/error.hpp>
#include <skua/memory/allocate.hpp>

#include "memory/cursor.hpp"
#include "memory/put_message.hpp"

namespace skua::memory {
namespace {

std::string text_in(wire::reader& in) {
  auto const bytes = in.take(in.left());
  return std::string(reinterpret_cast<char const*>(bytes.data()), bytes.size());
}

}  // namespace

bool word_question::answered(what kind, wire::reader& in) {
  if (kind == what::failed) {
    (void)in.get<std::uint64_t>();
    error_ = allocation_ ? std::make_exception_ptr(bad_global_alloc(text_in(in)))
                         : std::make_exception_ptr(error(text_in(in)));
  } else if (result_ != nullptr) {
    static_cast<sched::future_value<std::uint64_t>*>(result_)->emplace(in.get<std::uint64_t>());
  }
  return true;
}

void word_question::finish() noexcept {
  if (result_ != nullptr) {
    result_->error = std::move(error_);
    sched::complete_and_release(result_);
  } else if (error_ != nullptr) {
    fail_scope(std::move(error_));
  }
  release_scope();
}

stream::stream(global_memory& m, end_of_copy const& from, end_of_copy const& to, sched::future_state* done)
    : question(m), from_(from), to_(to), done_(done) {
  from_here_ = m.reach(from_);
  to_here_ = m.reach(to_);
}

void stream::start() {
  std::lock_guard const hold(lock_);
  ask_for_more();
}

void stream::ask_for_more() {
  std::uint64_t const all = from_.bytes.bytes();
  while (asked_ < all && asked_ - arrived_ < most_pieces * piece_bytes && failure_.empty()) {
    piece const p{asked_, std::min(all, asked_ + piece_bytes)};
    asked_ = p.end;
    ask(p);
  }
}

void stream::ask(piece const& p) {
  reply_to const reply{memory_.place().number, number};
  if (from_here_ != nullptr) return memory_.send(to_.place, put_message(reply, to_.bytes, from_.bytes, from_here_, p));
  wire::writer message;
  message.put(to_here_ != nullptr ? what::get : what::forward);
  message.put(reply);
  message.put(from_.bytes);
  message.put(p);
  if (to_here_ == nullptr) {
    message.put(std::int32_t{to_.place});
    message.put(to_.bytes);
  }
  memory_.send(from_.place, message);
}

bool stream::answered(what kind, wire::reader& in) {
  std::uint64_t bytes = 0;
  if (kind == what::data) {
    auto const p = in.get<piece>();
    unpack(in, to_.bytes, to_here_, p);
    bytes = p.end - p.begin;
  } else {
    bytes = in.get<std::uint64_t>();
  }
  std::lock_guard const hold(lock_);
  if (kind == what::failed) failure_ = text_in(in);
  arrived_ += bytes;
  ask_for_more();
  return arrived_ == asked_;
}

void stream::finish() noexcept {
  if (!failure_.empty()) {
    done_->error = std::make_exception_ptr(error(failure_));
  } else {
    done_->has_value = true;
  }
  sched::complete_and_release(done_);
  release_scope();
}

}  // namespace skua::memory
