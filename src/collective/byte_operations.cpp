// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/detail/collective/byte_operations.hpp>

#include <cstring>

#include <skua/detail/base/check.hpp>
#include <skua/detail/collective/topology.hpp>
#include <skua/wire/reader.hpp>
#include <skua/wire/writer.hpp>

#include "collective/copy_bytes.hpp"

namespace skua::collective {
namespace {

// bytes; short messages go along a tree, longer ones along a chain, where no member sends twice
constexpr std::size_t short_message = 16 * 1024;

/// At the root of a broadcast along the chain.
void send_along_chain(participation& participant, bytes data) {
  participant.send(topology::after(participant.rank(), 1, participant.size()), data);
}
/// At the other members.
void pass_along_chain(participation& participant, int root, buffer data) {
  int const n = participant.size();
  int const next = topology::after(participant.rank(), 1, n);
  int const previous = topology::before(participant.rank(), 1, n);
  if (next == root) {
    participant.receive(previous, data);
  } else {
    participant.forward(previous, next, data);
  }
}

void alltoall_parts(participation& participant, std::span<bytes const> out, std::span<buffer const> in) {
  int const n = participant.size();
  auto const own_rank = static_cast<std::size_t>(participant.rank());
  for (int distance = 1; distance < n; ++distance) {
    int const from = topology::before(participant.rank(), distance, n);
    participant.expect(from, in[static_cast<std::size_t>(from)]);
  }
  // In every step each member sends to a different one.
  for (int distance = 1; distance < n; ++distance) {
    int const to = topology::after(participant.rank(), distance, n);
    participant.send(to, out[static_cast<std::size_t>(to)]);
  }
  copy_bytes(in[own_rank], out[own_rank]);
  for (int distance = 1; distance < n; ++distance) participant.await(topology::before(participant.rank(), distance, n));
}

/// Like alltoall_parts, for sizes that only the senders know.
std::vector<std::vector<std::byte>> alltoall_messages(participation& participant, std::span<bytes const> out) {
  auto const n = static_cast<std::size_t>(participant.size());
  std::vector<std::uint64_t> sizes_out(n);
  std::vector<std::uint64_t> sizes_in(n);
  std::vector<bytes> send_buffers(n);
  std::vector<buffer> receive_buffers(n);
  for (std::size_t rank = 0; rank < n; ++rank) {
    sizes_out[rank] = out[rank].size();
    send_buffers[rank] = std::as_bytes(std::span(&sizes_out[rank], 1));
    receive_buffers[rank] = std::as_writable_bytes(std::span(&sizes_in[rank], 1));
  }
  alltoall_parts(participant, send_buffers, receive_buffers);
  std::vector<std::vector<std::byte>> in(n);
  for (std::size_t rank = 0; rank < n; ++rank) {
    in[rank].resize(static_cast<std::size_t>(sizes_in[rank]));
    receive_buffers[rank] = in[rank];
  }
  alltoall_parts(participant, out, receive_buffers);
  return in;
}

/// The parts of equal length of a buffer, in their order.
template <class Byte>
std::vector<std::span<Byte>> equal_parts(std::span<Byte> whole, int n) {
  std::vector<std::span<Byte>> parts(static_cast<std::size_t>(n));
  std::size_t const size = whole.size() / parts.size();
  for (std::size_t rank = 0; rank < parts.size(); ++rank) parts[rank] = whole.subspan(rank * size, size);
  return parts;
}

}  // namespace

message_list::message_list() noexcept = default;
message_list::~message_list() = default;
void message_list::end_message() { ends_.push_back(bytes_.size()); }
std::size_t message_list::size() const noexcept { return ends_.size(); }
bytes message_list::operator[](std::size_t rank) const noexcept {
  std::size_t const begin = rank == 0 ? 0 : ends_[rank - 1];
  return bytes_.view().subspan(begin, ends_[rank] - begin);
}

void run_barrier(participation& participant) {
  int const n = participant.size();
  for (int distance = 1; distance < n; distance *= 2) {
    participant.send(topology::after(participant.rank(), distance, n), {});
    participant.receive(topology::before(participant.rank(), distance, n), {});
  }
}

void broadcast_bytes(participation& participant, int root, buffer data) {
  if (participant.size() == 1) return;
  if (data.size() > short_message)
    return participant.rank() == root ? send_along_chain(participant, data) : pass_along_chain(participant, root, data);
  topology::tree_position const caller(participant.rank(), root, participant.size());
  if (!caller.is_root()) participant.receive(caller.parent(), data);
  caller.down([&](int child, int, int) { participant.send(child, data); });
}

std::vector<std::byte> broadcast_message(participation& participant, int root, bytes data) {
  std::vector<std::byte> result;
  if (participant.size() == 1) return result;
  topology::tree_position const caller(participant.rank(), root, participant.size());
  // The first message has the bytes, if they are few, else their number.
  wire::writer first;
  if (caller.is_root()) {
    bool const is_short = data.size() <= short_message;
    first.put(static_cast<std::uint8_t>(is_short));
    if (is_short) {
      first.raw(data.data(), data.size());
    } else {
      first.put(static_cast<std::uint64_t>(data.size()));
    }
    caller.down([&](int child, int, int) { participant.send(child, first.view()); });
    if (!is_short) send_along_chain(participant, data);
    return result;
  }
  std::vector<std::byte> const received = participant.receive(caller.parent());
  caller.down([&](int child, int, int) { participant.send(child, received); });
  wire::reader in(received);
  if (in.get<std::uint8_t>() != 0) {
    result.assign(received.begin() + 1, received.end());
  } else {
    result.resize(static_cast<std::size_t>(in.get<std::uint64_t>()));
    pass_along_chain(participant, root, result);
  }
  return result;
}

std::vector<std::vector<std::byte>> alltoall_bytes(participation& participant, message_list const& out) {
  std::vector<bytes> outgoing;
  for (std::size_t rank = 0; rank < out.size(); ++rank) outgoing.push_back(out[rank]);
  return alltoall_messages(participant, outgoing);
}

void exchange_parts(participation& participant, bytes out, buffer in) {
  alltoall_parts(participant, equal_parts(out, participant.size()), equal_parts(in, participant.size()));
}

std::vector<std::vector<std::byte>> exchange_same(participation& participant, bytes own_part) {
  std::vector<bytes> const outgoing(static_cast<std::size_t>(participant.size()), own_part);
  return alltoall_messages(participant, outgoing);
}

void exchange_same(participation& participant, bytes own_part, buffer parts) {
  std::vector<bytes> const outgoing(static_cast<std::size_t>(participant.size()), own_part);
  alltoall_parts(participant, outgoing, equal_parts(parts, participant.size()));
}

}  // namespace skua::collective
