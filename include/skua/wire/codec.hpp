// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values to bytes and back: encode and decode, and the archives that serialize functions see.
//
// Invariants
//   WIRE-1  Every value takes at least one byte, so a message of n bytes cannot claim more than n
//     elements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

#include <skua/wire/reader.hpp>
#include <skua/wire/serializable.hpp>
#include <skua/wire/writer.hpp>

namespace skua::wire {

/// Appends a value. All places run the same build, so the bytes do not describe the type.
template <class T>
SKUA_INLINE void encode(writer& writer, T const& value);

/// The next value. Throws malformed for bytes that are not the encoding of a T.
template <class T>
SKUA_INLINE T decode(reader& reader);

/// The next value into an existing object. If it throws, the object's value is unspecified.
template <class T>
SKUA_INLINE void decode_to(reader& reader, T& value);

/// The argument of a serialize function when a value is written.
class output_archive {
 public:
  static constexpr bool reading = false;
  explicit output_archive(writer& writer) noexcept : writer_(writer) {}
  template <class... T>
  SKUA_INLINE void operator()(T const&... values) {
    (encode(writer_, values), ...);
  }

 private:
  writer& writer_;
};

/// The argument of a serialize function when a value is read.
class input_archive {
 public:
  static constexpr bool reading = true;
  explicit input_archive(reader& reader) noexcept : reader_(reader) {}
  template <class... T>
  SKUA_INLINE void operator()(T&... values) {
    (decode_to(reader_, values), ...);
  }

 private:
  reader& reader_;
};

namespace detail {

/// Reads a byte and checks it: to load any other value than 0 or 1 as a bool would be undefined.
SKUA_INLINE bool decode_bool(reader& reader) {
  auto const byte = reader.get<std::uint8_t>();
  if (SKUA_UNLIKELY(byte > 1)) throw_malformed("a bool that is neither true nor false");
  return byte != 0;
}

/// Throws malformed if the object, copied from a message, has a bool that is neither true nor
/// false.
template <class T>
SKUA_INLINE void check_bitwise(T const& value) {
  if constexpr (!is_checked<T>()) {
  } else if constexpr (std::is_same_v<T, bool>) {
    if (SKUA_UNLIKELY(std::to_integer<int>(*reinterpret_cast<std::byte const*>(std::addressof(value))) > 1)) {
      throw_malformed("a bool that is neither true nor false");
    }
  } else if constexpr (std::is_array_v<T> || is_std_array<T>) {
    for (auto const& element : value) check_bitwise(element);
  } else {
    visit_members(value, [](auto const&... members) { (check_bitwise(members), ...); });
  }
}

template <class T>
void encode_by_serialize(writer& writer, T const& value) {
  level const guard(writer.depth());
  std::size_t const before = writer.size();
  output_archive archive(writer);
  auto& mutable_value = const_cast<T&>(value);  // one function serves both directions; to write changes nothing
  if constexpr (has_member_serialize<T, output_archive>) {
    mutable_value.serialize(archive);
  } else {
    serialize(archive, mutable_value);
  }
  if (writer.size() == before) writer.put(std::uint8_t{0});
}

template <class T>
void decode_by_serialize(reader& reader, T& value) {
  level const guard(reader.depth());
  std::size_t const before = reader.remaining();
  input_archive archive(reader);
  if constexpr (has_member_serialize<T, output_archive>) {
    value.serialize(archive);
  } else {
    serialize(archive, value);
  }
  if (reader.remaining() == before) (void)reader.get<std::uint8_t>();
}

template <class T>
SKUA_INLINE void encode_members(writer& writer, T const& value) {
  if constexpr (std::is_array_v<T>) {
    for (auto const& element : value) encode(writer, element);
  } else {
    visit_members(value, [&writer](auto const&... members) { (encode(writer, members), ...); });
  }
}

template <class... M>
consteval bool any_array(parts<M...>) {
  return (std::is_array_v<M> || ...);
}

template <class T, class... M>
SKUA_INLINE T decode_braced(reader& reader, parts<M...>) {
  return T{decode<std::remove_const_t<M>>(reader)...};
}

/// A constructor cannot take an array, so a class with an array member is default-constructed
/// first.
template <class T>
SKUA_INLINE T decode_members(reader& reader) {
  if constexpr (any_array(members_of<T>{})) {
    static_assert(
        requires { T{}; },
        "skua: a class with an array member travels to another place only if it can be default-constructed");
    T value{};
    visit_members(value, [&reader](auto&... members) { (decode_to(reader, members), ...); });
    return value;
  } else {
    return decode_braced<T>(reader, members_of<T>{});
  }
}

template <class T>
void encode_nested(writer& writer, T const& value) {
  level const guard(writer.depth());
  encode_members(writer, value);
}

template <class T>
T decode_nested(reader& reader) {
  level const guard(reader.depth());
  return decode_members<T>(reader);
}

}  // namespace detail

template <class T>
SKUA_INLINE void encode(writer& writer, T const& value) {
  if constexpr (bitwise_serializable<T>) {
    writer.put(value);
  } else if constexpr (!serializable<T>) {
    require_serializable<T>();
  } else if constexpr (encoding_of<T> == encoding::codec) {
    codec<T>::encode(writer, value);
  } else if constexpr (encoding_of<T> == encoding::serialize) {
    detail::encode_by_serialize(writer, value);
  } else if constexpr (detail::is_recursive<T>) {
    detail::encode_nested(writer, value);
  } else {
    detail::encode_members(writer, value);
  }
}

template <class T>
SKUA_INLINE T decode(reader& reader) {
  if constexpr (std::is_same_v<T, bool>) {
    return detail::decode_bool(reader);
  } else if constexpr (bitwise_serializable<T>) {
    T value = reader.get<T>();
    detail::check_bitwise(value);
    return value;
  } else if constexpr (!serializable<T>) {
    require_serializable<T>();
  } else if constexpr (encoding_of<T> == encoding::codec) {
    return codec<T>::decode(reader);
  } else if constexpr (encoding_of<T> == encoding::serialize) {
    static_assert(
        std::is_default_constructible_v<T>,
        "skua: a class with a serialize function travels to another place only if it can be default-constructed");
    T value{};
    detail::decode_by_serialize(reader, value);
    return value;
  } else if constexpr (detail::is_recursive<T>) {
    return detail::decode_nested<T>(reader);
  } else {
    return detail::decode_members<T>(reader);
  }
}

template <class T>
SKUA_INLINE void decode_to(reader& reader, T& value) {
  static_assert(!std::is_const_v<T>, "skua: a const member cannot be read into");
  if constexpr (bitwise_serializable<T>) {
    reader.raw(std::addressof(value), sizeof(T));
    detail::check_bitwise(value);
  } else if constexpr (std::is_array_v<T>) {
    for (auto& element : value) decode_to(reader, element);
  } else if constexpr (encoding_of<T> == encoding::serialize) {
    detail::decode_by_serialize(reader, value);
  } else {
    value = decode<T>(reader);
  }
}

}  // namespace skua::wire
