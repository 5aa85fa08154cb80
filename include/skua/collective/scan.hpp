// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// scan and exclusive_scan: what the members up to the caller bring, combined in the order of their
// places.
//
// Source: Hillis and Steele (1986). op must be associative, and need not be commutative; a run
// repeats bit for bit.
#pragma once

#include <optional>

#include <skua/collective/values.hpp>

namespace skua::collective {

/// Of all members before the caller, and with the caller.
template <class T>
struct prefixes {
  std::optional<T> before;
  T with;
};
template <class T, class Op>
prefixes<T> scan_in(turn& t, T mine, Op& op) {
  prefixes<T> all{std::nullopt, std::move(mine)};
  for (int d = 1; d < t.size(); d *= 2) {
    if (t.rank() + d < t.size()) send_value(t, t.rank() + d, all.with);
    if (t.rank() < d) continue;
    T lower = receive_value<T>(t, t.rank() - d);
    t.look_away();
    all.with = op(T(lower), std::move(all.with));
    if (all.before) {
      all.before = op(std::move(lower), std::move(*all.before));
    } else {
      all.before = std::move(lower);
    }
  }
  return all;
}
template <class T, class Op>
T exclusive_scan_in(turn& t, T mine, Op& op, T first) {
  prefixes<T> all = scan_in<T>(t, std::move(mine), op);
  return all.before ? T(op(std::move(first), std::move(*all.before))) : first;
}

template <class T, class Op>
void exclusive_scan_in(turn& t, std::span<T> data, Op const& op, T const& first) {
  struct cell {  // no vector of bool
    T value;
  };
  std::vector<cell> before;
  before.reserve(data.size());
  for (T const& x : data) before.push_back({x});
  combine_up_to(t, combine_by<T>(op), buffer_in(data), std::as_writable_bytes(std::span(before)));
  t.look_away();
  for (std::size_t i = 0; i < data.size(); ++i)
    data[i] = t.rank() == 0 ? first : T(op(std::as_const(first), std::as_const(before[i].value)));
}

/// The member of rank i gets op(…op(v0, v1)…, vi).
template <class T, class Op>
T scan(T value, Op op, over who = {}) {
  return take(who, [&](turn& t) { return scan_in<T>(t, std::move(value), op).with; });
}
template <class T, class Op>
[[nodiscard]] auto async_scan(T value, Op op, over who = {}) {
  return take_later(
      who, [value = std::move(value), op](turn& t) mutable { return scan_in<T>(t, std::move(value), op).with; });
}

/// The member of rank i gets op(first, …op(v0, v1)…, vi-1), that of rank 0 gets `first`; as
/// std::exclusive_scan.
template <class T, class Op>
T exclusive_scan(T value, Op op, std::type_identity_t<T> first, over who = {}) {
  return take(who, [&](turn& t) { return exclusive_scan_in<T>(t, std::move(value), op, std::move(first)); });
}
template <class T, class Op>
[[nodiscard]] auto async_exclusive_scan(T value, Op op, std::type_identity_t<T> first, over who = {}) {
  return take_later(who, [value = std::move(value), op, first = std::move(first)](turn& t) mutable {
    return exclusive_scan_in<T>(t, std::move(value), op, std::move(first));
  });
}

/// Element by element, in place: as many everywhere. op is called with const elements, and may be
/// called at several members.
template <class T, std::size_t N, class Op>
void scan(std::span<T, N> data, Op op, over who = {}) {
  take(who, [&](turn& t) { combine_up_to(t, combine_by<T>(op), buffer_in(data), {}); });
}
/// The elements must live until the future is ready, or the scope of the caller has ended.
template <class T, std::size_t N, class Op>
[[nodiscard]] auto async_scan(std::span<T, N> data, Op op, over who = {}) {
  return take_later(who, [data, op](turn& t) { combine_up_to(t, combine_by<T>(op), buffer_in(data), {}); });
}
template <class T, std::size_t N, class Op>
void exclusive_scan(std::span<T, N> data, Op op, std::type_identity_t<T> first, over who = {}) {
  take(who, [&](turn& t) { exclusive_scan_in<T>(t, data, op, first); });
}
template <class T, std::size_t N, class Op>
[[nodiscard]] auto async_exclusive_scan(std::span<T, N> data, Op op, std::type_identity_t<T> first, over who = {}) {
  return take_later(who, [data, op, first](turn& t) { exclusive_scan_in<T>(t, data, op, first); });
}

}  // namespace skua::collective
