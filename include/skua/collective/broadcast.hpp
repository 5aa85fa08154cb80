// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// barrier and broadcast.
#pragma once

#include <skua/detail/collective/member_operations.hpp>
#include <skua/detail/collective/values.hpp>
#include <skua/future.hpp>

namespace skua::collective {

/// Returns when every member has called it.
void barrier(member_set members = {});
/// Like barrier, in a separate task: the future is ready when every member has called it.
[[nodiscard]] future<void> async_barrier(member_set members = {});

/// The value of the place `root`, which must be a member; the values of the others are ignored.
template <class T>
T broadcast(T value, int root, member_set members = {}) {
  return run_collective(
      members, [&](participation& participant) { return broadcast_in<T>(participant, std::move(value), root); });
}
template <class T>
[[nodiscard]] auto async_broadcast(T value, int root, member_set members = {}) {
  return async_collective(members, [value = std::move(value), root](participation& participant) mutable {
    return broadcast_in<T>(participant, std::move(value), root);
  });
}
/// Replaces the elements of every member by those of `root`, with the same number of elements at
/// every member; they are copied byte by byte.
template <class T, std::size_t N>
void broadcast(std::span<T, N> data, int root, member_set members = {}) {
  run_collective(members, [&](participation& participant) {
    broadcast_bytes(participant, participant.rank_of(root), buffer_in(data));
  });
}
/// The elements must live until the future is ready, or the scope of the caller has ended.
template <class T, std::size_t N>
[[nodiscard]] auto async_broadcast(std::span<T, N> data, int root, member_set members = {}) {
  return async_collective(members, [data, root](participation& participant) {
    broadcast_bytes(participant, participant.rank_of(root), buffer_in(data));
  });
}

}  // namespace skua::collective
