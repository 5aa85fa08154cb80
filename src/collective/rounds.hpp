// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The operations of a set that have ended at a member, and the limit by which a member may be ahead
// of another one.
//
// A member stores data that arrives for operations that it has not begun. To bound that memory, no
// member sends in an operation more than `most_ahead` rounds after the last round up to which the
// receiver has ended all. Every message carries that round of its sender. A member also sends it in
// a separate message when the peer has not been told of `tell_after` ended rounds. There is no
// deadlock: the oldest operation that has not ended at every member is at most `tell_after` rounds
// ahead of the last round that all members know of each other.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace skua::collective {

inline constexpr std::uint64_t most_ahead = 16;
inline constexpr std::uint64_t tell_after = most_ahead / 2;

/// The operations that have ended, not always in order.
class ended_rounds {
 public:
  /// All rounds up to this one have ended.
  [[nodiscard]] std::uint64_t completed_through() const noexcept { return through_; }
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

/// The progress of another member as known here, and of this member as known there.
class peer_progress {
 public:
  [[nodiscard]] bool may_send_in(std::uint64_t round) const noexcept { return round <= peer_through_ + most_ahead; }
  /// The other member reports that all rounds up to this one have ended there. Returns true if that
  /// is new.
  bool advance_peer(std::uint64_t completed_through) noexcept {
    if (completed_through <= peer_through_) return false;
    peer_through_ = completed_through;
    return true;
  }
  [[nodiscard]] bool report_due(std::uint64_t completed_through) const noexcept {
    return completed_through >= reported_through_ + tell_after;
  }
  void mark_reported(std::uint64_t completed_through) noexcept { reported_through_ = completed_through; }

 private:
  std::uint64_t peer_through_ = 0;
  std::uint64_t reported_through_ = 0;
};

}  // namespace skua::collective
