// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// gather, allgather, and their forms with a vector of any length from each member.
#pragma once

#include <skua/detail/collective/member_operations.hpp>
#include <skua/detail/collective/values.hpp>

namespace skua::collective {

/// All values at the place `root`, in the order of the places; empty elsewhere.
template <class T>
std::vector<T> gather(T const& value, int root, member_set members = {}) {
  return run_collective(members, [&](participation& participant) { return gather_in(participant, value, root); });
}
/// Like gather, in a separate task. A span must live until the future is ready, or the scope of the
/// caller has ended.
template <class T>
[[nodiscard]] auto async_gather(T value, int root, member_set members = {}) {
  return async_collective(members, [value = std::move(value), root](participation& participant) {
    return gather_in(participant, value, root);
  });
}
/// Gathers into the root's buffer, with the same number of elements from each member; the buffers
/// of the others are ignored.
template <class T, std::size_t N, class U, std::size_t M>
void gather(std::span<T, N> own_part, std::span<U, M> parts, int root, member_set members = {}) {
  run_collective(members, [&](participation& participant) {
    gather_bytes(participant, participant.rank_of(root), bytes_in(own_part), buffer_in(parts));
  });
}
template <class T, std::size_t N, class U, std::size_t M>
[[nodiscard]] auto async_gather(std::span<T, N> own_part, std::span<U, M> parts, int root, member_set members = {}) {
  return async_collective(members, [own_part, parts, root](participation& participant) {
    gather_bytes(participant, participant.rank_of(root), bytes_in(own_part), buffer_in(parts));
  });
}
/// Gathers vectors of any lengths: at `root` all values, one after another, and their counts; empty
/// elsewhere.
template <class T>
gathered<T> gatherv(std::vector<T> const& values, int root, member_set members = {}) {
  return run_collective(members, [&](participation& participant) {
    return gathered_in<T>(gather_bytes(participant, participant.rank_of(root), message_of(values).view()));
  });
}
/// Like gatherv, in a separate task.
template <class T>
[[nodiscard]] auto async_gatherv(std::vector<T> values, int root, member_set members = {}) {
  return async_collective(members, [values = std::move(values), root](participation& participant) {
    return gathered_in<T>(gather_bytes(participant, participant.rank_of(root), message_of(values).view()));
  });
}

/// Like gather, but every member gets the result.
template <class T>
std::vector<T> allgather(T const& value, member_set members = {}) {
  return run_collective(members, [&](participation& participant) { return allgather_in(participant, value); });
}
/// Like allgather, in a separate task. A span must live until the future is ready, or the scope of
/// the caller has ended.
template <class T>
[[nodiscard]] auto async_allgather(T value, member_set members = {}) {
  return async_collective(
      members, [value = std::move(value)](participation& participant) { return allgather_in(participant, value); });
}
template <class T, std::size_t N, class U, std::size_t M>
void allgather(std::span<T, N> own_part, std::span<U, M> parts, member_set members = {}) {
  run_collective(members,
                 [&](participation& participant) { exchange_same(participant, bytes_in(own_part), buffer_in(parts)); });
}
template <class T, std::size_t N, class U, std::size_t M>
[[nodiscard]] auto async_allgather(std::span<T, N> own_part, std::span<U, M> parts, member_set members = {}) {
  return async_collective(members, [own_part, parts](participation& participant) {
    exchange_same(participant, bytes_in(own_part), buffer_in(parts));
  });
}
/// Like gatherv, but every member gets the result.
template <class T>
gathered<T> allgatherv(std::vector<T> const& values, member_set members = {}) {
  return run_collective(members, [&](participation& participant) {
    return gathered_in<T>(exchange_same(participant, message_of(values).view()));
  });
}
/// Like allgatherv, in a separate task.
template <class T>
[[nodiscard]] auto async_allgatherv(std::vector<T> values, member_set members = {}) {
  return async_collective(members, [values = std::move(values)](participation& participant) {
    return gathered_in<T>(exchange_same(participant, message_of(values).view()));
  });
}

}  // namespace skua::collective
