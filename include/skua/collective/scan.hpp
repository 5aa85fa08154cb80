// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// scan and exclusive_scan: what the members up to the caller bring, combined in the order of their places.
//
// Source: Hillis and Steele (1986). op must be associative, and need not be commutative; a run repeats bit for bit.
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

/// The member of rank i gets op(…op(v0, v1)…, vi).
template <class T, class Op>
T scan(T value, Op op, over who = {}) {
  return take(who, [&](turn& t) { return scan_in<T>(t, std::move(value), op).with; });
}
template <class T, class Op>
[[nodiscard]] auto async_scan(T value, Op op, over who = {}) {
  return take_later(who, [value = std::move(value), op](turn& t) mutable { return scan_in<T>(t, std::move(value), op).with; });
}

/// The member of rank i gets op(first, …op(v0, v1)…, vi-1), that of rank 0 gets `first`; as std::exclusive_scan.
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

}  // namespace skua::collective
