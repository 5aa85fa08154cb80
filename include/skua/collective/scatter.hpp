// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// scatter: a part of what the root has for each member.
#pragma once

#include <skua/base/check.hpp>
#include <skua/collective/values.hpp>

namespace skua::collective {

template <class T>
T scatter_in(turn& t, std::vector<T> const& parts, int root_place) {
  int const root = t.rank_of(root_place);
  base::check(t.rank() != root || parts.size() == static_cast<std::size_t>(t.size()),
              "scatter needs one part for each member of the set");
  std::vector<wire::writer> encoded;
  std::vector<bytes> out;
  if (t.rank() == root) {
    for (std::size_t r = 0; r < parts.size(); ++r) encoded.push_back(parcel_of<T>(parts[r]));
    for (auto const& e : encoded) out.push_back(e.view());
  }
  return value_in<T>(deal(t, root, out));
}

/// Element i of the root's vector, for the member of rank i; the vectors of the others are not
/// looked at.
template <class T>
T scatter(std::vector<T> const& parts, int root, over who = {}) {
  return take(who, [&](turn& t) { return scatter_in(t, parts, root); });
}
template <class T>
[[nodiscard]] auto async_scatter(std::vector<T> parts, int root, over who = {}) {
  return take_later(who, [parts = std::move(parts), root](turn& t) { return scatter_in(t, parts, root); });
}
/// The same with a vector of any length for each.
template <class T>
std::vector<T> scatterv(std::vector<std::vector<T>> const& parts, int root, over who = {}) {
  return scatter(parts, root, who);
}
template <class T>
[[nodiscard]] auto async_scatterv(std::vector<std::vector<T>> parts, int root, over who = {}) {
  return async_scatter(std::move(parts), root, who);
}
/// Parts of equal length out of the root's buffer; that of the others is not looked at.
template <class T, std::size_t N, class U, std::size_t M>
void scatter(std::span<T, N> all, std::span<U, M> mine, int root, over who = {}) {
  take(who, [&](turn& t) { deal(t, t.rank_of(root), bytes_in(all), buffer_in(mine)); });
}
template <class T, std::size_t N, class U, std::size_t M>
[[nodiscard]] auto async_scatter(std::span<T, N> all, std::span<U, M> mine, int root, over who = {}) {
  return take_later(who, [all, mine, root](turn& t) { deal(t, t.rank_of(root), bytes_in(all), buffer_in(mine)); });
}

}  // namespace skua::collective
