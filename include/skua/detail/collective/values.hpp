// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values as messages: trivially copyable values as their bytes, all others encoded.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <skua/detail/collective/byte_operations.hpp>
#include <skua/detail/core/packing_section.hpp>
#include <skua/wire/wire.hpp>

namespace skua::collective {

/// Whether a value is sent as its bytes.
template <class T>
inline constexpr bool as_bytes = wire::bitwise_serializable<T> && std::is_trivially_copyable_v<T>;

/// Decodes a value from a message; message_of encodes one.
template <class T>
T value_in(std::vector<std::byte> const& message) {
  wire::reader in(wire::view_of(message));
  return sched::decode_timed<T>(in);
}
template <class T>
wire::writer message_of(T const& value) {
  wire::require_serializable<T>();
  wire::writer message;
  sched::encode_timed(message, value);
  return message;
}

/// Adds one message for each value.
template <class T>
void add_messages(message_list& list, std::vector<T> const& values) {
  wire::require_serializable<T>();
  for (std::size_t i = 0; i < values.size(); ++i)
    list.add([&](wire::writer& to) { sched::encode_timed<T>(to, values[i]); });
}

/// Storage for a value that is received as its bytes.
template <class T>
class value_storage {
 public:
  [[nodiscard]] buffer space() noexcept { return raw_; }
  [[nodiscard]] T take() const noexcept { return *std::launder(reinterpret_cast<T const*>(raw_)); }

 private:
  alignas(T) std::byte raw_[sizeof(T)];
};

template <class T>
void send_value(participation& participant, int to, T const& value) {
  if constexpr (as_bytes<T>) {
    participant.send(to, wire::bytes_of(value));
  } else {
    participant.send(to, message_of(value).view());
  }
}
template <class T>
T receive_value(participation& participant, int from) {
  if constexpr (as_bytes<T>) {
    value_storage<T> storage;
    participant.receive(from, storage.space());
    return storage.take();
  } else {
    return value_in<T>(participant.receive(from));
  }
}
/// Sends a value to a peer and receives one; the peer does the same. The lower rank sends first,
/// because messages may be long.
template <class T>
T swap_values(participation& participant, int peer, T const& value) {
  if constexpr (as_bytes<T>) {
    value_storage<T> storage;
    participant.expect(peer, storage.space());
    participant.send(peer, wire::bytes_of(value));
    participant.await(peer);
    return storage.take();
  } else if (participant.rank() < peer) {
    send_value(participant, peer, value);
    return receive_value<T>(participant, peer);
  } else {
    T received = receive_value<T>(participant, peer);
    send_value(participant, peer, value);
    return received;
  }
}

/// Elements that are sent as their bytes.
template <class T>
constexpr void require_elements() {
  static_assert(as_bytes<T>,
                "skua: the elements of a span in a collective operation are copied byte by byte: give a std::vector of "
                "values instead");
}
template <class T, std::size_t N>
bytes bytes_in(std::span<T, N> elements) noexcept {
  require_elements<std::remove_cv_t<T>>();
  return std::as_bytes(elements);
}
template <class T, std::size_t N>
buffer buffer_in(std::span<T, N> elements) noexcept {
  require_elements<T>();
  return std::as_writable_bytes(elements);
}

/// The combiner that applies an operation on elements to spans.
template <class T, class Op>
combiner combine_by(Op const& op) noexcept {
  require_elements<T>();
  return {[](void const* op_address, std::byte* low, std::byte* high, std::size_t n, bool into_low) {
            auto const& operation = *static_cast<Op const*>(op_address);
            auto* const left = reinterpret_cast<T*>(low);
            auto* const right = reinterpret_cast<T*>(high);
            if (into_low) {
              for (std::size_t i = 0; i < n; ++i) left[i] = operation(std::as_const(left[i]), std::as_const(right[i]));
            } else {
              for (std::size_t i = 0; i < n; ++i) right[i] = operation(std::as_const(left[i]), std::as_const(right[i]));
            }
          },
          std::addressof(op), sizeof(T)};
}

/// Decodes one value from each message.
template <class T>
std::vector<T> values_in(std::vector<std::vector<std::byte>> const& messages) {
  std::vector<T> values;
  values.reserve(messages.size());
  for (auto const& memorys : messages) values.push_back(value_in<T>(memorys));
  return values;
}

/// The values of all members, one after another, and the number of values of each member.
template <class T>
struct gathered {
  std::vector<T> values;
  std::vector<std::size_t> counts;

  friend bool operator==(gathered const&, gathered const&) = default;
};
template <class T>
gathered<T> gathered_in(std::vector<std::vector<std::byte>> const& messages) {
  gathered<T> result;
  for (auto const& memorys : messages) {
    auto part = value_in<std::vector<T>>(memorys);
    result.counts.push_back(part.size());
    result.values.insert(result.values.end(), std::make_move_iterator(part.begin()),
                         std::make_move_iterator(part.end()));
  }
  return result;
}

}  // namespace skua::collective
