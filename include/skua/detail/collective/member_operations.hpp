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
T broadcast_in(participation& participant, T value, int root) {
  int const root_rank = participant.rank_of(root);
  if constexpr (as_bytes<T>) {
    broadcast_bytes(participant, root_rank, std::as_writable_bytes(std::span(std::addressof(value), 1)));
    return value;
  } else {
    bool const is_root = participant.rank() == root_rank;
    wire::writer const own = is_root && participant.size() > 1 ? message_of(value) : wire::writer();
    std::vector<std::byte> const message = broadcast_message(participant, root_rank, own.view());
    return is_root ? value : value_in<T>(message);
  }
}

template <class T>
T scatter_in(participation& participant, std::vector<T> const& parts, int root_place) {
  int const root = participant.rank_of(root_place);
  (base::check)(participant.rank() != root || parts.size() == static_cast<std::size_t>(participant.size()),
                "scatter needs one part for each member of the set");
  message_list outgoing;
  if (participant.rank() == root) add_messages(outgoing, parts);
  return value_in<T>(scatter_bytes(participant, root, outgoing));
}

template <class T>
std::vector<T> gather_in(participation& participant, T const& value, int root_place) {
  int const root = participant.rank_of(root_place);
  if constexpr (as_bytes<T> && std::is_default_constructible_v<T> && !std::is_same_v<T, bool>) {
    std::vector<T> values(participant.rank() == root ? static_cast<std::size_t>(participant.size()) : 0);
    gather_bytes(participant, root, wire::bytes_of(value), std::as_writable_bytes(std::span(values)));
    return values;
  } else {
    return values_in<T>(gather_bytes(participant, root, message_of(value).view()));
  }
}

template <class T>
std::vector<T> allgather_in(participation& participant, T const& value) {
  if constexpr (as_bytes<T> && std::is_default_constructible_v<T> && !std::is_same_v<T, bool>) {
    std::vector<T> values(static_cast<std::size_t>(participant.size()));
    exchange_same(participant, wire::bytes_of(value), std::as_writable_bytes(std::span(values)));
    return values;
  } else {
    return values_in<T>(exchange_same(participant, message_of(value).view()));
  }
}

template <class T>
std::vector<T> alltoall_in(participation& participant, std::vector<T> const& parts) {
  auto const n = static_cast<std::size_t>(participant.size());
  (base::check)(parts.size() == n, "alltoall needs one part for each member of the set");
  if constexpr (as_bytes<T> && std::is_default_constructible_v<T> && !std::is_same_v<T, bool>) {
    std::vector<T> result(n);
    exchange_parts(participant, std::as_bytes(std::span(parts)), std::as_writable_bytes(std::span(result)));
    return result;
  } else {
    message_list outgoing;
    add_messages(outgoing, parts);
    return values_in<T>(alltoall_bytes(participant, outgoing));
  }
}

template <class T, class Op>
T allreduce_in(participation& participant, T value, Op& op) {
  // Recursive doubling along a hypercube. A member that is attached to a corner gives it its value,
  // and gets the result.
  topology::hypercube const cube(participant.size());
  int const rank = participant.rank();
  if (cube.is_behind(rank)) {
    send_value(participant, rank - 1, value);
    return receive_value<T>(participant, rank - 1);
  }
  if (cube.has_behind(rank)) {
    T received = receive_value<T>(participant, rank + 1);
    participant.stop_polling();
    value = op(std::move(value), std::move(received));
  }
  int const corner = cube.corner_of(rank);
  for (int step = 1; step < cube.corners(); step *= 2) {
    T received = swap_values(participant, cube.partner_of(corner, step), value);
    participant.stop_polling();
    value = cube.is_low(corner, step) ? op(std::move(value), std::move(received))
                                      : op(std::move(received), std::move(value));
  }
  if (cube.has_behind(rank)) send_value(participant, rank + 1, value);
  return value;
}

template <class T, class Op>
std::optional<T> reduce_in(participation& participant, T value, Op& op, int root_place) {
  int const root = participant.rank_of(root_place);
  int const rank = participant.rank();
  topology::tree_position const position(rank, 0, participant.size());
  position.up([&](int child, int, int) {
    T received = receive_value<T>(participant, child);
    participant.stop_polling();
    value = op(std::move(value), std::move(received));
  });
  if (!position.is_root()) send_value(participant, position.parent(), value);
  if (root == 0) return rank == 0 ? std::optional<T>(std::move(value)) : std::nullopt;
  if (rank == 0) send_value(participant, root, value);
  return rank == root ? std::optional<T>(receive_value<T>(participant, 0)) : std::nullopt;
}

/// The prefixes at the caller: without its own value, and including it.
template <class T>
struct prefixes {
  std::optional<T> exclusive;
  T inclusive;
};

template <class T, class Op>
prefixes<T> scan_in(participation& participant, T value, Op& op) {
  prefixes<T> result{std::nullopt, std::move(value)};
  for (int distance = 1; distance < participant.size(); distance *= 2) {
    if (participant.rank() + distance < participant.size())
      send_value(participant, participant.rank() + distance, result.inclusive);
    if (participant.rank() < distance) continue;
    T lower = receive_value<T>(participant, participant.rank() - distance);
    participant.stop_polling();
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
T exclusive_scan_in(participation& participant, T value, Op& op, T first) {
  prefixes<T> result = scan_in<T>(participant, std::move(value), op);
  return result.exclusive ? T(op(std::move(first), std::move(*result.exclusive))) : first;
}

template <class T, class Op>
void exclusive_scan_in(participation& participant, std::span<T> data, Op const& op, T const& first) {
  struct cell {  // avoids std::vector<bool>
    T value;
  };
  std::vector<cell> prefix;
  prefix.reserve(data.size());
  for (T const& element : data) prefix.push_back({element});
  scan_bytes(participant, combine_by<T>(op), buffer_in(data), std::as_writable_bytes(std::span(prefix)));
  participant.stop_polling();
  for (std::size_t i = 0; i < data.size(); ++i)
    data[i] = participant.rank() == 0 ? first : T(op(std::as_const(first), std::as_const(prefix[i].value)));
}

}  // namespace skua::collective
