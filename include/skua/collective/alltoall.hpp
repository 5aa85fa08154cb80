// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// alltoall: a part from every member to every member.
#pragma once

#include <skua/base/check.hpp>
#include <skua/collective/values.hpp>

namespace skua::collective {

inline void exchange_parts(turn& t, bytes out, buffer in) {
  auto const n = static_cast<std::size_t>(t.size());
  std::vector<bytes> from(n);
  std::vector<buffer> to(n);
  for (std::size_t r = 0; r < n; ++r) {
    from[r] = out.subspan(r * (out.size() / n), out.size() / n);
    to[r] = in.subspan(r * (in.size() / n), in.size() / n);
  }
  trade_parcels(t, from, to);
}
template <class T>
std::vector<T> alltoall_in(turn& t, std::vector<T> const& parts) {
  auto const n = static_cast<std::size_t>(t.size());
  base::check(parts.size() == n, "alltoall needs one part for each member of the set");
  if constexpr (as_bytes<T> && std::is_default_constructible_v<T> && !std::is_same_v<T, bool>) {
    std::vector<T> all(n);
    exchange_parts(t, std::as_bytes(std::span(parts)), std::as_writable_bytes(std::span(all)));
    return all;
  } else {
    std::vector<wire::writer> encoded;
    for (std::size_t r = 0; r < n; ++r) encoded.push_back(parcel_of<T>(parts[r]));
    std::vector<bytes> out;
    for (auto const& e : encoded) out.push_back(e.view());
    return values_in<T>(trade_parcels(t, out));
  }
}

/// Element i for the member of rank i; the result has one from each, by rank.
template <class T>
std::vector<T> alltoall(std::vector<T> const& parts, over who = {}) {
  return take(who, [&](turn& t) { return alltoall_in(t, parts); });
}
template <class T>
[[nodiscard]] auto async_alltoall(std::vector<T> parts, over who = {}) {
  return take_later(who, [parts = std::move(parts)](turn& t) { return alltoall_in(t, parts); });
}
/// The same with a vector of any length for each.
template <class T>
std::vector<std::vector<T>> alltoallv(std::vector<std::vector<T>> const& parts, over who = {}) {
  return alltoall(parts, who);
}
template <class T>
[[nodiscard]] auto async_alltoallv(std::vector<std::vector<T>> parts, over who = {}) {
  return async_alltoall(std::move(parts), who);
}
/// Parts of equal length out of one buffer into the other, as long.
template <class T, std::size_t N, class U, std::size_t M>
void alltoall(std::span<T, N> out, std::span<U, M> in, over who = {}) {
  take(who, [&](turn& t) { exchange_parts(t, bytes_in(out), buffer_in(in)); });
}
template <class T, std::size_t N, class U, std::size_t M>
[[nodiscard]] auto async_alltoall(std::span<T, N> out, std::span<U, M> in, over who = {}) {
  return take_later(who, [out, in](turn& t) { exchange_parts(t, bytes_in(out), buffer_in(in)); });
}

}  // namespace skua::collective
