// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// gather, allgather, and those with a vector of any length from each member.
#pragma once

#include <skua/collective/values.hpp>

namespace skua::collective {

template <class T>
std::vector<T> gather_in(turn& t, T const& mine, int root_place) {
  int const root = t.rank_of(root_place);
  if constexpr (as_bytes<T> && std::is_default_constructible_v<T> && !std::is_same_v<T, bool>) {
    std::vector<T> all(t.rank() == root ? static_cast<std::size_t>(t.size()) : 0);
    pass_up(t, root, wire::bytes_of(mine), std::as_writable_bytes(std::span(all)));
    return all;
  } else {
    return values_in<T>(pass_up(t, root, parcel_of(mine).view()));
  }
}
/// The same bytes to all others.
inline std::vector<std::vector<std::byte>> exchange_same(turn& t, bytes mine) {
  std::vector<bytes> const out(static_cast<std::size_t>(t.size()), mine);
  return trade_parcels(t, out);
}
/// Mine to all others, theirs to their parts of `all`.
inline void exchange_same(turn& t, bytes mine, buffer all) {
  auto const n = static_cast<std::size_t>(t.size());
  std::vector<bytes> const out(n, mine);
  std::vector<buffer> in(n);
  for (std::size_t r = 0; r < n; ++r) in[r] = all.subspan(r * (all.size() / n), all.size() / n);
  trade_parcels(t, out, in);
}
template <class T>
std::vector<T> allgather_in(turn& t, T const& mine) {
  if constexpr (as_bytes<T> && std::is_default_constructible_v<T> && !std::is_same_v<T, bool>) {
    std::vector<T> all(static_cast<std::size_t>(t.size()));
    exchange_same(t, wire::bytes_of(mine), std::as_writable_bytes(std::span(all)));
    return all;
  } else {
    return values_in<T>(exchange_same(t, parcel_of(mine).view()));
  }
}

/// All values at the place `root`, in the order of the places; empty elsewhere.
template <class T>
std::vector<T> gather(T const& value, int root, over who = {}) {
  return take(who, [&](turn& t) { return gather_in(t, value, root); });
}
template <class T>
[[nodiscard]] auto async_gather(T value, int root, over who = {}) {
  return take_later(who, [value = std::move(value), root](turn& t) { return gather_in(t, value, root); });
}
/// Into the root's buffer of as many elements from each member; that of the others is not looked
/// at.
template <class T, std::size_t N, class U, std::size_t M>
void gather(std::span<T, N> mine, std::span<U, M> all, int root, over who = {}) {
  take(who, [&](turn& t) { pass_up(t, t.rank_of(root), bytes_in(mine), buffer_in(all)); });
}
template <class T, std::size_t N, class U, std::size_t M>
[[nodiscard]] auto async_gather(std::span<T, N> mine, std::span<U, M> all, int root, over who = {}) {
  return take_later(who, [mine, all, root](turn& t) { pass_up(t, t.rank_of(root), bytes_in(mine), buffer_in(all)); });
}
/// Vectors of any lengths, one after another, and their lengths; empty elsewhere.
template <class T>
gathered<T> gatherv(std::vector<T> const& values, int root, over who = {}) {
  return take(who, [&](turn& t) { return gathered_in<T>(pass_up(t, t.rank_of(root), parcel_of(values).view())); });
}
template <class T>
[[nodiscard]] auto async_gatherv(std::vector<T> values, int root, over who = {}) {
  return take_later(who, [values = std::move(values), root](turn& t) {
    return gathered_in<T>(pass_up(t, t.rank_of(root), parcel_of(values).view()));
  });
}

/// As gather, for every member.
template <class T>
std::vector<T> allgather(T const& value, over who = {}) {
  return take(who, [&](turn& t) { return allgather_in(t, value); });
}
template <class T>
[[nodiscard]] auto async_allgather(T value, over who = {}) {
  return take_later(who, [value = std::move(value)](turn& t) { return allgather_in(t, value); });
}
template <class T, std::size_t N, class U, std::size_t M>
void allgather(std::span<T, N> mine, std::span<U, M> all, over who = {}) {
  take(who, [&](turn& t) { exchange_same(t, bytes_in(mine), buffer_in(all)); });
}
template <class T, std::size_t N, class U, std::size_t M>
[[nodiscard]] auto async_allgather(std::span<T, N> mine, std::span<U, M> all, over who = {}) {
  return take_later(who, [mine, all](turn& t) { exchange_same(t, bytes_in(mine), buffer_in(all)); });
}
template <class T>
gathered<T> allgatherv(std::vector<T> const& values, over who = {}) {
  return take(who, [&](turn& t) { return gathered_in<T>(exchange_same(t, parcel_of(values).view())); });
}
template <class T>
[[nodiscard]] auto async_allgatherv(std::vector<T> values, over who = {}) {
  return take_later(who, [values = std::move(values)](turn& t) {
    return gathered_in<T>(exchange_same(t, parcel_of(values).view()));
  });
}

}  // namespace skua::collective
