// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// scan and exclusive_scan: the values of the members up to the caller, combined in the order of
// their places.
//
// Source: Hillis and Steele (1986). op must be associative, and need not be commutative; the result
// is the same bit for bit in each run.
#pragma once

#include <optional>

#include <skua/detail/collective/member_operations.hpp>
#include <skua/detail/collective/values.hpp>

namespace skua::collective {

/// The member of rank i gets op(…op(v0, v1)…, vi).
template <class T, class Op>
T scan(T value, Op op, member_set members = {}) {
  return run_collective(
      members, [&](participation& participant) { return scan_in<T>(participant, std::move(value), op).inclusive; });
}
template <class T, class Op>
[[nodiscard]] auto async_scan(T value, Op op, member_set members = {}) {
  return async_collective(members, [value = std::move(value), op](participation& participant) mutable {
    return scan_in<T>(participant, std::move(value), op).inclusive;
  });
}

/// The member of rank i gets op(first, …op(v0, v1)…, vi-1), the member of rank 0 gets `first`, as
/// with std::exclusive_scan.
template <class T, class Op>
T exclusive_scan(T value, Op op, std::type_identity_t<T> first, member_set members = {}) {
  return run_collective(members, [&](participation& participant) {
    return exclusive_scan_in<T>(participant, std::move(value), op, std::move(first));
  });
}
/// Like exclusive_scan, in a separate task. A span must live until the future is ready, or the
/// scope of the caller has ended.
template <class T, class Op>
[[nodiscard]] auto async_exclusive_scan(T value, Op op, std::type_identity_t<T> first, member_set members = {}) {
  return async_collective(members,
                          [value = std::move(value), op, first = std::move(first)](participation& participant) mutable {
                            return exclusive_scan_in<T>(participant, std::move(value), op, std::move(first));
                          });
}

/// Scans element by element, in place, with the same number of elements at every member. op is
/// called with const elements, and may be called at several members.
template <class T, std::size_t N, class Op>
void scan(std::span<T, N> data, Op op, member_set members = {}) {
  run_collective(members,
                 [&](participation& participant) { scan_bytes(participant, combine_by<T>(op), buffer_in(data), {}); });
}
/// The elements must live until the future is ready, or the scope of the caller has ended.
template <class T, std::size_t N, class Op>
[[nodiscard]] auto async_scan(std::span<T, N> data, Op op, member_set members = {}) {
  return async_collective(members, [data, op](participation& participant) {
    scan_bytes(participant, combine_by<T>(op), buffer_in(data), {});
  });
}
template <class T, std::size_t N, class Op>
void exclusive_scan(std::span<T, N> data, Op op, std::type_identity_t<T> first, member_set members = {}) {
  run_collective(members, [&](participation& participant) { exclusive_scan_in<T>(participant, data, op, first); });
}
template <class T, std::size_t N, class Op>
[[nodiscard]] auto async_exclusive_scan(std::span<T, N> data, Op op, std::type_identity_t<T> first,
                                        member_set members = {}) {
  return async_collective(
      members, [data, op, first](participation& participant) { exclusive_scan_in<T>(participant, data, op, first); });
}

}  // namespace skua::collective
