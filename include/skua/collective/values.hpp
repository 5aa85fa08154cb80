// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values as parcels: those that are copied as they are, and those that are encoded.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <skua/collective/parcels.hpp>
#include <skua/wire/wire.hpp>

namespace skua::collective {

/// A value is its bytes.
template <class T>
inline constexpr bool as_bytes = wire::flat<T> && std::is_trivially_copyable_v<T>;

/// Values that came as encoded, or as they are.
template <class T>
T value_in(bytes parcel) {
  wire::reader in(parcel);
  return wire::decode<T>(in);
}
template <class T>
wire::writer parcel_of(T const& value) {
  wire::require_travels<T>();
  wire::writer out;
  wire::encode(out, value);
  return out;
}

/// Room for a value that comes as its bytes.
template <class T>
class room_for {
 public:
  [[nodiscard]] buffer space() noexcept { return raw_; }
  [[nodiscard]] T take() const noexcept { return *std::launder(reinterpret_cast<T const*>(raw_)); }

 private:
  alignas(T) std::byte raw_[sizeof(T)];
};

template <class T>
void send_value(turn& t, int to, T const& value) {
  if constexpr (as_bytes<T>) {
    t.send(to, wire::bytes_of(value));
  } else {
    t.send(to, parcel_of(value).view());
  }
}
template <class T>
T receive_value(turn& t, int from) {
  if constexpr (as_bytes<T>) {
    room_for<T> room;
    t.receive(from, room.space());
    return room.take();
  } else {
    return value_in<T>(t.receive(from));
  }
}
/// Sends one and receives one; the other member does the same. One of them begins: parcels may be
/// long.
template <class T>
T swap_values(turn& t, int with, T const& mine) {
  if constexpr (as_bytes<T>) {
    room_for<T> room;
    t.expect(with, room.space());
    t.send(with, wire::bytes_of(mine));
    t.await(with);
    return room.take();
  } else if (t.rank() < with) {
    send_value(t, with, mine);
    return receive_value<T>(t, with);
  } else {
    T theirs = receive_value<T>(t, with);
    send_value(t, with, mine);
    return theirs;
  }
}

/// Elements that are sent as their bytes.
template <class T>
constexpr void require_elements() {
  static_assert(as_bytes<T>,
                "skua: the elements of a span in a collective operation are copied byte by byte: give a std::vector of "
                "values instead");
}
template <class T, std::size_t N>
bytes bytes_in(std::span<T, N> elements) noexcept {
  require_elements<std::remove_cv_t<T>>();
  return std::as_bytes(elements);
}
template <class T, std::size_t N>
buffer buffer_in(std::span<T, N> elements) noexcept {
  require_elements<T>();
  return std::as_writable_bytes(elements);
}

/// How spans are combined by an operation on elements.
template <class T, class Op>
combiner combine_by(Op const& op) noexcept {
  require_elements<T>();
  return {[](void const* with, std::byte* low, std::byte* high, std::size_t n, bool into_low) {
            auto const& f = *static_cast<Op const*>(with);
            auto* const a = reinterpret_cast<T*>(low);
            auto* const b = reinterpret_cast<T*>(high);
            if (into_low) {
              for (std::size_t i = 0; i < n; ++i) a[i] = f(std::as_const(a[i]), std::as_const(b[i]));
            } else {
              for (std::size_t i = 0; i < n; ++i) b[i] = f(std::as_const(a[i]), std::as_const(b[i]));
            }
          },
          std::addressof(op), sizeof(T)};
}

/// All parcels as values, one in each.
template <class T>
std::vector<T> values_in(std::vector<std::vector<std::byte>> const& parcels) {
  std::vector<T> values;
  values.reserve(parcels.size());
  for (auto const& p : parcels) values.push_back(value_in<T>(p));
  return values;
}

/// One after another, and how many came from each member.
template <class T>
struct gathered {
  std::vector<T> values;
  std::vector<std::size_t> counts;

  friend bool operator==(gathered const&, gathered const&) = default;
};
template <class T>
gathered<T> gathered_in(std::vector<std::vector<std::byte>> const& parcels) {
  gathered<T> all;
  for (auto const& p : parcels) {
    auto part = value_in<std::vector<T>>(p);
    all.counts.push_back(part.size());
    all.values.insert(all.values.end(), std::make_move_iterator(part.begin()), std::make_move_iterator(part.end()));
  }
  return all;
}

}  // namespace skua::collective
