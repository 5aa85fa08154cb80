// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The encoding of each type, chosen at compile time: byte by byte, by a codec, by its serialize
// function, member by member, or none.
#pragma once

#include <array>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <typeinfo>

#include <skua/wire/reflect.hpp>

namespace skua::wire {

class output_archive;
class input_archive;

/// The encoding of the library's own types and of those of the standard library. A specialisation
/// of it has these members:
///   static void encode(writer&, T const&);     writes at least one byte
///   static T decode(reader&);                  throws malformed for bytes that encode never writes
///   using contents = parts<…>;                 optional: the types inside, which must also be
///                                              serializable
template <class T, class = void>
struct codec;

/// Specialise as true for a trivially copyable type that must be copied byte by byte, without a
/// check of its members. An example is a type with an anonymous union, whose members cannot be
/// listed.
template <class T>
inline constexpr bool as_it_is = false;

namespace detail {

template <class T>
concept has_codec = requires { sizeof(codec<T>); };
template <class T, class A>
concept has_member_serialize = requires(T& value, A& archive) { value.serialize(archive); };
template <class T, class A>
concept has_free_serialize = requires(T& value, A& archive) { serialize(archive, value); };
template <class T>
concept has_serialize =
    std::is_class_v<T> && (has_member_serialize<T, output_archive> || has_free_serialize<T, output_archive>);

template <class T>
inline constexpr bool is_std_array = false;
template <class T, std::size_t N>
inline constexpr bool is_std_array<std::array<T, N>> = true;

template <class T>
inline constexpr bool is_view = false;
template <class C, class R>
inline constexpr bool is_view<std::basic_string_view<C, R>> = true;
template <class T, std::size_t N>
inline constexpr bool is_view<std::span<T, N>> = true;
template <class T>
inline constexpr bool is_view<std::reference_wrapper<T>> = true;

template <class T>
inline constexpr bool is_shared = false;
template <class T>
inline constexpr bool is_shared<std::shared_ptr<T>> = true;
template <class T>
inline constexpr bool is_shared<std::weak_ptr<T>> = true;

template <class T>
inline constexpr bool is_atomic = false;
template <class T>
inline constexpr bool is_atomic<std::atomic<T>> = true;
template <class T>
inline constexpr bool is_atomic<std::atomic_ref<T>> = true;

template <class T>
inline constexpr bool is_function_pointer = std::is_pointer_v<T> && std::is_function_v<std::remove_pointer_t<T>>;

/// Types with a specific error message if a program tries to send them.
template <class T>
inline constexpr bool is_refused =
    std::is_reference_v<T> || (std::is_pointer_v<T> && !is_function_pointer<T>) ||
    std::is_member_function_pointer_v<T> || is_view<T> || is_shared<T> || is_atomic<T> || std::is_volatile_v<T>;

template <class T>
consteval bool is_bitwise();

template <class... M>
consteval bool all_bitwise(parts<M...>) {
  return (is_bitwise<std::remove_const_t<M>>() && ...);
}

/// Whether values of T are copied byte by byte.
template <class T>
consteval bool is_bitwise() {
  if constexpr (is_refused<T> || is_function_pointer<T> || std::is_function_v<T> || std::is_void_v<T>) {
    return false;
  } else if constexpr (std::is_scalar_v<T>) {
    return true;
  } else if constexpr (std::is_array_v<T>) {
    return is_bitwise<std::remove_const_t<std::remove_extent_t<T>>>();
  } else if constexpr (is_std_array<T>) {
    return std::is_trivially_copyable_v<T> && is_bitwise<typename T::value_type>();
  } else if constexpr (!std::is_trivially_copyable_v<T> || !std::is_move_constructible_v<T> || has_codec<T>) {
    return false;  // a mutex counts as trivially copyable: all its copying is deleted
  } else if constexpr (as_it_is<T>) {
    return true;
  } else if constexpr (has_serialize<T>) {
    return false;
  } else if constexpr (reflectable<T>) {
    return all_bitwise(members_of<T>{});
  } else {
    // Closures, classes with private members, unions. A reference member makes an aggregate
    // uncounted.
    return !std::is_aggregate_v<T> || std::is_union_v<T> || count_members<T>() != uncounted;
  }
}

/// Whether T, which is copied byte by byte, has bit patterns that are not values: a bool is 0 or 1.
template <class T>
consteval bool is_checked();

template <class... M>
consteval bool any_checked(parts<M...>) {
  return (is_checked<std::remove_const_t<M>>() || ...);
}

template <class T>
consteval bool is_checked() {
  if constexpr (std::is_same_v<T, bool>) {
    return true;
  } else if constexpr (std::is_array_v<T>) {
    return is_checked<std::remove_const_t<std::remove_extent_t<T>>>();
  } else if constexpr (is_std_array<T>) {
    return is_checked<typename T::value_type>();
  } else if constexpr (reflectable<T> && !as_it_is<T>) {
    return any_checked(members_of<T>{});
  } else {
    return false;
  }
}

}  // namespace detail

/// Whether values of T are copied byte by byte, so that a vector of them is one copy.
template <class T>
inline constexpr bool bitwise_serializable = detail::is_bitwise<std::remove_cv_t<T>>();

/// The encoding of a type.
enum class encoding { bitwise_serializable, codec, serialize, members, none };

template <class T>
inline constexpr encoding encoding_of = [] {
  if constexpr (bitwise_serializable<T>) {
    return encoding::bitwise_serializable;
  } else if constexpr (detail::is_refused<T> || std::is_function_v<T> || std::is_void_v<T>) {
    return encoding::none;
  } else if constexpr (detail::has_codec<T>) {
    return encoding::codec;
  } else if constexpr (detail::has_serialize<T>) {
    return encoding::serialize;
  } else if constexpr (std::is_array_v<T> || reflectable<T>) {
    return encoding::members;
  } else {
    return encoding::none;
  }
}();

}  // namespace skua::wire
