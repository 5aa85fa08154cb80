// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Codecs of the sequences of the standard library: strings, vector, deque, list, forward_list,
// array.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <deque>
#include <forward_list>
#include <iterator>
#include <list>
#include <string>
#include <vector>

#include <skua/wire/codec.hpp>

namespace skua::wire {

namespace detail {

/// Iterates over elements inside a message that are copied byte by byte, at addresses of any
/// alignment.
template <class T>
class unaligned_iterator {
 public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = T;
  using difference_type = std::ptrdiff_t;
  using pointer = void;
  using reference = T;

  explicit unaligned_iterator(std::byte const* at) noexcept : position_(at) {}
  T operator*() const noexcept {
    std::array<std::byte, sizeof(T)> bytes;
    std::memcpy(bytes.data(), position_, sizeof(T));
    return std::bit_cast<T>(bytes);
  }
  unaligned_iterator& operator++() noexcept {
    position_ += sizeof(T);
    return *this;
  }
  unaligned_iterator& operator--() noexcept {
    position_ -= sizeof(T);
    return *this;
  }
  unaligned_iterator& operator+=(difference_type n) noexcept {
    position_ += n * static_cast<difference_type>(sizeof(T));
    return *this;
  }
  difference_type operator-(unaligned_iterator const& other) const noexcept {
    return (position_ - other.position_) / static_cast<difference_type>(sizeof(T));
  }
  bool operator==(unaligned_iterator const&) const noexcept = default;

 private:
  std::byte const* position_;
};

/// Decodes a container of elements that are copied byte by byte, in one copy if they are aligned.
template <class C, class T = typename C::value_type>
C decode_bitwise_sequence(reader& r) {
  std::size_t const n = r.get_length(sizeof(T));
  std::byte const* const data = r.take(n * sizeof(T)).data();
  C result = [&] {
    if (reinterpret_cast<std::uintptr_t>(data) % alignof(T) == 0) {
      auto const* const first = reinterpret_cast<T const*>(data);
      return C(first, first + n);
    }
    return C(unaligned_iterator<T>(data), unaligned_iterator<T>(data + n * sizeof(T)));
  }();
  if constexpr (is_checked<T>()) {
    for (T const& element : result) check_bitwise(element);
  }
  return result;
}

/// The number of elements to reserve memory for: about as many as the remaining bytes can hold,
/// however large n is. The container grows if there are more.
template <class T>
std::size_t reserved_elements(reader const& r, std::size_t n) noexcept {
  return std::min(n, r.remaining() / sizeof(T) + 16);
}

template <class C>
struct sequence_codec {
  using T = typename C::value_type;
  using contents = parts<T>;

  static void encode(writer& w, C const& c) {
    w.put_length(static_cast<std::size_t>(std::distance(c.begin(), c.end())));
    if constexpr (bitwise_serializable<T> && requires { c.data(); }) {
      w.raw(c.data(), c.size() * sizeof(T));
    } else {
      for (T const& element : c) wire::encode(w, element);
    }
  }
  static C decode(reader& r) {
    if constexpr (bitwise_serializable<T> && std::is_copy_constructible_v<T> && !std::is_same_v<T, bool>) {
      return decode_bitwise_sequence<C>(r);
    } else {
      std::size_t const n = r.get_length();
      C c;
      if constexpr (requires { c.reserve(n); }) c.reserve(reserved_elements<T>(r, n));
      for (std::size_t i = 0; i < n; ++i) c.push_back(wire::decode<T>(r));
      return c;
    }
  }
};

}  // namespace detail

/// Whether no user code runs to write or to read a value. Then the polling thread may decode it: a
/// long value is copied once, from the message to its final memory.
template <class T>
inline constexpr bool trivially_serializable = bitwise_serializable<T>;
template <class T>
inline constexpr bool trivially_serializable<std::vector<T>> =
    bitwise_serializable<T> && std::is_copy_constructible_v<T> && !std::is_same_v<T, bool>;
template <>
inline constexpr bool trivially_serializable<std::string> = true;

template <class C, class R, class A>
struct codec<std::basic_string<C, R, A>> : detail::sequence_codec<std::basic_string<C, R, A>> {};
template <class T, class A>
struct codec<std::vector<T, A>> : detail::sequence_codec<std::vector<T, A>> {};
template <class T, class A>
struct codec<std::deque<T, A>> : detail::sequence_codec<std::deque<T, A>> {};
template <class T, class A>
struct codec<std::list<T, A>> : detail::sequence_codec<std::list<T, A>> {};

template <class T, class A>
struct codec<std::forward_list<T, A>> {
  using list = std::forward_list<T, A>;
  using contents = parts<T>;
  static void encode(writer& w, list const& l) {
    w.put_length(static_cast<std::size_t>(std::distance(l.begin(), l.end())));
    for (T const& element : l) wire::encode(w, element);
  }
  static list decode(reader& r) {
    std::size_t const n = r.get_length();
    list l;
    auto last = l.before_begin();
    for (std::size_t i = 0; i < n; ++i) last = l.insert_after(last, wire::decode<T>(r));
    return l;
  }
};

/// Eight to a byte.
template <class A>
struct codec<std::vector<bool, A>> {
  static void encode(writer& w, std::vector<bool, A> const& v) {
    w.put_length(v.size());
    for (std::size_t i = 0; i < v.size(); i += 8) {
      unsigned byte = 0;
      for (std::size_t j = i; j < std::min(i + 8, v.size()); ++j) byte |= (v[j] ? 1U : 0U) << (j - i);
      w.put(static_cast<std::uint8_t>(byte));
    }
  }
  static std::vector<bool, A> decode(reader& r) {
    std::uint64_t n = r.get<std::uint8_t>();
    if (n == 255) n = r.get<std::uint64_t>();
    if (n / 8 + (n % 8 != 0) > r.remaining()) throw_malformed("a length beyond the end of the message");
    std::vector<bool, A> v(n);
    for (std::size_t i = 0; i < n; i += 8) {
      unsigned const byte = r.get<std::uint8_t>();
      for (std::size_t j = i; j < std::min<std::size_t>(i + 8, n); ++j) v[j] = (byte >> (j - i) & 1U) != 0;
    }
    return v;
  }
};

/// For elements that are not copied byte by byte; an array of those that are is copied as a whole.
template <class T, std::size_t N>
struct codec<std::array<T, N>> {
  using contents = parts<T>;
  static void encode(writer& w, std::array<T, N> const& a) {
    if constexpr (N == 0) w.put(std::uint8_t{0});
    for (T const& element : a) wire::encode(w, element);
  }
  static std::array<T, N> decode(reader& r) {
    if constexpr (N == 0) (void)r.get<std::uint8_t>();
    return [&r]<std::size_t... I>(std::index_sequence<I...>) {
      return std::array<T, N>{(static_cast<void>(I), wire::decode<T>(r))...};
    }(std::make_index_sequence<N>());
  }
};

}  // namespace skua::wire
