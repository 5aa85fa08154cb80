// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The requests of this place to others: for a word, and for the bytes of a copy.
#pragma once

#include <cstdint>
#include <string>

#include "memory/global_memory.hpp"

namespace skua::memory {

/// A request with one reply that holds a word: an allocation's offset, or an operation's old value.
class word_rma_request final : public rma_request {
 public:
  /// `result`: a future_value<uint64>, with a reference that this takes over. If it is null, the
  /// word is ignored, and a failure goes to the scope.
  word_rma_request(global_memory& memory, sched::future_state* result, bool allocation)
      : rma_request(memory), result_(result), allocation_(allocation) {}

  bool on_reply(message_kind kind, wire::reader& in) override;
  void finish() noexcept override;

 private:
  sched::future_state* result_;
  bool allocation_;
  std::exception_ptr error_;
};

/// A copy in pieces, `most_pieces` of them in flight at a time. At least one end is at another
/// place.
class pipelined_copy final : public rma_request {
 public:
  pipelined_copy(global_memory& memory, copy_endpoint const& from, copy_endpoint const& to, sched::future_state* done);

  /// Sends the first requests. The caller must not access the object afterwards: it may be
  /// destroyed.
  void start();
  /// The place that receives the requests.
  [[nodiscard]] int target_place() const noexcept { return from_mapped_ != nullptr ? to_.place : from_.place; }
  bool on_reply(message_kind kind, wire::reader& in) override;
  void finish() noexcept override;

 private:
  static constexpr std::uint64_t most_pieces = 4;  // in flight

  void request_more();
  void request(piece const& piece);

  copy_endpoint from_, to_;
  std::byte* from_mapped_ = nullptr;  // address of the first row, if that end is mapped here
  std::byte* to_mapped_ = nullptr;
  sched::future_state* done_;
  base::spinlock lock_;          // guards the members below
  std::uint64_t requested_ = 0;  // bytes
  std::uint64_t arrived_ = 0;
  std::string failure_;
};

}  // namespace skua::memory
