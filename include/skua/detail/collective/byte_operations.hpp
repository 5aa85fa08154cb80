// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collective operations on bytes, the basis of the typed ones. Every member calls the same
// operation with a participation of the same round.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <skua/detail/collective/participation.hpp>
#include <skua/wire/writer.hpp>

namespace skua::collective {

using bytes = std::span<std::byte const>;
using buffer = std::span<std::byte>;

/// Messages in the order of the ranks that get them. Its functions are compiled once: lists of
/// spans cost each program 0.1 s.
class message_list {
 public:
  message_list() noexcept;
  ~message_list();

  /// Adds a message: what write(writer) appends.
  template <class F>
  void add(F const& write) {
    write(bytes_);
    end_message();
  }
  /// The r-th message; valid until the next one is added.
  [[nodiscard]] bytes operator[](std::size_t rank) const noexcept;
  /// The number of messages.
  [[nodiscard]] std::size_t size() const noexcept;

 private:
  void end_message();

  wire::writer bytes_;  // of all messages
  std::vector<std::size_t> ends_;
};

/// A dissemination barrier: returns when all members have called it.
void run_barrier(participation& participant);

/// Sends the root's bytes to all members; `data` has the same size at every member.
void broadcast_bytes(participation& participant, int root, buffer data);
/// Like broadcast_bytes, for a size that only the root knows: returns the bytes at the other
/// members, and nothing at the root, which alone reads `data`.
[[nodiscard]] std::vector<std::byte> broadcast_message(participation& participant, int root, bytes data);

/// Gathers every member's bytes at the root, in the order of the ranks. The first form needs parts
/// of equal sizes; the second one takes any sizes.
void gather_bytes(participation& participant, int root, bytes own_part, buffer parts);
[[nodiscard]] std::vector<std::vector<std::byte>> gather_bytes(participation& participant, int root, bytes own_part);

/// Sends each member its part from the root, which alone reads `parts`. The first form needs parts
/// as long as `own_part`; the second one takes one message of any size for each member.
void scatter_bytes(participation& participant, int root, bytes parts, buffer own_part);
[[nodiscard]] std::vector<std::byte> scatter_bytes(participation& participant, int root, message_list const& parts);

/// A message from every member to every member, by rank.
[[nodiscard]] std::vector<std::vector<std::byte>> alltoall_bytes(participation& participant, message_list const& out);
/// Like alltoall_bytes, for parts of equal length, from one buffer into another.
void exchange_parts(participation& participant, bytes out, buffer in);

/// Allgather: sends the same bytes to all other members; returns the bytes of each.
[[nodiscard]] std::vector<std::vector<std::byte>> exchange_same(participation& participant, bytes own_part);
/// Like the other exchange_same, into one buffer, with parts of equal length.
void exchange_same(participation& participant, bytes own_part, buffer parts);

/// Combines elements: op(low[i], high[i]) is stored in low[i] or, unless `into_low`, in high[i].
struct combiner {
  void (*apply)(void const* op, std::byte* low, std::byte* high, std::size_t elements, bool into_low);
  void const* op;
  std::size_t element;  // bytes

  void operator()(std::byte* low, std::byte* high, std::size_t n, bool into_low) const {
    apply(op, low, high, n / element, into_low);
  }
};
/// Combines the data of all members in the order of the ranks; every member gets the same result.
void allreduce_bytes(participation& participant, combiner const& op, buffer data);
/// Like allreduce_bytes, but only the root gets the result; at the other members the contents of
/// `data` are unspecified.
void reduce_bytes(participation& participant, int root, combiner const& op, buffer data);
/// Combines the data of the members up to the caller. `before`, unless it is empty, receives the
/// same without the caller's own data (at rank 0 it stays unchanged).
void scan_bytes(participation& participant, combiner const& op, buffer data, buffer before);

}  // namespace skua::collective
