// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The members of an aggregate without any help from its author: how many, of which types, and a
// call with all of them.
//
// Counting: T{{}, {}, ...} gives each member, arrays included, one pair of braces. If a member
// cannot be default-constructed, T{x, x, ...} with an x that converts to anything. Access:
// structured bindings. Neither unions nor classes with bases are supported.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <skua/detail/base/config.hpp>

namespace skua::wire {

/// A list of types.
template <class... T>
struct parts {};

/// The largest number of members of an aggregate that needs no serialize function.
inline constexpr std::size_t max_members = 24;

namespace detail {

/// Converts to any member's type, but not to the aggregate itself: that would be a copy.
template <class T>
struct anything {
  template <class U>
    requires(!std::is_same_v<std::remove_cv_t<U>, T>)
  operator U() const noexcept;
};
/// Like anything, for members that are references.
template <class T>
struct any_reference {
  template <class U>
    requires(!std::is_same_v<std::remove_cv_t<U>, T>)
  operator U&() const noexcept;
  template <class U>
    requires(!std::is_same_v<std::remove_cv_t<U>, T>)
  operator U&&() const noexcept;
};
/// Converts to the bases of T only.
template <class T>
struct any_base {
  template <class U>
    requires(std::is_base_of_v<U, T> && !std::is_same_v<std::remove_cv_t<U>, T>)
  operator U() const noexcept;
};

template <class T, std::size_t>
using repeated = T;

template <class T, class X, class Numbers>
inline constexpr bool made_of = false;
template <class T, class X, std::size_t... Index>
inline constexpr bool made_of<T, X, std::index_sequence<Index...>> = requires { T{repeated<X, Index>{}...}; };
template <class T, class X, std::size_t N>
inline constexpr bool made_of_n = made_of<T, X, std::make_index_sequence<N>>;

template <class T, class Numbers>
inline constexpr bool made_of_base = false;
template <class T, std::size_t... Index>
inline constexpr bool made_of_base<T, std::index_sequence<Index...>> =
    requires { T{any_base<T>{}, repeated<anything<T>, Index>{}...}; };

inline constexpr std::size_t uncounted = static_cast<std::size_t>(-1);

/// The largest N for which T{x, x, ...} with N of X is valid, at most max_members + 1; uncounted
/// if there is none.
template <class T, class X, std::size_t N = max_members + 1>
consteval std::size_t count_made_of() {
  if constexpr (made_of_n<T, X, N>) {
    return N;
  } else if constexpr (N == 0) {
    return uncounted;
  } else {
    return count_made_of<T, X, N - 1>();
  }
}

/// Like count_made_of, with pairs of braces, for types of which T{} is valid.
template <class T>
consteval std::size_t count_braces() {
#define SKUA_WIRE_BRACES(n, ...) \
  if constexpr (!requires { T{__VA_ARGS__}; }) return n - 1
  SKUA_WIRE_BRACES(1, {});
  SKUA_WIRE_BRACES(2, {}, {});
  SKUA_WIRE_BRACES(3, {}, {}, {});
  SKUA_WIRE_BRACES(4, {}, {}, {}, {});
  SKUA_WIRE_BRACES(5, {}, {}, {}, {}, {});
  SKUA_WIRE_BRACES(6, {}, {}, {}, {}, {}, {});
  SKUA_WIRE_BRACES(7, {}, {}, {}, {}, {}, {}, {});
  SKUA_WIRE_BRACES(8, {}, {}, {}, {}, {}, {}, {}, {});
  SKUA_WIRE_BRACES(9, {}, {}, {}, {}, {}, {}, {}, {}, {});
  SKUA_WIRE_BRACES(10, {}, {}, {}, {}, {}, {}, {}, {}, {}, {});
  SKUA_WIRE_BRACES(11, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {});
  SKUA_WIRE_BRACES(12, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {});
  SKUA_WIRE_BRACES(13, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {});
  SKUA_WIRE_BRACES(14, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {});
  SKUA_WIRE_BRACES(15, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {});
  SKUA_WIRE_BRACES(16, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {});
  SKUA_WIRE_BRACES(17, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {});
  SKUA_WIRE_BRACES(18, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {});
  SKUA_WIRE_BRACES(19, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {});
  SKUA_WIRE_BRACES(20, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {});
  SKUA_WIRE_BRACES(21, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {});
  SKUA_WIRE_BRACES(22, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {});
  SKUA_WIRE_BRACES(23, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {});
  SKUA_WIRE_BRACES(24, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {});
  SKUA_WIRE_BRACES(25, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {},
                   {});
#undef SKUA_WIRE_BRACES
  return max_members + 1;
}

/// The number of members (a base class counts as one), max_members + 1 for more, uncounted if they
/// cannot be counted.
template <class T>
consteval std::size_t count_members() {
  if constexpr (requires { T{}; }) {
    return count_braces<T>();
  } else {
    return count_made_of<T, anything<T>>();
  }
}

template <class T>
consteval bool has_base_class() {
  if constexpr (requires { T{}; }) {
    return requires { T{any_base<T>{}}; };
  } else {
    constexpr std::size_t n = count_members<T>();
    return n != uncounted && made_of_base<T, std::make_index_sequence<n == 0 || n == uncounted ? 0 : n - 1>>;
  }
}

/// Calls `function` with references to all members.
template <std::size_t N, class T, class F>
SKUA_INLINE constexpr decltype(auto) with_members(T& value, F&& function) {
#define SKUA_WIRE_MEMBERS(n, ...)                  \
  if constexpr (N == n) {                          \
    auto& [__VA_ARGS__] = value;                   \
    return std::forward<F>(function)(__VA_ARGS__); \
  }
  SKUA_WIRE_MEMBERS(1, m0)
  SKUA_WIRE_MEMBERS(2, m0, m1)
  SKUA_WIRE_MEMBERS(3, m0, m1, m2)
  SKUA_WIRE_MEMBERS(4, m0, m1, m2, m3)
  SKUA_WIRE_MEMBERS(5, m0, m1, m2, m3, m4)
  SKUA_WIRE_MEMBERS(6, m0, m1, m2, m3, m4, m5)
  SKUA_WIRE_MEMBERS(7, m0, m1, m2, m3, m4, m5, m6)
  SKUA_WIRE_MEMBERS(8, m0, m1, m2, m3, m4, m5, m6, m7)
  SKUA_WIRE_MEMBERS(9, m0, m1, m2, m3, m4, m5, m6, m7, m8)
  SKUA_WIRE_MEMBERS(10, m0, m1, m2, m3, m4, m5, m6, m7, m8, m9)
  SKUA_WIRE_MEMBERS(11, m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10)
  SKUA_WIRE_MEMBERS(12, m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11)
  SKUA_WIRE_MEMBERS(13, m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12)
  SKUA_WIRE_MEMBERS(14, m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13)
  SKUA_WIRE_MEMBERS(15, m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14)
  SKUA_WIRE_MEMBERS(16, m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15)
  SKUA_WIRE_MEMBERS(17, m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16)
  SKUA_WIRE_MEMBERS(18, m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17)
  SKUA_WIRE_MEMBERS(19, m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18)
  SKUA_WIRE_MEMBERS(20, m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19)
  SKUA_WIRE_MEMBERS(21, m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20)
  SKUA_WIRE_MEMBERS(22, m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20,
                    m21)
  SKUA_WIRE_MEMBERS(23, m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20,
                    m21, m22)
  SKUA_WIRE_MEMBERS(24, m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20,
                    m21, m22, m23)
#undef SKUA_WIRE_MEMBERS
  if constexpr (N == 0) return std::forward<F>(function)();
}

/// The declared types of the members. Only used in decltype, never called.
template <std::size_t N, class T>
auto list_members(T& value) {
  if constexpr (N == 1) {
    auto& [m0] = value;
    return parts<decltype(m0)>{};
  } else if constexpr (N == 2) {
    auto& [m0, m1] = value;
    return parts<decltype(m0), decltype(m1)>{};
  } else if constexpr (N == 3) {
    auto& [m0, m1, m2] = value;
    return parts<decltype(m0), decltype(m1), decltype(m2)>{};
  } else if constexpr (N == 4) {
    auto& [m0, m1, m2, m3] = value;
    return parts<decltype(m0), decltype(m1), decltype(m2), decltype(m3)>{};
  } else if constexpr (N == 5) {
    auto& [m0, m1, m2, m3, m4] = value;
    return parts<decltype(m0), decltype(m1), decltype(m2), decltype(m3), decltype(m4)>{};
  } else if constexpr (N == 6) {
    auto& [m0, m1, m2, m3, m4, m5] = value;
    return parts<decltype(m0), decltype(m1), decltype(m2), decltype(m3), decltype(m4), decltype(m5)>{};
  } else if constexpr (N == 7) {
    auto& [m0, m1, m2, m3, m4, m5, m6] = value;
    return parts<decltype(m0), decltype(m1), decltype(m2), decltype(m3), decltype(m4), decltype(m5), decltype(m6)>{};
  } else if constexpr (N == 8) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7] = value;
    return parts<decltype(m0), decltype(m1), decltype(m2), decltype(m3), decltype(m4), decltype(m5), decltype(m6),
                 decltype(m7)>{};
  } else if constexpr (N == 9) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8] = value;
    return parts<decltype(m0), decltype(m1), decltype(m2), decltype(m3), decltype(m4), decltype(m5), decltype(m6),
                 decltype(m7), decltype(m8)>{};
  } else if constexpr (N == 10) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9] = value;
    return parts<decltype(m0), decltype(m1), decltype(m2), decltype(m3), decltype(m4), decltype(m5), decltype(m6),
                 decltype(m7), decltype(m8), decltype(m9)>{};
  } else if constexpr (N == 11) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10] = value;
    return parts<decltype(m0), decltype(m1), decltype(m2), decltype(m3), decltype(m4), decltype(m5), decltype(m6),
                 decltype(m7), decltype(m8), decltype(m9), decltype(m10)>{};
  } else if constexpr (N == 12) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11] = value;
    return parts<decltype(m0), decltype(m1), decltype(m2), decltype(m3), decltype(m4), decltype(m5), decltype(m6),
                 decltype(m7), decltype(m8), decltype(m9), decltype(m10), decltype(m11)>{};
  } else if constexpr (N == 13) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12] = value;
    return parts<decltype(m0), decltype(m1), decltype(m2), decltype(m3), decltype(m4), decltype(m5), decltype(m6),
                 decltype(m7), decltype(m8), decltype(m9), decltype(m10), decltype(m11), decltype(m12)>{};
  } else if constexpr (N == 14) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13] = value;
    return parts<decltype(m0), decltype(m1), decltype(m2), decltype(m3), decltype(m4), decltype(m5), decltype(m6),
                 decltype(m7), decltype(m8), decltype(m9), decltype(m10), decltype(m11), decltype(m12),
                 decltype(m13)>{};
  } else if constexpr (N == 15) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14] = value;
    return parts<decltype(m0), decltype(m1), decltype(m2), decltype(m3), decltype(m4), decltype(m5), decltype(m6),
                 decltype(m7), decltype(m8), decltype(m9), decltype(m10), decltype(m11), decltype(m12), decltype(m13),
                 decltype(m14)>{};
  } else if constexpr (N == 16) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15] = value;
    return parts<decltype(m0), decltype(m1), decltype(m2), decltype(m3), decltype(m4), decltype(m5), decltype(m6),
                 decltype(m7), decltype(m8), decltype(m9), decltype(m10), decltype(m11), decltype(m12), decltype(m13),
                 decltype(m14), decltype(m15)>{};
  } else if constexpr (N == 17) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16] = value;
    return parts<decltype(m0), decltype(m1), decltype(m2), decltype(m3), decltype(m4), decltype(m5), decltype(m6),
                 decltype(m7), decltype(m8), decltype(m9), decltype(m10), decltype(m11), decltype(m12), decltype(m13),
                 decltype(m14), decltype(m15), decltype(m16)>{};
  } else if constexpr (N == 18) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17] = value;
    return parts<decltype(m0), decltype(m1), decltype(m2), decltype(m3), decltype(m4), decltype(m5), decltype(m6),
                 decltype(m7), decltype(m8), decltype(m9), decltype(m10), decltype(m11), decltype(m12), decltype(m13),
                 decltype(m14), decltype(m15), decltype(m16), decltype(m17)>{};
  } else if constexpr (N == 19) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18] = value;
    return parts<decltype(m0), decltype(m1), decltype(m2), decltype(m3), decltype(m4), decltype(m5), decltype(m6),
                 decltype(m7), decltype(m8), decltype(m9), decltype(m10), decltype(m11), decltype(m12), decltype(m13),
                 decltype(m14), decltype(m15), decltype(m16), decltype(m17), decltype(m18)>{};
  } else if constexpr (N == 20) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19] = value;
    return parts<decltype(m0), decltype(m1), decltype(m2), decltype(m3), decltype(m4), decltype(m5), decltype(m6),
                 decltype(m7), decltype(m8), decltype(m9), decltype(m10), decltype(m11), decltype(m12), decltype(m13),
                 decltype(m14), decltype(m15), decltype(m16), decltype(m17), decltype(m18), decltype(m19)>{};
  } else if constexpr (N == 21) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20] = value;
    return parts<decltype(m0), decltype(m1), decltype(m2), decltype(m3), decltype(m4), decltype(m5), decltype(m6),
                 decltype(m7), decltype(m8), decltype(m9), decltype(m10), decltype(m11), decltype(m12), decltype(m13),
                 decltype(m14), decltype(m15), decltype(m16), decltype(m17), decltype(m18), decltype(m19),
                 decltype(m20)>{};
  } else if constexpr (N == 22) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21] = value;
    return parts<decltype(m0), decltype(m1), decltype(m2), decltype(m3), decltype(m4), decltype(m5), decltype(m6),
                 decltype(m7), decltype(m8), decltype(m9), decltype(m10), decltype(m11), decltype(m12), decltype(m13),
                 decltype(m14), decltype(m15), decltype(m16), decltype(m17), decltype(m18), decltype(m19),
                 decltype(m20), decltype(m21)>{};
  } else if constexpr (N == 23) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21, m22] =
        value;
    return parts<decltype(m0), decltype(m1), decltype(m2), decltype(m3), decltype(m4), decltype(m5), decltype(m6),
                 decltype(m7), decltype(m8), decltype(m9), decltype(m10), decltype(m11), decltype(m12), decltype(m13),
                 decltype(m14), decltype(m15), decltype(m16), decltype(m17), decltype(m18), decltype(m19),
                 decltype(m20), decltype(m21), decltype(m22)>{};
  } else if constexpr (N == 24) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21, m22,
           m23] = value;
    return parts<decltype(m0), decltype(m1), decltype(m2), decltype(m3), decltype(m4), decltype(m5), decltype(m6),
                 decltype(m7), decltype(m8), decltype(m9), decltype(m10), decltype(m11), decltype(m12), decltype(m13),
                 decltype(m14), decltype(m15), decltype(m16), decltype(m17), decltype(m18), decltype(m19),
                 decltype(m20), decltype(m21), decltype(m22), decltype(m23)>{};
  } else {
    return parts<>{};
  }
}

}  // namespace detail

/// Whether T is an aggregate with members that can be listed.
template <class T>
inline constexpr bool reflectable = [] {
  if constexpr (!std::is_aggregate_v<T> || std::is_array_v<T> || std::is_union_v<T>) {
    return false;
  } else {
    return detail::count_members<T>() <= max_members && !detail::has_base_class<T>();
  }
}();

/// parts<…> with the declared types of the members of a reflectable type.
template <class T>
using members_of = decltype(detail::list_members<detail::count_members<T>()>(std::declval<T&>()));

/// function(member, member, …) with the members of a reflectable value.
template <class T, class F>
SKUA_INLINE constexpr decltype(auto) visit_members(T& value, F&& function) {
  return detail::with_members<detail::count_members<std::remove_const_t<T>>()>(value, std::forward<F>(function));
}

}  // namespace skua::wire
