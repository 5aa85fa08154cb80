// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Codecs of the associative containers of the standard library.
#pragma once

#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <skua/wire/codec.hpp>
#include <skua/wire/sums.hpp>

namespace skua::wire {

namespace detail {

template <class C>
struct set_codec {
  using T = typename C::value_type;
  using contents = parts<T>;
  static void encode(writer& writer, C const& container) {
    writer.put_length(container.size());
    for (T const& element : container) wire::encode(writer, element);
  }
  static C decode(reader& reader) {
    std::size_t const n = reader.get_length();
    C container;
    if constexpr (requires { container.reserve(n); }) container.reserve(n);
    // The elements come in order, so for a sorted container the end is always the right hint.
    for (std::size_t i = 0; i < n; ++i) container.emplace_hint(container.end(), wire::decode<T>(reader));
    return container;
  }
};

template <class C>
struct map_codec {
  using K = typename C::key_type;
  using V = typename C::mapped_type;
  using contents = parts<K, V>;
  static void encode(writer& writer, C const& container) {
    writer.put_length(container.size());
    for (auto const& [key, value] : container) {
      wire::encode(writer, key);
      wire::encode(writer, value);
    }
  }
  static C decode(reader& reader) {
    std::size_t const n = reader.get_length();
    C container;
    if constexpr (requires { container.reserve(n); }) container.reserve(n);
    for (std::size_t i = 0; i < n; ++i) {
      K key = wire::decode<K>(reader);
      container.emplace_hint(container.end(), std::move(key), wire::decode<V>(reader));
    }
    return container;
  }
};

}  // namespace detail

template <class T, class C, class A>
struct codec<std::set<T, C, A>> : detail::set_codec<std::set<T, C, A>> {};
template <class T, class C, class A>
struct codec<std::multiset<T, C, A>> : detail::set_codec<std::multiset<T, C, A>> {};
template <class T, class H, class E, class A>
struct codec<std::unordered_set<T, H, E, A>> : detail::set_codec<std::unordered_set<T, H, E, A>> {};
template <class T, class H, class E, class A>
struct codec<std::unordered_multiset<T, H, E, A>> : detail::set_codec<std::unordered_multiset<T, H, E, A>> {};

template <class K, class V, class C, class A>
struct codec<std::map<K, V, C, A>> : detail::map_codec<std::map<K, V, C, A>> {};
template <class K, class V, class C, class A>
struct codec<std::multimap<K, V, C, A>> : detail::map_codec<std::multimap<K, V, C, A>> {};
template <class K, class V, class H, class E, class A>
struct codec<std::unordered_map<K, V, H, E, A>> : detail::map_codec<std::unordered_map<K, V, H, E, A>> {};
template <class K, class V, class H, class E, class A>
struct codec<std::unordered_multimap<K, V, H, E, A>> : detail::map_codec<std::unordered_multimap<K, V, H, E, A>> {};

}  // namespace skua::wire
