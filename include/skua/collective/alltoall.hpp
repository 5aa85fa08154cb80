// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// alltoall: a part from every member to every member.
#pragma once

#include <skua/detail/collective/member_operations.hpp>
#include <skua/detail/collective/values.hpp>

namespace skua::collective {

/// Element i goes to the member of rank i; the result has one element from each member, by rank.
template <class T>
std::vector<T> alltoall(std::vector<T> const& parts, member_set members = {}) {
  return run_collective(members, [&](participation& participant) { return alltoall_in(participant, parts); });
}
/// Like alltoall, in a separate task. A span must live until the future is ready, or the scope of
/// the caller has ended.
template <class T>
[[nodiscard]] auto async_alltoall(std::vector<T> parts, member_set members = {}) {
  return async_collective(
      members, [parts = std::move(parts)](participation& participant) { return alltoall_in(participant, parts); });
}
/// Like alltoall, with a vector of any length for each member.
template <class T>
std::vector<std::vector<T>> alltoallv(std::vector<std::vector<T>> const& parts, member_set members = {}) {
  return alltoall(parts, members);
}
/// Like alltoallv, in a separate task.
template <class T>
[[nodiscard]] auto async_alltoallv(std::vector<std::vector<T>> parts, member_set members = {}) {
  return async_alltoall(std::move(parts), members);
}
/// Like the other alltoall, with buffers: sends parts of equal length from `out`, and receives into
/// `in`, which has the same length.
template <class T, std::size_t N, class U, std::size_t M>
void alltoall(std::span<T, N> out, std::span<U, M> in, member_set members = {}) {
  run_collective(members,
                 [&](participation& participant) { exchange_parts(participant, bytes_in(out), buffer_in(in)); });
}
template <class T, std::size_t N, class U, std::size_t M>
[[nodiscard]] auto async_alltoall(std::span<T, N> out, std::span<U, M> in, member_set members = {}) {
  return async_collective(
      members, [out, in](participation& participant) { exchange_parts(participant, bytes_in(out), buffer_in(in)); });
}

}  // namespace skua::collective
