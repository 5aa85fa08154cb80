// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Codecs of the sequences of the standard library: strings, vector, deque, list, forward_list,
// array, and, without their headers, stack, queue, priority_queue, valarray and filesystem::path.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <cstring>
#include <deque>
#include <forward_list>
#include <iterator>
#include <list>
#include <string>
#include <utility>
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

  unaligned_iterator() noexcept = default;
  explicit unaligned_iterator(std::byte const* at) noexcept : position_(at) {}
  T operator*() const noexcept {
    std::array<std::byte, sizeof(T)> bytes;
    std::memcpy(bytes.data(), position_, sizeof(T));
    return std::bit_cast<T>(bytes);
  }
  T operator[](difference_type n) const noexcept { return *(*this + n); }
  unaligned_iterator& operator++() noexcept { return *this += 1; }
  unaligned_iterator& operator--() noexcept { return *this -= 1; }
  unaligned_iterator operator++(int) noexcept { return std::exchange(*this, *this + 1); }
  unaligned_iterator operator--(int) noexcept { return std::exchange(*this, *this - 1); }
  unaligned_iterator& operator+=(difference_type n) noexcept {
    position_ += n * static_cast<difference_type>(sizeof(T));
    return *this;
  }
  unaligned_iterator& operator-=(difference_type n) noexcept { return *this += -n; }
  friend unaligned_iterator operator+(unaligned_iterator at, difference_type n) noexcept { return at += n; }
  friend unaligned_iterator operator+(difference_type n, unaligned_iterator at) noexcept { return at += n; }
  friend unaligned_iterator operator-(unaligned_iterator at, difference_type n) noexcept { return at -= n; }
  difference_type operator-(unaligned_iterator const& other) const noexcept {
    return (position_ - other.position_) / static_cast<difference_type>(sizeof(T));
  }
  auto operator<=>(unaligned_iterator const&) const noexcept = default;

 private:
  std::byte const* position_ = nullptr;
};

/// Decodes a container of elements that are copied byte by byte, in one copy if they are aligned.
template <class C, class T = typename C::value_type>
C decode_bitwise_sequence(reader& reader) {
  std::size_t const n = reader.get_length(sizeof(T));
  std::byte const* const data = reader.take(n * sizeof(T)).data();
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
std::size_t reserved_elements(reader const& reader, std::size_t n) noexcept {
  return (std::min)(n, reader.remaining() / sizeof(T) + 16);
}

template <class C>
struct sequence_codec {
  using T = typename C::value_type;
  using contents = parts<T>;

  static void encode(writer& writer, C const& container) {
    writer.put_length(static_cast<std::size_t>(std::distance(container.begin(), container.end())));
    if constexpr (bitwise_serializable<T> && requires { container.data(); }) {
      writer.raw(container.data(), container.size() * sizeof(T));
    } else {
      for (T const& element : container) wire::encode(writer, element);
    }
  }
  static C decode(reader& reader) {
    if constexpr (bitwise_serializable<T> && std::is_copy_constructible_v<T> && !std::is_same_v<T, bool>) {
      return decode_bitwise_sequence<C>(reader);
    } else {
      std::size_t const n = reader.get_length();
      C container;
      if constexpr (requires { container.reserve(n); }) container.reserve(reserved_elements<T>(reader, n));
      for (std::size_t i = 0; i < n; ++i) container.push_back(wire::decode<T>(reader));
      return container;
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
  static void encode(writer& writer, list const& list) {
    writer.put_length(static_cast<std::size_t>(std::distance(list.begin(), list.end())));
    for (T const& element : list) wire::encode(writer, element);
  }
  static list decode(reader& reader) {
    std::size_t const n = reader.get_length();
    list list;
    auto last = list.before_begin();
    for (std::size_t i = 0; i < n; ++i) last = list.insert_after(last, wire::decode<T>(reader));
    return list;
  }
};

/// Eight to a byte.
template <class A>
struct codec<std::vector<bool, A>> {
  static void encode(writer& writer, std::vector<bool, A> const& values) {
    writer.put_length(values.size());
    for (std::size_t i = 0; i < values.size(); i += 8) {
      unsigned byte = 0;
      for (std::size_t j = i; j < (std::min)(i + 8, values.size()); ++j) byte |= (values[j] ? 1U : 0U) << (j - i);
      writer.put(static_cast<std::uint8_t>(byte));
    }
  }
  static std::vector<bool, A> decode(reader& reader) {
    std::uint64_t n = reader.get<std::uint8_t>();
    if (n == 255) n = reader.get<std::uint64_t>();
    if (n / 8 + (n % 8 != 0) > reader.remaining()) throw_malformed("a length beyond the end of the message");
    std::vector<bool, A> values(n);
    for (std::size_t i = 0; i < n; i += 8) {
      unsigned const byte = reader.get<std::uint8_t>();
      for (std::size_t j = i; j < std::min<std::size_t>(i + 8, n); ++j) values[j] = (byte >> (j - i) & 1U) != 0;
    }
    return values;
  }
};

/// For elements that are not copied byte by byte; an array of those that are is copied as a whole.
template <class T, std::size_t N>
struct codec<std::array<T, N>> {
  using contents = parts<T>;
  static void encode(writer& writer, std::array<T, N> const& values) {
    if constexpr (N == 0) writer.put(std::uint8_t{0});
    for (T const& element : values) wire::encode(writer, element);
  }
  static std::array<T, N> decode(reader& reader) {
    if constexpr (N == 0) (void)reader.get<std::uint8_t>();
    return [&reader]<std::size_t... Index>(std::index_sequence<Index...>) {
      return std::array<T, N>{(static_cast<void>(Index), wire::decode<T>(reader))...};
    }(std::make_index_sequence<N>());
  }
};

namespace detail {

// std::stack and others are recognised by members that the class itself declares, since most
// programs do not include their headers. A class that is derived from one may have more members.

/// Reaches the protected member `c`, the container.
template <class Adaptor>
struct opened : Adaptor {
  template <class Self = opened>
  static constexpr auto member() -> decltype(&Self::c) {
    return &Self::c;
  }
};

template <class Adaptor, class C>
concept adaptor = requires {
  requires std::is_same_v<typename Adaptor::container_type, C> && !std::is_final_v<Adaptor>;
  requires std::is_same_v<decltype(opened<Adaptor>::member()), C Adaptor::*>;
} && std::is_default_constructible_v<Adaptor> && !has_serialize<Adaptor>;

template <class Adaptor, class C>
struct adaptor_codec {
  using contents = parts<C>;
  static void encode(writer& writer, Adaptor const& value) { wire::encode(writer, value.*opened<Adaptor>::member()); }
  static Adaptor decode(reader& reader) {
    Adaptor value;
    value.*opened<Adaptor>::member() = wire::decode<C>(reader);
    return value;
  }
};

template <class T>
concept path = requires {
  requires std::is_same_v<decltype(&T::native), typename T::string_type const& (T::*)() const noexcept>;
  T::preferred_separator;
} && !has_serialize<T>;

template <class A, class T>
concept valarray = requires { requires std::is_same_v<decltype(&A::cshift), A (A::*)(int) const>; } &&
                   std::is_constructible_v<A, T const*, std::size_t> && !has_serialize<A>;

}  // namespace detail

/// std::stack and std::queue.
template <template <class, class> class Adaptor, class T, class C>
  requires detail::adaptor<Adaptor<T, C>, C> && (sizeof(Adaptor<T, C>) == sizeof(C))
struct codec<Adaptor<T, C>> : detail::adaptor_codec<Adaptor<T, C>, C> {};

/// std::priority_queue with a comparison that has no state.
template <template <class, class, class> class Adaptor, class T, class C, class Compare>
  requires detail::adaptor<Adaptor<T, C, Compare>, C> && std::is_empty_v<Compare> &&
           (sizeof(Adaptor<T, C, Compare>) == sizeof(std::pair<C, Compare>))
struct codec<Adaptor<T, C, Compare>> : detail::adaptor_codec<Adaptor<T, C, Compare>, C> {};

/// std::filesystem::path.
template <detail::path T>
struct codec<T> {
  static void encode(writer& writer, T const& value) { wire::encode(writer, value.native()); }
  static T decode(reader& reader) { return T(wire::decode<typename T::string_type>(reader)); }
};

/// std::valarray.
template <template <class> class Valarray, class T>
  requires detail::valarray<Valarray<T>, T>
struct codec<Valarray<T>> {
  using contents = parts<T>;
  static void encode(writer& writer, Valarray<T> const& valarray) {
    writer.put_length(valarray.size());
    for (std::size_t i = 0; i < valarray.size(); ++i) wire::encode(writer, valarray[i]);
  }
  static Valarray<T> decode(reader& reader) {
    if constexpr (bitwise_serializable<T>) {
      Valarray<T> valarray(reader.get_length(sizeof(T)));
      for (std::size_t i = 0; i < valarray.size(); ++i) valarray[i] = wire::decode<T>(reader);
      return valarray;
    } else {
      auto const elements = wire::decode<std::vector<T>>(reader);
      return {elements.data(), elements.size()};
    }
  }
};

}  // namespace skua::wire
