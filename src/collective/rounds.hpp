// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which operations of a set have ended at a member, and how far ahead of another member one may be.
//
// A member keeps what comes for operations that it has not begun. So that this stays little, nobody
// sends anything in an operation more than `most_ahead` after the last one up to which the other
// has finished all. Members say how far they are in every message, and in one of their own when the
// other has not heard of `tell_after` ends. Both live: the oldest operation that has not ended
// somewhere is at most `tell_after` ahead of what everybody knows of everybody.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace skua::collective {

inline constexpr std::uint64_t most_ahead = 16;
inline constexpr std::uint64_t tell_after = most_ahead / 2;

/// The operations that have ended, which is not always in order.
class ended_rounds {
 public:
  /// All up to this one have.
  [[nodiscard]] std::uint64_t through() const noexcept { return through_; }
  [[nodiscard]] bool has(std::uint64_t round) const noexcept {
    return round <= through_ || std::find(beyond_.begin(), beyond_.end(), round) != beyond_.end();
  }
  void end(std::uint64_t round) {
    if (round != through_ + 1) {
      beyond_.push_back(round);
      return;
    }
    ++through_;
    for (auto next = beyond_.begin();
         (next = std::find(beyond_.begin(), beyond_.end(), through_ + 1)) != beyond_.end();) {
      beyond_.erase(next);
      ++through_;
    }
  }

 private:
  std::uint64_t through_ = 0;
  std::vector<std::uint64_t> beyond_;
};

/// What we know of another member, and it of us.
class acquaintance {
 public:
  [[nodiscard]] bool may_send_in(std::uint64_t round) const noexcept { return round <= its_ + most_ahead; }
  /// It says that it has finished all up to this one; true: that is new.
  bool says(std::uint64_t through) noexcept {
    if (through <= its_) return false;
    its_ = through;
    return true;
  }
  [[nodiscard]] bool should_hear_of(std::uint64_t through) const noexcept { return through >= ours_ + tell_after; }
  void hears_of(std::uint64_t through) noexcept { ours_ = through; }

 private:
  std::uint64_t its_ = 0;
  std::uint64_t ours_ = 0;
};

}  // namespace skua::collective
