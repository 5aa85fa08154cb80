// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Codecs of products and sums: pair, tuple, optional, variant, unique_ptr; and of function pointers
// and bitset.
#pragma once

#include <bitset>
#include <cstdint>
#include <memory>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

#include <skua/detail/wire/function_name.hpp>
#include <skua/wire/codec.hpp>
#include <skua/wire/sequences.hpp>

namespace skua::wire {

template <class A, class B>
struct codec<std::pair<A, B>> {
  using contents = parts<A, B>;
  static void encode(writer& writer, std::pair<A, B> const& pair) {
    wire::encode(writer, pair.first);
    wire::encode(writer, pair.second);
  }
  static std::pair<A, B> decode(reader& reader) {
    using pair = std::pair<A, B>;
    return pair{wire::decode<std::remove_const_t<A>>(reader), wire::decode<std::remove_const_t<B>>(reader)};
  }
};

template <class... T>
struct codec<std::tuple<T...>> {
  using contents = parts<T...>;
  static void encode(writer& writer, std::tuple<T...> const& arguments) {
    if constexpr (sizeof...(T) == 0) {
      writer.put(std::uint8_t{0});
    } else {
      std::apply([&writer](T const&... members) { (wire::encode(writer, members), ...); }, arguments);
    }
  }
  static std::tuple<T...> decode(reader& reader) {
    if constexpr (sizeof...(T) == 0) (void)reader.get<std::uint8_t>();
    return std::tuple<T...>{wire::decode<std::remove_const_t<T>>(reader)...};
  }
};

template <class T>
struct codec<std::optional<T>> {
  using contents = parts<T>;
  static void encode(writer& writer, std::optional<T> const& value) {
    writer.put(value.has_value());
    if (value) wire::encode(writer, *value);
  }
  static std::optional<T> decode(reader& reader) {
    if (!wire::decode<bool>(reader)) return std::nullopt;
    return std::optional<T>(wire::decode<std::remove_const_t<T>>(reader));
  }
};
/// As its value: the result of a find is accepted without a task.
template <class T>
inline constexpr bool trivially_serializable<std::optional<T>> = trivially_serializable<T>;

/// With the standard deleter: the receiving place makes a new object. The size of an array is
/// unknown.
template <class T>
  requires(!std::is_array_v<T>)
struct codec<std::unique_ptr<T>> {
  using contents = parts<T>;
  static void encode(writer& writer, std::unique_ptr<T> const& value) {
    static_assert(
        !std::is_polymorphic_v<T> || std::is_final_v<T>,
        "skua: a unique_ptr to a class with virtual functions does not travel to another place, since what it points "
        "to may be of a derived class: use std::variant, or make the class final");
    writer.put(value != nullptr);
    if (value) wire::encode(writer, *value);
  }
  static std::unique_ptr<T> decode(reader& reader) {
    if (!wire::decode<bool>(reader)) return nullptr;
    return std::unique_ptr<T>(new T(wire::decode<std::remove_const_t<T>>(reader)));
  }
};

template <class... T>
struct codec<std::variant<T...>> {
  using variant = std::variant<T...>;
  using contents = parts<T...>;
  static_assert(sizeof...(T) < 255);
  static void encode(writer& writer, variant const& variant) {
    writer.put(variant.valueless_by_exception() ? std::uint8_t{255} : static_cast<std::uint8_t>(variant.index()));
    if (!variant.valueless_by_exception())
      std::visit([&writer](auto const& member) { wire::encode(writer, member); }, variant);
  }
  static variant decode(reader& reader) { return decode_one<0>(reader, reader.get<std::uint8_t>()); }

 private:
  template <std::size_t Index>
  static variant decode_one(reader& reader, std::size_t index) {
    if constexpr (Index == sizeof...(T)) {
      throw_malformed("a variant with no such alternative");
    } else {
      if (index != Index) return decode_one<Index + 1>(reader, index);
      return variant(std::in_place_index<Index>, wire::decode<std::variant_alternative_t<Index, variant>>(reader));
    }
  }
};

/// A pointer to a function is sent as a name.
template <class F>
  requires std::is_function_v<F>
struct codec<F*> {
  static void encode(writer& writer, F* function) {
    std::uint64_t const name = function == nullptr ? 0 : name_of_function(reinterpret_cast<void (*)()>(function));
    if (SKUA_UNLIKELY(name == 0 && function != nullptr)) {
      throw error("skua: this function does not travel to another place: it is in no loaded module");
    }
    writer.put(name);
  }
  static F* decode(reader& reader) {
    auto const name = reader.get<std::uint64_t>();
    return name == 0 ? nullptr : reinterpret_cast<F*>(function_named(name));
  }
};

/// Eight to a byte, so that received bytes cannot set bits beyond the last.
template <std::size_t N>
struct codec<std::bitset<N>> {
  static constexpr std::size_t bytes = N == 0 ? 1 : (N + 7) / 8;
  static void encode(writer& writer, std::bitset<N> const& bitset) {
    for (std::size_t i = 0; i < bytes; ++i) {
      unsigned byte = 0;
      for (std::size_t j = 0; j < 8 && 8 * i + j < N; ++j) byte |= (bitset[8 * i + j] ? 1U : 0U) << j;
      writer.put(static_cast<std::uint8_t>(byte));
    }
  }
  static std::bitset<N> decode(reader& reader) {
    std::bitset<N> bitset;
    for (std::size_t i = 0; i < bytes; ++i) {
      unsigned const byte = reader.get<std::uint8_t>();
      for (std::size_t j = 0; j < 8 && 8 * i + j < N; ++j) bitset[8 * i + j] = (byte >> j & 1U) != 0;
    }
    return bitset;
  }
};

}  // namespace skua::wire
