// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What one member sends another in one operation: parcels, in pieces, never more than a window of
// them on the way or kept.
//
// Events in, answers out; no locks, no messages. The members of an operation know how many parcels
// come from whom.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace skua::collective {

/// Pieces that were sent and not yet taken by the other side, at most: enough that both sides
/// rarely wait for each other.
inline constexpr std::uint64_t window = 16;
/// Pieces taken and not yet acknowledged, at most: few enough that the sender goes on, and none in
/// a parcel of one piece.
inline constexpr std::uint64_t silent = window / 2 - 1;

/// The sender's side.
class outbound {
 public:
  [[nodiscard]] bool open() const noexcept { return sent_ - taken_ < window; }
  void sent() noexcept { ++sent_; }
  /// Pieces that go as letters (letter_box.hpp) all go before those that go as messages.
  [[nodiscard]] bool all_as_letters() const noexcept { return all_as_letters_; }
  void sends_a_message() noexcept { all_as_letters_ = false; }
  /// So many have been taken, from the beginning; old news may come late.
  void taken(std::uint64_t n) noexcept {
    if (n > taken_ && n <= sent_) taken_ = n;
  }

 private:
  std::uint64_t sent_ = 0;
  std::uint64_t taken_ = 0;
  bool all_as_letters_ = true;
};

/// The receiver's side. A piece that comes before it is expected is kept.
class inbound {
 public:
  /// A piece of a parcel of so many bytes in all. False: the sender breaks the rules.
  [[nodiscard]] bool arrive(std::uint64_t total, std::span<std::byte const> piece);
  /// Where the next parcel goes, when the one before is complete.
  void expect(std::span<std::byte> into);
  /// Nothing is written any more to where the next parcel was expected.
  void drop() noexcept;
  /// As new.
  void reset() noexcept;

  /// Whether the parcel that was expected last is complete.
  [[nodiscard]] bool complete() const noexcept { return complete_; }
  /// How many bytes it has.
  [[nodiscard]] std::size_t expected() const noexcept { return into_.size(); }
  /// How many bytes of it are there.
  [[nodiscard]] std::size_t filled() const noexcept { return filled_; }
  /// It has another size than was expected.
  [[nodiscard]] bool differs() const noexcept { return differs_; }
  /// Whether a parcel that is not yet expected has begun to come, and its size.
  [[nodiscard]] bool ahead() const noexcept { return !kept_.empty(); }
  [[nodiscard]] std::uint64_t ahead_bytes() const noexcept { return kept_.front().total; }
  /// How many pieces were taken in all, if it is time to tell the sender; else 0.
  [[nodiscard]] std::uint64_t news() noexcept;

 private:
  struct kept_piece {
    std::uint64_t total;
    std::vector<std::byte> bytes;
  };

  void take(std::uint64_t total, std::span<std::byte const> piece) noexcept;

  std::span<std::byte> into_;
  std::size_t filled_ = 0;
  bool expecting_ = false;
  bool complete_ = false;
  bool differs_ = false;
  std::uint64_t taken_ = 0;
  std::uint64_t told_ = 0;
  std::vector<kept_piece> kept_;  // oldest first
};

}  // namespace skua::collective
