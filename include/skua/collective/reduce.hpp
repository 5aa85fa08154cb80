// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// reduce and allreduce: the members' values, combined in the order of their places. op(a, b) must
// be associative, where a comes from lower places than b; it need not be commutative. The grouping
// of the operands depends only on the numbers of members and of elements. So a floating-point
// result is the same bit for bit in each run, and all members of allreduce get the same bits.
#pragma once

#include <optional>

#include <skua/detail/collective/topology.hpp>
#include <skua/detail/collective/values.hpp>

namespace skua::collective {

template <class T, class Op>
T allreduce_in(participation& t, T value, Op& op) {
  // Recursive doubling along a hypercube. A member that is attached to a corner gives it its value,
  // and gets the result.
  topology::hypercube const cube(t.size());
  int const r = t.rank();
  if (cube.is_behind(r)) {
    send_value(t, r - 1, value);
    return receive_value<T>(t, r - 1);
  }
  if (cube.has_behind(r)) {
    T received = receive_value<T>(t, r + 1);
    t.stop_polling();
    value = op(std::move(value), std::move(received));
  }
  int const corner = cube.corner_of(r);
  for (int step = 1; step < cube.corners(); step *= 2) {
    T received = swap_values(t, cube.partner_of(corner, step), value);
    t.stop_polling();
    value = cube.is_low(corner, step) ? op(std::move(value), std::move(received))
                                      : op(std::move(received), std::move(value));
  }
  if (cube.has_behind(r)) send_value(t, r + 1, value);
  return value;
}

template <class T, class Op>
std::optional<T> reduce_in(participation& t, T value, Op& op, int root_place) {
  int const root = t.rank_of(root_place);
  int const r = t.rank();
  topology::tree_position const position(r, 0, t.size());
  position.up([&](int child, int, int) {
    T received = receive_value<T>(t, child);
    t.stop_polling();
    value = op(std::move(value), std::move(received));
  });
  if (!position.is_root()) send_value(t, position.parent(), value);
  if (root == 0) return r == 0 ? std::optional<T>(std::move(value)) : std::nullopt;
  if (r == 0) send_value(t, root, value);
  return r == root ? std::optional<T>(receive_value<T>(t, 0)) : std::nullopt;
}

/// Every member gets op(…op(op(v0, v1), v2)…), possibly grouped otherwise. If op throws, every
/// member gets the exception.
template <class T, class Op>
T allreduce(T value, Op op, member_set members = {}) {
  return run_collective(members, [&](participation& t) { return allreduce_in<T>(t, std::move(value), op); });
}
template <class T, class Op>
[[nodiscard]] auto async_allreduce(T value, Op op, member_set members = {}) {
  return async_collective(members, [value = std::move(value), op](participation& t) mutable {
    return allreduce_in<T>(t, std::move(value), op);
  });
}
/// Element by element, in place, with the same number of elements at every member. op is called
/// with const elements, and may be called at several members.
template <class T, std::size_t N, class Op>
void allreduce(std::span<T, N> data, Op op, member_set members = {}) {
  run_collective(members, [&](participation& t) { allreduce_bytes(t, combine_by<T>(op), buffer_in(data)); });
}
/// The elements must live until the future is ready, or the scope of the caller has ended.
template <class T, std::size_t N, class Op>
[[nodiscard]] auto async_allreduce(std::span<T, N> data, Op op, member_set members = {}) {
  return async_collective(members,
                          [data, op](participation& t) { allreduce_bytes(t, combine_by<T>(op), buffer_in(data)); });
}

/// As allreduce, but only the place `root` gets the result; elsewhere it is empty.
template <class T, class Op>
std::optional<T> reduce(T value, Op op, int root, member_set members = {}) {
  return run_collective(members, [&](participation& t) { return reduce_in<T>(t, std::move(value), op, root); });
}
/// As reduce, in a task of its own. A span must live until the future is ready, or the scope of
/// the caller has ended.
template <class T, class Op>
[[nodiscard]] auto async_reduce(T value, Op op, int root, member_set members = {}) {
  return async_collective(members, [value = std::move(value), op, root](participation& t) mutable {
    return reduce_in<T>(t, std::move(value), op, root);
  });
}
/// In place; at the other members the values of the elements are unspecified afterwards.
template <class T, std::size_t N, class Op>
void reduce(std::span<T, N> data, Op op, int root, member_set members = {}) {
  run_collective(members,
                 [&](participation& t) { reduce_bytes(t, t.rank_of(root), combine_by<T>(op), buffer_in(data)); });
}
template <class T, std::size_t N, class Op>
[[nodiscard]] auto async_reduce(std::span<T, N> data, Op op, int root, member_set members = {}) {
  return async_collective(members, [data, op, root](participation& t) {
    reduce_bytes(t, t.rank_of(root), combine_by<T>(op), buffer_in(data));
  });
}

}  // namespace skua::collective
