// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The questions of this place to others: for a word, and for the bytes of a copy.
#pragma once

#include <cstdint>
#include <string>

#include "memory/global_memory.hpp"

namespace skua::memory {

/// One answer with a word: an allocation's offset, what an operation found.
class word_question final : public question {
 public:
  /// `result`: a future_value<uint64> with a reference for us, or null: the answer does not matter,
  /// a failure goes to the scope.
  word_question(global_memory& m, sched::future_state* result, bool allocation)
      : question(m), result_(result), allocation_(allocation) {}

  bool answered(what kind, wire::reader& in) override;
  void finish() noexcept override;

 private:
  sched::future_state* result_;
  bool allocation_;
  std::exception_ptr error_;
};

/// A copy in pieces, so many under way at a time. One end of it at least is at another place.
class stream final : public question {
 public:
  stream(global_memory& m, end_of_copy const& from, end_of_copy const& to, sched::future_state* done);

  /// Asks for the first pieces. Nothing may be touched afterwards: it may be over.
  void start();
  /// Whom the pieces are asked of.
  [[nodiscard]] int asked_place() const noexcept { return from_here_ != nullptr ? to_.place : from_.place; }
  bool answered(what kind, wire::reader& in) override;
  void finish() noexcept override;

 private:
  static constexpr std::uint64_t most_pieces = 4;  // under way

  void ask_for_more();
  void ask(piece const& p);

  end_of_copy from_, to_;
  std::byte* from_here_ = nullptr;  // the first row, where that end is mapped here
  std::byte* to_here_ = nullptr;
  sched::future_state* done_;
  base::spinlock lock_;  // what follows
  std::uint64_t asked_ = 0;
  std::uint64_t arrived_ = 0;
  std::string failure_;
};

}  // namespace skua::memory
