// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// alltoall: a part from every member to every member.
#pragma once

#include <skua/detail/base/check.hpp>
#include <skua/detail/collective/values.hpp>

namespace skua::collective {

inline void exchange_parts(participation& t, bytes out, buffer in) {
  auto const n = static_cast<std::size_t>(t.size());
  std::vector<bytes> send_parts(n);
  std::vector<buffer> receive_parts(n);
  for (std::size_t r = 0; r < n; ++r) {
    send_parts[r] = out.subspan(r * (out.size() / n), out.size() / n);
    receive_parts[r] = in.subspan(r * (in.size() / n), in.size() / n);
  }
  alltoall_bytes(t, send_parts, receive_parts);
}
template <class T>
std::vector<T> alltoall_in(participation& t, std::vector<T> const& parts) {
  auto const n = static_cast<std::size_t>(t.size());
  base::check(parts.size() == n, "alltoall needs one part for each member of the set");
  if constexpr (as_bytes<T> && std::is_default_constructible_v<T> && !std::is_same_v<T, bool>) {
    std::vector<T> result(n);
    exchange_parts(t, std::as_bytes(std::span(parts)), std::as_writable_bytes(std::span(result)));
    return result;
  } else {
    std::vector<wire::writer> encoded;
    for (std::size_t r = 0; r < n; ++r) encoded.push_back(message_of<T>(parts[r]));
    std::vector<bytes> outgoing;
    for (auto const& e : encoded) outgoing.push_back(e.view());
    return values_in<T>(alltoall_bytes(t, outgoing));
  }
}

/// Element i goes to the member of rank i; the result has one element from each member, by rank.
template <class T>
std::vector<T> alltoall(std::vector<T> const& parts, member_set members = {}) {
  return run_collective(members, [&](participation& t) { return alltoall_in(t, parts); });
}
/// As alltoall, in a task of its own. A span must live until the future is ready, or the scope
/// of the caller has ended.
template <class T>
[[nodiscard]] auto async_alltoall(std::vector<T> parts, member_set members = {}) {
  return async_collective(members, [parts = std::move(parts)](participation& t) { return alltoall_in(t, parts); });
}
/// The same with a vector of any length for each member.
template <class T>
std::vector<std::vector<T>> alltoallv(std::vector<std::vector<T>> const& parts, member_set members = {}) {
  return alltoall(parts, members);
}
/// As alltoallv, in a task of its own.
template <class T>
[[nodiscard]] auto async_alltoallv(std::vector<std::vector<T>> parts, member_set members = {}) {
  return async_alltoall(std::move(parts), members);
}
/// Sends parts of equal length from `out`, and receives into `in`, which has the same length.
template <class T, std::size_t N, class U, std::size_t M>
void alltoall(std::span<T, N> out, std::span<U, M> in, member_set members = {}) {
  run_collective(members, [&](participation& t) { exchange_parts(t, bytes_in(out), buffer_in(in)); });
}
template <class T, std::size_t N, class U, std::size_t M>
[[nodiscard]] auto async_alltoall(std::span<T, N> out, std::span<U, M> in, member_set members = {}) {
  return async_collective(members, [out, in](participation& t) { exchange_parts(t, bytes_in(out), buffer_in(in)); });
}

}  // namespace skua::collective
