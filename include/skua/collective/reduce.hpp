// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// reduce and allreduce: the members' values, combined in the order of their places. op(a, b) must
// be associative, where a comes from lower places than b; it need not be commutative. The grouping
// of the operands depends only on the numbers of members and of elements. So a floating-point
// result is the same bit for bit in each run, and all members of allreduce get the same bits.
#pragma once

#include <optional>

#include <skua/detail/collective/member_operations.hpp>
#include <skua/detail/collective/values.hpp>

namespace skua::collective {

/// Every member gets op(…op(op(v0, v1), v2)…), possibly grouped otherwise. If op throws, every
/// member gets the exception.
template <class T, class Op>
T allreduce(T value, Op op, member_set members = {}) {
  return run_collective(members,
                        [&](participation& participant) { return allreduce_in<T>(participant, std::move(value), op); });
}
template <class T, class Op>
[[nodiscard]] auto async_allreduce(T value, Op op, member_set members = {}) {
  return async_collective(members, [value = std::move(value), op](participation& participant) mutable {
    return allreduce_in<T>(participant, std::move(value), op);
  });
}
/// Combines element by element, in place, with the same number of elements at every member. op is
/// called with const elements, and may be called at several members.
template <class T, std::size_t N, class Op>
void allreduce(std::span<T, N> data, Op op, member_set members = {}) {
  run_collective(members,
                 [&](participation& participant) { allreduce_bytes(participant, combine_by<T>(op), buffer_in(data)); });
}
/// The elements must live until the future is ready, or the scope of the caller has ended.
template <class T, std::size_t N, class Op>
[[nodiscard]] auto async_allreduce(std::span<T, N> data, Op op, member_set members = {}) {
  return async_collective(members, [data, op](participation& participant) {
    allreduce_bytes(participant, combine_by<T>(op), buffer_in(data));
  });
}

/// Like allreduce, but only the place `root` gets the result; elsewhere it is empty.
template <class T, class Op>
std::optional<T> reduce(T value, Op op, int root, member_set members = {}) {
  return run_collective(
      members, [&](participation& participant) { return reduce_in<T>(participant, std::move(value), op, root); });
}
/// Like reduce, in a separate task. A span must live until the future is ready, or the scope of the
/// caller has ended.
template <class T, class Op>
[[nodiscard]] auto async_reduce(T value, Op op, int root, member_set members = {}) {
  return async_collective(members, [value = std::move(value), op, root](participation& participant) mutable {
    return reduce_in<T>(participant, std::move(value), op, root);
  });
}
/// Combines in place at `root`; at the other members the values of the elements are unspecified
/// afterwards.
template <class T, std::size_t N, class Op>
void reduce(std::span<T, N> data, Op op, int root, member_set members = {}) {
  run_collective(members, [&](participation& participant) {
    reduce_bytes(participant, participant.rank_of(root), combine_by<T>(op), buffer_in(data));
  });
}
template <class T, std::size_t N, class Op>
[[nodiscard]] auto async_reduce(std::span<T, N> data, Op op, int root, member_set members = {}) {
  return async_collective(members, [data, op, root](participation& participant) {
    reduce_bytes(participant, participant.rank_of(root), combine_by<T>(op), buffer_in(data));
  });
}

}  // namespace skua::collective
