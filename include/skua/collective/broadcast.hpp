// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// barrier and broadcast.
#pragma once

#include <skua/collective/values.hpp>

namespace skua::collective {

template <class T>
T broadcast_in(turn& t, T value, int root) {
  int const from = t.rank_of(root);
  if constexpr (as_bytes<T>) {
    pass_down(t, from, std::as_writable_bytes(std::span(std::addressof(value), 1)));
    return value;
  } else {
    std::vector<std::byte> parcel;
    if (t.rank() == from && t.size() > 1) {
      wire::writer const out = parcel_of(value);
      parcel.assign(out.view().begin(), out.view().end());
    }
    pass_down(t, from, parcel);
    if (t.rank() == from) return value;
    return value_in<T>(parcel);
  }
}

/// Returns when every member has called it.
inline void barrier(over who = {}) {
  take(who, [](turn& t) { pass_barrier(t); });
}
[[nodiscard]] inline auto async_barrier(over who = {}) {
  return take_later(who, [](turn& t) { pass_barrier(t); });
}

/// The value of the place `root`, which must be a member; those of the others are not looked at.
template <class T>
T broadcast(T value, int root, over who = {}) {
  return take(who, [&](turn& t) { return broadcast_in<T>(t, std::move(value), root); });
}
template <class T>
[[nodiscard]] auto async_broadcast(T value, int root, over who = {}) {
  return take_later(
      who, [value = std::move(value), root](turn& t) mutable { return broadcast_in<T>(t, std::move(value), root); });
}
/// In place: as many elements everywhere, which are copied byte by byte.
template <class T, std::size_t N>
void broadcast(std::span<T, N> data, int root, over who = {}) {
  take(who, [&](turn& t) { pass_down(t, t.rank_of(root), buffer_in(data)); });
}
/// The elements must live until the future is ready, or the scope of the caller has ended.
template <class T, std::size_t N>
[[nodiscard]] auto async_broadcast(std::span<T, N> data, int root, over who = {}) {
  return take_later(who, [data, root](turn& t) { pass_down(t, t.rank_of(root), buffer_in(data)); });
}

}  // namespace skua::collective
