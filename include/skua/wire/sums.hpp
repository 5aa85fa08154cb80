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

namespace skua::wire {

template <class A, class B>
struct codec<std::pair<A, B>> {
  using contents = parts<A, B>;
  static void encode(writer& w, std::pair<A, B> const& p) {
    wire::encode(w, p.first);
    wire::encode(w, p.second);
  }
  static std::pair<A, B> decode(reader& r) {
    using pair = std::pair<A, B>;
    return pair{wire::decode<std::remove_const_t<A>>(r), wire::decode<std::remove_const_t<B>>(r)};
  }
};

template <class... T>
struct codec<std::tuple<T...>> {
  using contents = parts<T...>;
  static void encode(writer& w, std::tuple<T...> const& t) {
    if constexpr (sizeof...(T) == 0) {
      w.put(std::uint8_t{0});
    } else {
      std::apply([&w](T const&... members) { (wire::encode(w, members), ...); }, t);
    }
  }
  static std::tuple<T...> decode(reader& r) {
    if constexpr (sizeof...(T) == 0) (void)r.get<std::uint8_t>();
    return std::tuple<T...>{wire::decode<std::remove_const_t<T>>(r)...};
  }
};

template <class T>
struct codec<std::optional<T>> {
  using contents = parts<T>;
  static void encode(writer& w, std::optional<T> const& o) {
    w.put(o.has_value());
    if (o) wire::encode(w, *o);
  }
  static std::optional<T> decode(reader& r) {
    if (!wire::decode<bool>(r)) return std::nullopt;
    return std::optional<T>(wire::decode<std::remove_const_t<T>>(r));
  }
};

/// With the standard deleter: the receiving place makes a new object. The size of an array is
/// unknown.
template <class T>
  requires(!std::is_array_v<T>)
struct codec<std::unique_ptr<T>> {
  using contents = parts<T>;
  static void encode(writer& w, std::unique_ptr<T> const& p) {
    static_assert(
        !std::is_polymorphic_v<T> || std::is_final_v<T>,
        "skua: a unique_ptr to a class with virtual functions does not travel to another place, since what it points "
        "to may be of a derived class: use std::variant, or make the class final");
    w.put(p != nullptr);
    if (p) wire::encode(w, *p);
  }
  static std::unique_ptr<T> decode(reader& r) {
    if (!wire::decode<bool>(r)) return nullptr;
    return std::unique_ptr<T>(new T(wire::decode<std::remove_const_t<T>>(r)));
  }
};

template <class... T>
struct codec<std::variant<T...>> {
  using variant = std::variant<T...>;
  using contents = parts<T...>;
  static_assert(sizeof...(T) < 255);
  static void encode(writer& w, variant const& v) {
    w.put(v.valueless_by_exception() ? std::uint8_t{255} : static_cast<std::uint8_t>(v.index()));
    if (!v.valueless_by_exception()) std::visit([&w](auto const& member) { wire::encode(w, member); }, v);
  }
  static variant decode(reader& r) { return decode_one<0>(r, r.get<std::uint8_t>()); }

 private:
  template <std::size_t Index>
  static variant decode_one(reader& r, std::size_t index) {
    if constexpr (Index == sizeof...(T)) {
      throw_malformed("a variant with no such alternative");
    } else {
      if (index != Index) return decode_one<Index + 1>(r, index);
      return variant(std::in_place_index<Index>, wire::decode<std::variant_alternative_t<Index, variant>>(r));
    }
  }
};

/// A pointer to a function is sent as a name.
template <class F>
  requires std::is_function_v<F>
struct codec<F*> {
  static void encode(writer& w, F* f) {
    std::uint64_t const name = f == nullptr ? 0 : name_of_function(reinterpret_cast<void (*)()>(f));
    if (SKUA_UNLIKELY(name == 0 && f != nullptr)) {
      throw error("skua: this function does not travel to another place: it is in no loaded module");
    }
    w.put(name);
  }
  static F* decode(reader& r) {
    auto const name = r.get<std::uint64_t>();
    return name == 0 ? nullptr : reinterpret_cast<F*>(function_named(name));
  }
};

/// Eight to a byte, so that received bytes cannot set bits beyond the last.
template <std::size_t N>
struct codec<std::bitset<N>> {
  static constexpr std::size_t bytes = N == 0 ? 1 : (N + 7) / 8;
  static void encode(writer& w, std::bitset<N> const& b) {
    for (std::size_t i = 0; i < bytes; ++i) {
      unsigned byte = 0;
      for (std::size_t j = 0; j < 8 && 8 * i + j < N; ++j) byte |= (b[8 * i + j] ? 1U : 0U) << j;
      w.put(static_cast<std::uint8_t>(byte));
    }
  }
  static std::bitset<N> decode(reader& r) {
    std::bitset<N> b;
    for (std::size_t i = 0; i < bytes; ++i) {
      unsigned const byte = r.get<std::uint8_t>();
      for (std::size_t j = 0; j < 8 && 8 * i + j < N; ++j) b[8 * i + j] = (byte >> j & 1U) != 0;
    }
    return b;
  }
};

}  // namespace skua::wire
