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
void send_along_chain(participation& t, bytes data) { t.send(topology::after(t.rank(), 1, t.size()), data); }
/// At the other members.
void pass_along_chain(participation& t, int root, buffer data) {
  int const n = t.size();
  int const next = topology::after(t.rank(), 1, n);
  int const previous = topology::before(t.rank(), 1, n);
  if (next == root) {
    t.receive(previous, data);
  } else {
    t.forward(previous, next, data);
  }
}

void alltoall_parts(participation& t, std::span<bytes const> out, std::span<buffer const> in) {
  int const n = t.size();
  auto const own_rank = static_cast<std::size_t>(t.rank());
  for (int d = 1; d < n; ++d) {
    int const from = topology::before(t.rank(), d, n);
    t.expect(from, in[static_cast<std::size_t>(from)]);
  }
  // In every step each member sends to a different one.
  for (int d = 1; d < n; ++d) {
    int const to = topology::after(t.rank(), d, n);
    t.send(to, out[static_cast<std::size_t>(to)]);
  }
  copy_bytes(in[own_rank], out[own_rank]);
  for (int d = 1; d < n; ++d) t.await(topology::before(t.rank(), d, n));
}

/// Like alltoall_parts, for sizes that only the senders know.
std::vector<std::vector<std::byte>> alltoall_messages(participation& t, std::span<bytes const> out) {
  auto const n = static_cast<std::size_t>(t.size());
  std::vector<std::uint64_t> sizes_out(n);
  std::vector<std::uint64_t> sizes_in(n);
  std::vector<bytes> send_buffers(n);
  std::vector<buffer> receive_buffers(n);
  for (std::size_t r = 0; r < n; ++r) {
    sizes_out[r] = out[r].size();
    send_buffers[r] = std::as_bytes(std::span(&sizes_out[r], 1));
    receive_buffers[r] = std::as_writable_bytes(std::span(&sizes_in[r], 1));
  }
  alltoall_parts(t, send_buffers, receive_buffers);
  std::vector<std::vector<std::byte>> in(n);
  for (std::size_t r = 0; r < n; ++r) {
    in[r].resize(static_cast<std::size_t>(sizes_in[r]));
    receive_buffers[r] = in[r];
  }
  alltoall_parts(t, out, receive_buffers);
  return in;
}

/// The parts of equal length of a buffer, in their order.
template <class Byte>
std::vector<std::span<Byte>> equal_parts(std::span<Byte> whole, int n) {
  std::vector<std::span<Byte>> parts(static_cast<std::size_t>(n));
  std::size_t const size = whole.size() / parts.size();
  for (std::size_t r = 0; r < parts.size(); ++r) parts[r] = whole.subspan(r * size, size);
  return parts;
}

}  // namespace

message_list::message_list() noexcept = default;
message_list::~message_list() = default;
void message_list::end_message() { ends_.push_back(bytes_.size()); }
std::size_t message_list::size() const noexcept { return ends_.size(); }
bytes message_list::operator[](std::size_t r) const noexcept {
  std::size_t const begin = r == 0 ? 0 : ends_[r - 1];
  return bytes_.view().subspan(begin, ends_[r] - begin);
}

void run_barrier(participation& t) {
  int const n = t.size();
  for (int d = 1; d < n; d *= 2) {
    t.send(topology::after(t.rank(), d, n), {});
    t.receive(topology::before(t.rank(), d, n), {});
  }
}

void broadcast_bytes(participation& t, int root, buffer data) {
  if (t.size() == 1) return;
  if (data.size() > short_message)
    return t.rank() == root ? send_along_chain(t, data) : pass_along_chain(t, root, data);
  topology::tree_position const caller(t.rank(), root, t.size());
  if (!caller.is_root()) t.receive(caller.parent(), data);
  caller.down([&](int child, int, int) { t.send(child, data); });
}

std::vector<std::byte> broadcast_message(participation& t, int root, bytes data) {
  std::vector<std::byte> result;
  if (t.size() == 1) return result;
  topology::tree_position const caller(t.rank(), root, t.size());
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
    caller.down([&](int child, int, int) { t.send(child, first.view()); });
    if (!is_short) send_along_chain(t, data);
    return result;
  }
  std::vector<std::byte> const received = t.receive(caller.parent());
  caller.down([&](int child, int, int) { t.send(child, received); });
  wire::reader in(received);
  if (in.get<std::uint8_t>() != 0) {
    result.assign(received.begin() + 1, received.end());
  } else {
    result.resize(static_cast<std::size_t>(in.get<std::uint64_t>()));
    pass_along_chain(t, root, result);
  }
  return result;
}

std::vector<std::vector<std::byte>> alltoall_bytes(participation& t, message_list const& out) {
  std::vector<bytes> outgoing;
  for (std::size_t r = 0; r < out.size(); ++r) outgoing.push_back(out[r]);
  return alltoall_messages(t, outgoing);
}

void exchange_parts(participation& t, bytes out, buffer in) {
  alltoall_parts(t, equal_parts(out, t.size()), equal_parts(in, t.size()));
}

std::vector<std::vector<std::byte>> exchange_same(participation& t, bytes own_part) {
  std::vector<bytes> const outgoing(static_cast<std::size_t>(t.size()), own_part);
  return alltoall_messages(t, outgoing);
}

void exchange_same(participation& t, bytes own_part, buffer parts) {
  std::vector<bytes> const outgoing(static_cast<std::size_t>(t.size()), own_part);
  alltoall_parts(t, outgoing, equal_parts(parts, t.size()));
}

}  // namespace skua::collective
