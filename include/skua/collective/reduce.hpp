// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// reduce and allreduce: the members' values, combined in the order of their places. op(a, b) must
// be associative, where a comes from lower places than b; it need not be commutative. Which
// operands meet depends on the number of members and of elements only, so a run with floating point
// repeats bit for bit, and all members of allreduce get the same bits.
#pragma once

#include <bit>
#include <optional>

#include <skua/collective/values.hpp>

namespace skua::collective {

template <class T, class Op>
T allreduce_in(turn& t, T mine, Op& op) {
  // The largest power of two of members, pairwise; of the first of the others each odd one stands
  // behind its neighbour.
  int const n = t.size();
  int const corners = static_cast<int>(std::bit_floor(static_cast<unsigned>(n)));
  int const extra = n - corners;
  int const r = t.rank();
  bool const paired = r < 2 * extra;
  if (paired && r % 2 != 0) {
    send_value(t, r - 1, mine);
    return receive_value<T>(t, r - 1);
  }
  if (paired) {
    T theirs = receive_value<T>(t, r + 1);
    t.look_away();
    mine = op(std::move(mine), std::move(theirs));
  }
  int const corner = paired ? r / 2 : r - extra;
  for (int step = 1; step < corners; step *= 2) {
    int const c = corner ^ step;
    T theirs = swap_values(t, c < extra ? 2 * c : c + extra, mine);
    t.look_away();
    mine = (corner & step) == 0 ? op(std::move(mine), std::move(theirs)) : op(std::move(theirs), std::move(mine));
  }
  if (paired) send_value(t, r + 1, mine);
  return mine;
}

template <class T, class Op>
std::optional<T> reduce_in(turn& t, T mine, Op& op, int root_place) {
  int const root = t.rank_of(root_place);
  int const r = t.rank();
  bool given = false;
  for (int d = 1; d < t.size() && !given; d *= 2) {
    if ((r & d) != 0) {
      send_value(t, r - d, mine);
      given = true;
    } else if (r + d < t.size()) {
      T theirs = receive_value<T>(t, r + d);
      t.look_away();
      mine = op(std::move(mine), std::move(theirs));
    }
  }
  if (root == 0) return r == 0 ? std::optional<T>(std::move(mine)) : std::nullopt;
  if (r == 0) send_value(t, root, mine);
  return r == root ? std::optional<T>(receive_value<T>(t, 0)) : std::nullopt;
}

/// Every member gets op(…op(op(v0, v1), v2)…), where the parentheses may stand otherwise. What op
/// throws, all get.
template <class T, class Op>
T allreduce(T value, Op op, over who = {}) {
  return take(who, [&](turn& t) { return allreduce_in<T>(t, std::move(value), op); });
}
template <class T, class Op>
[[nodiscard]] auto async_allreduce(T value, Op op, over who = {}) {
  return take_later(
      who, [value = std::move(value), op](turn& t) mutable { return allreduce_in<T>(t, std::move(value), op); });
}
/// Element by element, in place: as many everywhere. op is called with const elements, and may be
/// called at several members.
template <class T, std::size_t N, class Op>
void allreduce(std::span<T, N> data, Op op, over who = {}) {
  take(who, [&](turn& t) { combine_all(t, combine_by<T>(op), buffer_in(data)); });
}
/// The elements must live until the future is ready, or the scope of the caller has ended.
template <class T, std::size_t N, class Op>
[[nodiscard]] auto async_allreduce(std::span<T, N> data, Op op, over who = {}) {
  return take_later(who, [data, op](turn& t) { combine_all(t, combine_by<T>(op), buffer_in(data)); });
}

/// As allreduce, for the place `root` only; elsewhere the result is empty.
template <class T, class Op>
std::optional<T> reduce(T value, Op op, int root, over who = {}) {
  return take(who, [&](turn& t) { return reduce_in<T>(t, std::move(value), op, root); });
}
template <class T, class Op>
[[nodiscard]] auto async_reduce(T value, Op op, int root, over who = {}) {
  return take_later(who, [value = std::move(value), op, root](turn& t) mutable {
    return reduce_in<T>(t, std::move(value), op, root);
  });
}
/// In place; elsewhere than at the root the elements are anything afterwards.
template <class T, std::size_t N, class Op>
void reduce(std::span<T, N> data, Op op, int root, over who = {}) {
  take(who, [&](turn& t) { combine_at(t, t.rank_of(root), combine_by<T>(op), buffer_in(data)); });
}
template <class T, std::size_t N, class Op>
[[nodiscard]] auto async_reduce(std::span<T, N> data, Op op, int root, over who = {}) {
  return take_later(who,
                    [data, op, root](turn& t) { combine_at(t, t.rank_of(root), combine_by<T>(op), buffer_in(data)); });
}

}  // namespace skua::collective
