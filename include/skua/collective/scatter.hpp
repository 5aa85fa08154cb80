// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// scatter: a part of the root's data for each member.
#pragma once

#include <skua/detail/collective/member_operations.hpp>
#include <skua/detail/collective/values.hpp>

namespace skua::collective {

/// Element i of the root's vector goes to the member of rank i; the vectors of the others are
/// ignored.
template <class T>
T scatter(std::vector<T> const& parts, int root, member_set members = {}) {
  return run_collective(members, [&](participation& participant) { return scatter_in(participant, parts, root); });
}
/// Like scatter, in a separate task. A span must live until the future is ready, or the scope of
/// the caller has ended.
template <class T>
[[nodiscard]] auto async_scatter(std::vector<T> parts, int root, member_set members = {}) {
  return async_collective(members, [parts = std::move(parts), root](participation& participant) {
    return scatter_in(participant, parts, root);
  });
}
/// Like scatter, with a vector of any length for each member.
template <class T>
std::vector<T> scatterv(std::vector<std::vector<T>> const& parts, int root, member_set members = {}) {
  return scatter(parts, root, members);
}
/// Like scatterv, in a separate task.
template <class T>
[[nodiscard]] auto async_scatterv(std::vector<std::vector<T>> parts, int root, member_set members = {}) {
  return async_scatter(std::move(parts), root, members);
}
/// Sends parts of equal length from the root's buffer; the buffers `parts` of the others are
/// ignored.
template <class T, std::size_t N, class U, std::size_t M>
void scatter(std::span<T, N> parts, std::span<U, M> own_part, int root, member_set members = {}) {
  run_collective(members, [&](participation& participant) {
    scatter_bytes(participant, participant.rank_of(root), bytes_in(parts), buffer_in(own_part));
  });
}
template <class T, std::size_t N, class U, std::size_t M>
[[nodiscard]] auto async_scatter(std::span<T, N> parts, std::span<U, M> own_part, int root, member_set members = {}) {
  return async_collective(members, [parts, own_part, root](participation& participant) {
    scatter_bytes(participant, participant.rank_of(root), bytes_in(parts), buffer_in(own_part));
  });
}

}  // namespace skua::collective
