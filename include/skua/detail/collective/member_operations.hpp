// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The share of one member in each collective operation on values. Operations on bytes:
// byte_operations.hpp. Invariants and edges: participation.hpp.
#pragma once

#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <skua/detail/base/check.hpp>
#include <skua/detail/collective/topology.hpp>
#include <skua/detail/collective/values.hpp>

namespace skua::collective {

template <class T>
T broadcast_in(participation& t, T value, int root) {
  int const root_rank = t.rank_of(root);
  if constexpr (as_bytes<T>) {
    broadcast_bytes(t, root_rank, std::as_writable_bytes(std::span(std::addressof(value), 1)));
    return value;
  } else {
    bool const is_root = t.rank() == root_rank;
    wire::writer const own = is_root && t.size() > 1 ? message_of(value) : wire::writer();
    std::vector<std::byte> const message = broadcast_message(t, root_rank, own.view());
    return is_root ? value : value_in<T>(message);
  }
}

template <class T>
T scatter_in(participation& t, std::vector<T> const& parts, int root_place) {
  int const root = t.rank_of(root_place);
  (base::check)(t.rank() != root || parts.size() == static_cast<std::size_t>(t.size()),
                "scatter needs one part for each member of the set");
  message_list outgoing;
  if (t.rank() == root) add_messages(outgoing, parts);
  return value_in<T>(scatter_bytes(t, root, outgoing));
}

template <class T>
std::vector<T> gather_in(participation& t, T const& value, int root_place) {
  int const root = t.rank_of(root_place);
  if constexpr (as_bytes<T> && std::is_default_constructible_v<T> && !std::is_same_v<T, bool>) {
    std::vector<T> values(t.rank() == root ? static_cast<std::size_t>(t.size()) : 0);
    gather_bytes(t, root, wire::bytes_of(value), std::as_writable_bytes(std::span(values)));
    return values;
  } else {
    return values_in<T>(gather_bytes(t, root, message_of(value).view()));
  }
}

template <class T>
std::vector<T> allgather_in(participation& t, T const& value) {
  if constexpr (as_bytes<T> && std::is_default_constructible_v<T> && !std::is_same_v<T, bool>) {
    std::vector<T> values(static_cast<std::size_t>(t.size()));
    exchange_same(t, wire::bytes_of(value), std::as_writable_bytes(std::span(values)));
    return values;
  } else {
    return values_in<T>(exchange_same(t, message_of(value).view()));
  }
}

template <class T>
std::vector<T> alltoall_in(participation& t, std::vector<T> const& parts) {
  auto const n = static_cast<std::size_t>(t.size());
  (base::check)(parts.size() == n, "alltoall needs one part for each member of the set");
  if constexpr (as_bytes<T> && std::is_default_constructible_v<T> && !std::is_same_v<T, bool>) {
    std::vector<T> result(n);
    exchange_parts(t, std::as_bytes(std::span(parts)), std::as_writable_bytes(std::span(result)));
    return result;
  } else {
    message_list outgoing;
    add_messages(outgoing, parts);
    return values_in<T>(alltoall_bytes(t, outgoing));
  }
}

template <class T, class Op>
T allreduce_in(participation& t, T value, Op& op) {
  // Recursive doubling along a hypercube. A member that is attached to a corner gives it its value,
  // and gets the result.
  topology::hypercube const cube(t.size());
  int const r = t.rank();
  if (cube.is_behind(r)) {
    send_value(t, r - 1, value);
    return receive_value<T>(t, r - 1);
  }
  if (cube.has_behind(r)) {
    T received = receive_value<T>(t, r + 1);
    t.stop_polling();
    value = op(std::move(value), std::move(received));
  }
  int const corner = cube.corner_of(r);
  for (int step = 1; step < cube.corners(); step *= 2) {
    T received = swap_values(t, cube.partner_of(corner, step), value);
    t.stop_polling();
    value = cube.is_low(corner, step) ? op(std::move(value), std::move(received))
                                      : op(std::move(received), std::move(value));
  }
  if (cube.has_behind(r)) send_value(t, r + 1, value);
  return value;
}

template <class T, class Op>
std::optional<T> reduce_in(participation& t, T value, Op& op, int root_place) {
  int const root = t.rank_of(root_place);
  int const r = t.rank();
  topology::tree_position const position(r, 0, t.size());
  position.up([&](int child, int, int) {
    T received = receive_value<T>(t, child);
    t.stop_polling();
    value = op(std::move(value), std::move(received));
  });
  if (!position.is_root()) send_value(t, position.parent(), value);
  if (root == 0) return r == 0 ? std::optional<T>(std::move(value)) : std::nullopt;
  if (r == 0) send_value(t, root, value);
  return r == root ? std::optional<T>(receive_value<T>(t, 0)) : std::nullopt;
}

/// The prefixes at the caller: without its own value, and including it.
template <class T>
struct prefixes {
  std::optional<T> exclusive;
  T inclusive;
};

template <class T, class Op>
prefixes<T> scan_in(participation& t, T value, Op& op) {
  prefixes<T> result{std::nullopt, std::move(value)};
  for (int d = 1; d < t.size(); d *= 2) {
    if (t.rank() + d < t.size()) send_value(t, t.rank() + d, result.inclusive);
    if (t.rank() < d) continue;
    T lower = receive_value<T>(t, t.rank() - d);
    t.stop_polling();
    result.inclusive = op(T(lower), std::move(result.inclusive));
    if (result.exclusive) {
      result.exclusive = op(std::move(lower), std::move(*result.exclusive));
    } else {
      result.exclusive = std::move(lower);
    }
  }
  return result;
}

template <class T, class Op>
T exclusive_scan_in(participation& t, T value, Op& op, T first) {
  prefixes<T> result = scan_in<T>(t, std::move(value), op);
  return result.exclusive ? T(op(std::move(first), std::move(*result.exclusive))) : first;
}

template <class T, class Op>
void exclusive_scan_in(participation& t, std::span<T> data, Op const& op, T const& first) {
  struct cell {  // avoids std::vector<bool>
    T value;
  };
  std::vector<cell> prefix;
  prefix.reserve(data.size());
  for (T const& x : data) prefix.push_back({x});
  scan_bytes(t, combine_by<T>(op), buffer_in(data), std::as_writable_bytes(std::span(prefix)));
  t.stop_polling();
  for (std::size_t i = 0; i < data.size(); ++i)
    data[i] = t.rank() == 0 ? first : T(op(std::as_const(first), std::as_const(prefix[i].value)));
}

}  // namespace skua::collective
