// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gather and scatter. Short parts go along a binomial tree, the parts of a whole subtree in one
// message, so the root sends or receives about log2(members) messages. Long parts go directly to or
// from the root: there the bytes cost more than the number of messages, and inner nodes of the tree
// need no buffers for them.
//
// Parts of unknown lengths go along the tree as entries with their lengths; a long part follows
// directly.
#include <skua/detail/collective/byte_operations.hpp>

#include <algorithm>
#include <cstring>

#include <skua/detail/base/check.hpp>
#include <skua/detail/collective/topology.hpp>
#include <skua/wire/reader.hpp>
#include <skua/wire/writer.hpp>

#include "collective/copy_bytes.hpp"

namespace skua::collective {
namespace {

constexpr std::size_t short_part = 1024;

/// The bytes of `count` parts of equal length, from the k-th on.
template <class Span>
Span parts_of(Span parts, std::size_t size, int index, int count = 1) noexcept {
  return parts.subspan(static_cast<std::size_t>(index) * size, static_cast<std::size_t>(count) * size);
}

void put_entry(wire::writer& to, bytes part) {
  to.put(static_cast<std::uint64_t>(part.size()));
  if (part.size() <= short_part) to.raw(part.data(), part.size());
}
/// A part's length and bytes; without the bytes if it is long.
struct entry {
  std::size_t size;
  bytes part;
};
entry take_entry(wire::reader& in) {
  auto const size = static_cast<std::size_t>(in.get<std::uint64_t>());
  return {size, size <= short_part ? in.take(size) : bytes()};
}

void gather_directly(participation& participant, int root, bytes own_part, buffer parts) {
  if (participant.rank() != root) return participant.send(root, own_part);
  for (int rank = 0; rank < participant.size(); ++rank) {
    if (rank != root) participant.expect(rank, parts_of(parts, own_part.size(), rank));
  }
  copy_bytes(parts_of(parts, own_part.size(), root), own_part);
  for (int rank = 0; rank < participant.size(); ++rank) {
    if (rank != root) participant.await(rank);
  }
}

void scatter_directly(participation& participant, int root, bytes parts, buffer own_part) {
  if (participant.rank() != root) return participant.receive(root, own_part);
  for (int rank = 0; rank < participant.size(); ++rank) {
    if (rank != root) participant.send(rank, parts_of(parts, own_part.size(), rank));
  }
  copy_bytes(own_part, parts_of(parts, own_part.size(), root));
}

void check_total_size(participation const& participant, std::size_t total, std::size_t part) {
  base::check(total == part * static_cast<std::size_t>(participant.size()),
              "members of a collective operation disagree about its kind or its size");
}

}  // namespace

void gather_bytes(participation& participant, int root, bytes own_part, buffer parts) {
  if (participant.rank() == root) check_total_size(participant, parts.size(), own_part.size());
  if (own_part.size() > short_part) return gather_directly(participant, root, own_part, parts);
  topology::tree_position const caller(participant.rank(), root, participant.size());
  if (caller.is_leaf() && participant.rank() != root) return participant.send(caller.parent(), own_part);
  std::vector<std::byte> subtree(own_part.size() * static_cast<std::size_t>(caller.subtree()));
  caller.up([&](int child, int index, int count) {
    participant.expect(child, parts_of(buffer(subtree), own_part.size(), index, count));
  });
  copy_bytes(parts_of(buffer(subtree), own_part.size(), 0), own_part);
  caller.up([&](int child, int, int) { participant.await(child); });
  if (participant.rank() != root) return participant.send(caller.parent(), subtree);
  for (int index = 0; index < participant.size(); ++index)
    copy_bytes(parts_of(parts, own_part.size(), caller.rank(index)), parts_of(bytes(subtree), own_part.size(), index));
}

std::vector<std::vector<std::byte>> gather_bytes(participation& participant, int root, bytes own_part) {
  topology::tree_position const caller(participant.rank(), root, participant.size());
  wire::writer entries;
  put_entry(entries, own_part);
  caller.up([&](int child, int, int) {
    std::vector<std::byte> const child_entries = participant.receive(child);
    entries.raw(child_entries.data(), child_entries.size());
  });
  std::vector<std::vector<std::byte>> parts;
  if (participant.rank() != root) {
    participant.send(caller.parent(), entries.view());
    if (own_part.size() > short_part) participant.send(root, own_part);
    return parts;
  }
  parts.resize(static_cast<std::size_t>(participant.size()));
  wire::reader in(entries.view());
  std::vector<int> long_parts;
  for (int index = 0; index < participant.size(); ++index) {
    entry const entry = take_entry(in);
    auto& part = parts[static_cast<std::size_t>(caller.rank(index))];
    part.assign(entry.part.begin(), entry.part.end());
    if (entry.size <= short_part) continue;
    part.resize(entry.size);
    if (index != 0) long_parts.push_back(caller.rank(index));
  }
  for (int rank : long_parts) participant.expect(rank, parts[static_cast<std::size_t>(rank)]);
  copy_bytes(parts[static_cast<std::size_t>(root)], own_part);
  for (int rank : long_parts) participant.await(rank);
  return parts;
}

void scatter_bytes(participation& participant, int root, bytes parts, buffer own_part) {
  if (participant.rank() == root) check_total_size(participant, parts.size(), own_part.size());
  if (own_part.size() > short_part) return scatter_directly(participant, root, parts, own_part);
  topology::tree_position const caller(participant.rank(), root, participant.size());
  if (caller.is_leaf() && participant.rank() != root) return participant.receive(caller.parent(), own_part);
  std::vector<std::byte> subtree(own_part.size() * static_cast<std::size_t>(caller.subtree()));
  if (participant.rank() == root) {
    for (int index = 0; index < participant.size(); ++index)
      copy_bytes(parts_of(buffer(subtree), own_part.size(), index),
                 parts_of(parts, own_part.size(), caller.rank(index)));
  } else {
    participant.receive(caller.parent(), subtree);
  }
  caller.down([&](int child, int index, int count) {
    participant.send(child, parts_of(bytes(subtree), own_part.size(), index, count));
  });
  copy_bytes(own_part, parts_of(bytes(subtree), own_part.size(), 0));
}

std::vector<std::byte> scatter_bytes(participation& participant, int root, message_list const& parts) {
  topology::tree_position const caller(participant.rank(), root, participant.size());
  if (participant.rank() == root) {
    auto const part = [&](int index) { return parts[static_cast<std::size_t>(caller.rank(index))]; };
    wire::writer entries;
    caller.down([&](int child, int first, int count) {
      entries.clear();
      for (int index = first; index < first + count; ++index) put_entry(entries, part(index));
      participant.send(child, entries.view());
    });
    for (int index = 1; index < participant.size(); ++index) {
      if (part(index).size() > short_part) participant.send(caller.rank(index), part(index));
    }
    return {part(0).begin(), part(0).end()};
  }
  std::vector<std::byte> const entries = participant.receive(caller.parent());
  wire::reader in(entries);
  entry const own = take_entry(in);
  std::vector<std::size_t> offsets{0};  // of the k-th entry
  for (int index = 1; index < caller.subtree(); ++index) {
    offsets.push_back(entries.size() - in.remaining());
    (void)take_entry(in);
  }
  offsets.push_back(entries.size());
  caller.down([&](int child, int index, int count) {
    std::size_t const first = offsets[static_cast<std::size_t>(index)];
    participant.send(child, bytes(entries).subspan(first, offsets[static_cast<std::size_t>(index + count)] - first));
  });
  std::vector<std::byte> own_part(own.part.begin(), own.part.end());
  if (own.size > short_part) {
    own_part.resize(own.size);
    participant.receive(root, own_part);
  }
  return own_part;
}

}  // namespace skua::collective
