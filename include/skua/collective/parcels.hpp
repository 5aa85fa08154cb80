// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collective operations on bytes, as the typed ones use them. Every member calls the same with a
// turn of the same round.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <skua/collective/turn.hpp>

namespace skua::collective {

using bytes = std::span<std::byte const>;
using buffer = std::span<std::byte>;

/// Dissemination: returns when all have come.
void pass_barrier(turn& t);

/// The root's bytes to all, as many everywhere.
void pass_down(turn& t, int root, buffer data);
/// Of a size that only the root knows.
void pass_down(turn& t, int root, std::vector<std::byte>& data);

/// Everybody's bytes to the root, in the order of the ranks: as many from each, or however many.
void pass_up(turn& t, int root, bytes mine, buffer all);
[[nodiscard]] std::vector<std::vector<std::byte>> pass_up(turn& t, int root, bytes mine);

/// The root's parts to their members: as long as `mine` each, or however long (the parts are looked
/// at at the root only).
void deal(turn& t, int root, bytes all, buffer mine);
[[nodiscard]] std::vector<std::byte> deal(turn& t, int root, std::span<bytes const> parts);

/// A part from everybody to everybody, by rank; out[i] here is as long as in[rank()] at member i.
void trade_parcels(turn& t, std::span<bytes const> out, std::span<buffer const> in);
/// The same when only the senders know the sizes.
[[nodiscard]] std::vector<std::vector<std::byte>> trade_parcels(turn& t, std::span<bytes const> out);

/// Combines elements: low[i] = op(low[i], high[i]), or the result goes to high[i].
struct combiner {
  void (*apply)(void const* op, std::byte* low, std::byte* high, std::size_t elements, bool into_low);
  void const* op;
  std::size_t element;  // bytes

  void operator()(std::byte* low, std::byte* high, std::size_t n, bool into_low) const {
    apply(op, low, high, n / element, into_low);
  }
};
/// All members' data, combined in the order of the ranks, the same everywhere.
void combine_all(turn& t, combiner const& with, buffer data);
/// At the root only; elsewhere data becomes anything.
void combine_at(turn& t, int root, combiner const& with, buffer data);
/// Those of the members up to the caller, combined; `before`, unless it is empty, becomes the same
/// without the caller's own (at rank 0 it stays as it is).
void combine_up_to(turn& t, combiner const& with, buffer data, buffer before);

}  // namespace skua::collective
