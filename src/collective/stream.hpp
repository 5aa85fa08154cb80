// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Flow control for the messages that one member sends another in one operation. A message is sent
// in pieces; at most a window of pieces is in flight or stored at the receiver.
//
// Pure state: no locks, no communication. The members of an operation know how many messages each
// of them sends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace skua::collective {

/// Limit of pieces that were sent and not yet acknowledged: enough that both sides rarely wait for
/// each other.
inline constexpr std::uint64_t window = 16;
/// Limit of pieces taken and not yet acknowledged: few enough that the sender does not stall. A
/// message of one piece needs no acknowledgement.
inline constexpr std::uint64_t ack_interval = window / 2 - 1;

/// The sender's side.
class outbound {
 public:
  [[nodiscard]] bool open() const noexcept { return send_count_ - take_count_ < window; }
  void sent() noexcept { ++send_count_; }
  /// All pieces sent so far went through the fast box (fast_box.hpp). After a piece has gone as a
  /// transport message, no other one goes through the fast box.
  [[nodiscard]] bool only_fast_box() const noexcept { return only_fast_box_; }
  void sent_by_transport() noexcept { only_fast_box_ = false; }
  /// Acknowledges the first n pieces; an old acknowledgement may arrive late.
  void acknowledged(std::uint64_t n) noexcept {
    if (n > take_count_ && n <= send_count_) take_count_ = n;
  }

 private:
  std::uint64_t send_count_ = 0;
  std::uint64_t take_count_ = 0;
  bool only_fast_box_ = true;
};

/// The receiver's side. It stores a piece that arrives before it is expected.
class inbound {
 public:
  /// Called when a piece of a message of `total` bytes has arrived. Returns false if the sender
  /// violates the protocol.
  [[nodiscard]] bool arrive(std::uint64_t total, std::span<std::byte const> piece);
  /// Sets the buffer of the next message, after the one before is complete.
  void expect(std::span<std::byte> target);
  /// Cancels the expectation: nothing is written to its buffer any more.
  void drop() noexcept;
  /// Back to the initial state.
  void reset() noexcept;

  /// Whether the message that was expected last is complete.
  [[nodiscard]] bool complete() const noexcept { return complete_; }
  /// Its size in bytes.
  [[nodiscard]] std::size_t expected() const noexcept { return target_.size(); }
  /// Its bytes that have arrived.
  [[nodiscard]] std::size_t filled() const noexcept { return filled_; }
  /// Whether its size differs from the expected one.
  [[nodiscard]] bool differs() const noexcept { return differs_; }
  /// Whether pieces of a message that is not yet expected have arrived, and the message's size.
  [[nodiscard]] bool ahead() const noexcept { return !early_pieces_.empty(); }
  [[nodiscard]] std::uint64_t ahead_bytes() const noexcept { return early_pieces_.front().total; }
  /// The number of pieces taken so far, if an acknowledgement is due; else 0.
  [[nodiscard]] std::uint64_t ack_due() noexcept;

 private:
  struct kept_piece {
    std::uint64_t total;
    std::vector<std::byte> bytes;
  };

  void take(std::uint64_t total, std::span<std::byte const> piece) noexcept;

  std::span<std::byte> target_;
  std::size_t filled_ = 0;
  bool expecting_ = false;
  bool complete_ = false;
  bool differs_ = false;
  std::uint64_t take_count_ = 0;
  std::uint64_t acknowledged_ = 0;
  std::vector<kept_piece> early_pieces_;  // oldest first
};

}  // namespace skua::collective
