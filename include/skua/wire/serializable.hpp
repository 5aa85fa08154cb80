// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which types can be sent to another place, and the error message for those that cannot.
#pragma once

#include <type_traits>

#include <skua/wire/encoding.hpp>

namespace skua::wire {

namespace detail {

template <class T>
struct fault_type {};
struct no_fault {};

/// The types directly inside T that must also be serializable.
template <class T>
consteval auto inner_types() {
  if constexpr (encoding_of<T> == encoding::codec) {
    if constexpr (requires { typename codec<T>::contents; }) {
      return typename codec<T>::contents{};
    } else {
      return parts<>{};
    }
  } else if constexpr (encoding_of<T> == encoding::members) {
    if constexpr (std::is_array_v<T>) {
      return parts<std::remove_extent_t<T>>{};
    } else {
      return members_of<T>{};
    }
  } else {
    return parts<>{};
  }
}

/// fault_type<type> for the first type in T, or T itself, that is not serializable; no_fault if
/// there is none. Seen: the types around T, at which the recursion ends.
template <class T, class... Seen>
consteval auto first_fault();

template <class... Seen>
consteval auto first_fault_of(parts<>) {
  return no_fault{};
}
template <class... Seen, class First, class... Rest>
consteval auto first_fault_of(parts<First, Rest...>) {
  using fault = decltype(first_fault<std::remove_const_t<First>, Seen...>());
  if constexpr (std::is_same_v<fault, no_fault>) {
    return first_fault_of<Seen...>(parts<Rest...>{});
  } else {
    return fault{};
  }
}

template <class T, class... Seen>
consteval auto first_fault() {
  if constexpr ((std::is_same_v<T, Seen> || ...) || encoding_of<T> == encoding::bitwise_serializable) {
    return no_fault{};
  } else if constexpr (encoding_of<T> == encoding::none) {
    return fault_type<T>{};
  } else {
    return first_fault_of<T, Seen...>(inner_types<T>());
  }
}

/// Whether values of T may contain values of T.
template <class Whole, class T, class... Seen>
consteval bool contains();
template <class Whole, class... Seen, class... T>
consteval bool any_contains(parts<T...>) {
  return (contains<Whole, std::remove_const_t<T>, Seen...>() || ...);
}
template <class Whole, class T, class... Seen>
consteval bool contains() {
  if constexpr (std::is_same_v<T, Whole> && sizeof...(Seen) != 0) {
    return true;
  } else if constexpr ((std::is_same_v<T, Seen> || ...)) {
    return false;
  } else {
    // A serialize function may write values of any type.
    return encoding_of<T> == encoding::serialize || any_contains<Whole, T, Seen...>(inner_types<T>());
  }
}
template <class T>
inline constexpr bool is_recursive = contains<T, T>();

/// One sentence about T, the part at fault; the compiler's notes name T and the types around it.
template <class T>
consteval void explain() {
  if constexpr (std::is_reference_v<T>) {
    static_assert(bitwise_serializable<T>,
                  "skua: a reference does not travel to another place: send the object itself");
  } else if constexpr (std::is_member_function_pointer_v<T>) {
    static_assert(bitwise_serializable<T>,
                  "skua: a pointer to a member function does not travel to another place: send a plain function");
  } else if constexpr (std::is_pointer_v<T> && std::is_same_v<std::remove_cv_t<std::remove_pointer_t<T>>, char>) {
    static_assert(bitwise_serializable<T>,
                  "skua: a char pointer does not travel to another place: send a std::string (a literal \"x\" as "
                  "std::string(\"x\"))");
  } else if constexpr (std::is_pointer_v<T>) {
    static_assert(
        bitwise_serializable<T>,
        "skua: a pointer does not travel to another place, where it would point to nothing: send the object itself, "
        "or a std::unique_ptr to it");
  } else if constexpr (is_view<T>) {
    static_assert(
        bitwise_serializable<T>,
        "skua: a string_view, span or reference_wrapper does not travel to another place, where it would dangle: "
        "send a std::string, a std::vector or the object itself");
  } else if constexpr (is_shared<T>) {
    static_assert(
        bitwise_serializable<T>,
        "skua: a shared_ptr does not travel to another place, since an object is not shared between processes: "
        "send the object itself, or a std::unique_ptr to it");
  } else if constexpr (is_atomic<T> || std::is_volatile_v<T>) {
    static_assert(bitwise_serializable<T>,
                  "skua: an atomic or volatile object does not travel to another place: send its value");
  } else if constexpr (std::is_void_v<T> || std::is_function_v<T>) {
    static_assert(bitwise_serializable<T>,
                  "skua: void and functions do not travel to another place: send a value or a pointer to a function");
  } else if constexpr (std::is_union_v<T>) {
    static_assert(bitwise_serializable<T>,
                  "skua: a union does not travel to another place unless it is trivially copyable: use std::variant");
  } else if constexpr (std::is_aggregate_v<T>) {
    constexpr std::size_t n = count_members<T>();
    if constexpr (n == uncounted) {
      static_assert(count_made_of<T, any_reference<T>>() == uncounted,
                    "skua: a class with a reference member does not travel to another place: hold the object itself");
      static_assert(
          n != uncounted || count_made_of<T, any_reference<T>>() != uncounted,
          "skua: the members of this class cannot be listed: give it `template <class A> void serialize(A& a) { "
          "a(x, y); }`, with its members for x and y");
    } else {
      static_assert(
          n <= max_members,
          "skua: a class with more than 24 members travels to another place only with `template <class A> void "
          "serialize(A& a) { a(x, y); }`, with its members for x and y");
      static_assert(n > max_members || !has_base_class<T>(),
                    "skua: a class with a base class travels to another place only with `template <class A> void "
                    "serialize(A& a) { a(x, y); }`, with its members for x and y");
    }
  } else {
    static_assert(
        bitwise_serializable<T>,
        "skua: this class does not travel to another place: it is neither trivially copyable nor an aggregate, and "
        "has no `template <class A> void serialize(A& a) { a(x, y); }`, with its members for x and y");
  }
}

template <class T>
consteval void explain(fault_type<T>) {
  explain<T>();
}
consteval void explain(no_fault) {}

}  // namespace detail

/// Whether values of T can be sent to another place.
template <class T>
inline constexpr bool serializable =
    std::is_same_v<decltype(detail::first_fault<std::remove_cv_t<T>>()), detail::no_fault>;

/// Does not compile unless T is serializable; the error message is about the part at fault.
template <class T>
consteval void require_serializable() {
  detail::explain(decltype(detail::first_fault<std::remove_cv_t<T>>()){});
}

}  // namespace skua::wire
