// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The operations of reducers and accumulators: associative and commutative, with an identity.
//
// An operation is a type with `T operator()(T const&, T const&) const`, or with
// `void operator()(T& into, T const& x) const` where merging in place is cheaper. Its identity is
// `static T identity()`, or an argument of the reducer's constructor.
#pragma once

#include <limits>
#include <type_traits>

#include <skua/detail/base/config.hpp>

namespace skua {

/// a + b; the identity is T{}.
template <class T>
struct plus_operation {
  /// Zero, or an empty object: T{}.
  static constexpr T identity() { return T{}; }
  constexpr T operator()(T const& left, T const& right) const { return static_cast<T>(left + right); }
};

/// The smaller value; the identity is infinity, or the largest value of T.
template <class T>
struct min_operation {
  /// Infinity, or the largest value of T.
  static constexpr T identity()
    requires std::numeric_limits<T>::is_specialized
  {
    if constexpr (std::numeric_limits<T>::has_infinity) {
      return std::numeric_limits<T>::infinity();
    } else {
      return (std::numeric_limits<T>::max)();
    }
  }
  constexpr T operator()(T const& left, T const& right) const { return right < left ? right : left; }
};

/// The larger value; the identity is minus infinity, or the lowest value of T.
template <class T>
struct max_operation {
  /// Minus infinity, or the lowest value of T.
  static constexpr T identity()
    requires std::numeric_limits<T>::is_specialized
  {
    if constexpr (std::numeric_limits<T>::has_infinity) {
      return -std::numeric_limits<T>::infinity();
    } else {
      return std::numeric_limits<T>::lowest();
    }
  }
  constexpr T operator()(T const& left, T const& right) const { return left < right ? right : left; }
};

namespace sched {

template <class Op, class T>
inline constexpr bool merges_in_place = std::is_void_v<std::invoke_result_t<Op const&, T&, T const&>>;

/// into = op(into, value), by the form that the operation has.
template <class Op, class T>
constexpr void merge(Op const& op, T& total, T const& value) {
  constexpr bool fits = std::is_invocable_v<Op const&, T&, T const&>;
  static_assert(fits, "the operation takes two values of the reducer's type");
  if constexpr (!fits) {
    return;
  } else if constexpr (merges_in_place<Op, T>) {
    op(total, value);
  } else {
    total = op(static_cast<T const&>(total), value);
  }
}

}  // namespace sched
}  // namespace skua
