// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which types travel, and the sentence for those that do not.
#pragma once

#include <type_traits>

#include <skua/wire/way.hpp>

namespace skua::wire {

namespace detail {

template <class T>
struct found {};
struct nothing {};

/// The types directly inside T that must travel too.
template <class T>
consteval auto inside() {
  if constexpr (way_of<T> == way::codec) {
    if constexpr (requires { typename codec<T>::contents; }) {
      return typename codec<T>::contents{};
    } else {
      return parts<>{};
    }
  } else if constexpr (way_of<T> == way::members) {
    if constexpr (std::is_array_v<T>) {
      return parts<std::remove_extent_t<T>>{};
    } else {
      return members_of<T>{};
    }
  } else {
    return parts<>{};
  }
}

/// The first type in T, or T itself, that does not travel, as found<type>, else nothing. Seen: the
/// types around T, so that a recursive type comes to an end.
template <class T, class... Seen>
consteval auto first_fault();

template <class... Seen>
consteval auto first_fault_of(parts<>) {
  return nothing{};
}
template <class... Seen, class First, class... Rest>
consteval auto first_fault_of(parts<First, Rest...>) {
  using fault = decltype(first_fault<std::remove_const_t<First>, Seen...>());
  if constexpr (std::is_same_v<fault, nothing>) {
    return first_fault_of<Seen...>(parts<Rest...>{});
  } else {
    return fault{};
  }
}

template <class T, class... Seen>
consteval auto first_fault() {
  if constexpr ((std::is_same_v<T, Seen> || ...) || way_of<T> == way::flat) {
    return nothing{};
  } else if constexpr (way_of<T> == way::none) {
    return found<T>{};
  } else {
    return first_fault_of<T, Seen...>(inside<T>());
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
    // What a serialize function writes is not known here.
    return way_of<T> == way::serialize || any_contains<Whole, T, Seen...>(inside<T>());
  }
}
template <class T>
inline constexpr bool recursive = contains<T, T>();

/// One sentence about T, the part at fault; the compiler's notes name T and what it is part of.
template <class T>
consteval void explain() {
  if constexpr (std::is_reference_v<T>) {
    static_assert(flat<T>, "skua: a reference does not travel to another place: send the object itself");
  } else if constexpr (std::is_member_function_pointer_v<T>) {
    static_assert(flat<T>,
                  "skua: a pointer to a member function does not travel to another place: send a plain function");
  } else if constexpr (std::is_pointer_v<T>) {
    static_assert(
        flat<T>,
        "skua: a pointer does not travel to another place, where it would point to nothing: send the object itself, "
        "or a std::unique_ptr to it");
  } else if constexpr (is_view<T>) {
    static_assert(
        flat<T>,
        "skua: a string_view, span or reference_wrapper does not travel to another place, where it would dangle: "
        "send a std::string, a std::vector or the object itself");
  } else if constexpr (is_shared<T>) {
    static_assert(
        flat<T>,
        "skua: a shared_ptr does not travel to another place, since an object is not shared between processes: "
        "send the object itself, or a std::unique_ptr to it");
  } else if constexpr (is_atomic<T> || std::is_volatile_v<T>) {
    static_assert(flat<T>, "skua: an atomic or volatile object does not travel to another place: send its value");
  } else if constexpr (std::is_void_v<T> || std::is_function_v<T>) {
    static_assert(flat<T>,
                  "skua: void and functions do not travel to another place: send a value or a pointer to a function");
  } else if constexpr (std::is_union_v<T>) {
    static_assert(flat<T>,
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
          n <= most_members,
          "skua: a class with more than 24 members travels to another place only with `template <class A> void "
          "serialize(A& a) { a(x, y); }`, with its members for x and y");
      static_assert(n > most_members || !has_base_class<T>(),
                    "skua: a class with a base class travels to another place only with `template <class A> void "
                    "serialize(A& a) { a(x, y); }`, with its members for x and y");
    }
  } else {
    static_assert(
        flat<T>,
        "skua: this class does not travel to another place: it is neither trivially copyable nor an aggregate, and "
        "has no `template <class A> void serialize(A& a) { a(x, y); }`, with its members for x and y");
  }
}

template <class T>
consteval void explain(found<T>) {
  explain<T>();
}
consteval void explain(nothing) {}

}  // namespace detail

/// Whether values of T can be sent to another place.
template <class T>
inline constexpr bool travels = std::is_same_v<decltype(detail::first_fault<std::remove_cv_t<T>>()), detail::nothing>;

/// Does not compile, with a sentence about the part at fault, unless T travels.
template <class T>
consteval void require_travels() {
  detail::explain(decltype(detail::first_fault<std::remove_cv_t<T>>()){});
}

}  // namespace skua::wire
