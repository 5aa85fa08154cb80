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
  static void encode(writer& w, C const& c) {
    w.put_length(c.size());
    for (T const& element : c) wire::encode(w, element);
  }
  static C decode(reader& r) {
    std::size_t const n = r.get_length();
    C c;
    if constexpr (requires { c.reserve(n); }) c.reserve(n);
    // The elements come in order, so for a sorted container the end is always the right hint.
    for (std::size_t i = 0; i < n; ++i) c.emplace_hint(c.end(), wire::decode<T>(r));
    return c;
  }
};

template <class C>
struct map_codec {
  using K = typename C::key_type;
  using V = typename C::mapped_type;
  using contents = parts<K, V>;
  static void encode(writer& w, C const& c) {
    w.put_length(c.size());
    for (auto const& [key, value] : c) {
      wire::encode(w, key);
      wire::encode(w, value);
    }
  }
  static C decode(reader& r) {
    std::size_t const n = r.get_length();
    C c;
    if constexpr (requires { c.reserve(n); }) c.reserve(n);
    for (std::size_t i = 0; i < n; ++i) {
      K key = wire::decode<K>(r);
      c.emplace_hint(c.end(), std::move(key), wire::decode<V>(r));
    }
    return c;
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
