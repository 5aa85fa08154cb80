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
Span parts_of(Span parts, std::size_t size, int k, int count = 1) noexcept {
  return parts.subspan(static_cast<std::size_t>(k) * size, static_cast<std::size_t>(count) * size);
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

void gather_directly(participation& t, int root, bytes own_part, buffer parts) {
  if (t.rank() != root) return t.send(root, own_part);
  for (int r = 0; r < t.size(); ++r) {
    if (r != root) t.expect(r, parts_of(parts, own_part.size(), r));
  }
  copy_bytes(parts_of(parts, own_part.size(), root), own_part);
  for (int r = 0; r < t.size(); ++r) {
    if (r != root) t.await(r);
  }
}

void scatter_directly(participation& t, int root, bytes parts, buffer own_part) {
  if (t.rank() != root) return t.receive(root, own_part);
  for (int r = 0; r < t.size(); ++r) {
    if (r != root) t.send(r, parts_of(parts, own_part.size(), r));
  }
  copy_bytes(own_part, parts_of(parts, own_part.size(), root));
}

void check_total_size(participation const& t, std::size_t total, std::size_t part) {
  base::check(total == part * static_cast<std::size_t>(t.size()),
              "members of a collective operation disagree about its kind or its size");
}

}  // namespace

void gather_bytes(participation& t, int root, bytes own_part, buffer parts) {
  if (t.rank() == root) check_total_size(t, parts.size(), own_part.size());
  if (own_part.size() > short_part) return gather_directly(t, root, own_part, parts);
  topology::tree_position const caller(t.rank(), root, t.size());
  if (caller.is_leaf() && t.rank() != root) return t.send(caller.parent(), own_part);
  std::vector<std::byte> subtree(own_part.size() * static_cast<std::size_t>(caller.subtree()));
  caller.up(
      [&](int child, int k, int count) { t.expect(child, parts_of(buffer(subtree), own_part.size(), k, count)); });
  copy_bytes(parts_of(buffer(subtree), own_part.size(), 0), own_part);
  caller.up([&](int child, int, int) { t.await(child); });
  if (t.rank() != root) return t.send(caller.parent(), subtree);
  for (int k = 0; k < t.size(); ++k)
    copy_bytes(parts_of(parts, own_part.size(), caller.rank(k)), parts_of(bytes(subtree), own_part.size(), k));
}

std::vector<std::vector<std::byte>> gather_bytes(participation& t, int root, bytes own_part) {
  topology::tree_position const caller(t.rank(), root, t.size());
  wire::writer entries;
  put_entry(entries, own_part);
  caller.up([&](int child, int, int) {
    std::vector<std::byte> const child_entries = t.receive(child);
    entries.raw(child_entries.data(), child_entries.size());
  });
  std::vector<std::vector<std::byte>> parts;
  if (t.rank() != root) {
    t.send(caller.parent(), entries.view());
    if (own_part.size() > short_part) t.send(root, own_part);
    return parts;
  }
  parts.resize(static_cast<std::size_t>(t.size()));
  wire::reader in(entries.view());
  std::vector<int> long_parts;
  for (int k = 0; k < t.size(); ++k) {
    entry const e = take_entry(in);
    auto& part = parts[static_cast<std::size_t>(caller.rank(k))];
    part.assign(e.part.begin(), e.part.end());
    if (e.size <= short_part) continue;
    part.resize(e.size);
    if (k != 0) long_parts.push_back(caller.rank(k));
  }
  for (int r : long_parts) t.expect(r, parts[static_cast<std::size_t>(r)]);
  copy_bytes(parts[static_cast<std::size_t>(root)], own_part);
  for (int r : long_parts) t.await(r);
  return parts;
}

void scatter_bytes(participation& t, int root, bytes parts, buffer own_part) {
  if (t.rank() == root) check_total_size(t, parts.size(), own_part.size());
  if (own_part.size() > short_part) return scatter_directly(t, root, parts, own_part);
  topology::tree_position const caller(t.rank(), root, t.size());
  if (caller.is_leaf() && t.rank() != root) return t.receive(caller.parent(), own_part);
  std::vector<std::byte> subtree(own_part.size() * static_cast<std::size_t>(caller.subtree()));
  if (t.rank() == root) {
    for (int k = 0; k < t.size(); ++k)
      copy_bytes(parts_of(buffer(subtree), own_part.size(), k), parts_of(parts, own_part.size(), caller.rank(k)));
  } else {
    t.receive(caller.parent(), subtree);
  }
  caller.down([&](int child, int k, int count) { t.send(child, parts_of(bytes(subtree), own_part.size(), k, count)); });
  copy_bytes(own_part, parts_of(bytes(subtree), own_part.size(), 0));
}

std::vector<std::byte> scatter_bytes(participation& t, int root, message_list const& parts) {
  topology::tree_position const caller(t.rank(), root, t.size());
  if (t.rank() == root) {
    auto const part = [&](int k) { return parts[static_cast<std::size_t>(caller.rank(k))]; };
    wire::writer entries;
    caller.down([&](int child, int first, int count) {
      entries.clear();
      for (int k = first; k < first + count; ++k) put_entry(entries, part(k));
      t.send(child, entries.view());
    });
    for (int k = 1; k < t.size(); ++k) {
      if (part(k).size() > short_part) t.send(caller.rank(k), part(k));
    }
    return {part(0).begin(), part(0).end()};
  }
  std::vector<std::byte> const entries = t.receive(caller.parent());
  wire::reader in(entries);
  entry const own = take_entry(in);
  std::vector<std::size_t> offsets{0};  // of the k-th entry
  for (int k = 1; k < caller.subtree(); ++k) {
    offsets.push_back(entries.size() - in.remaining());
    (void)take_entry(in);
  }
  offsets.push_back(entries.size());
  caller.down([&](int child, int k, int count) {
    std::size_t const first = offsets[static_cast<std::size_t>(k)];
    t.send(child, bytes(entries).subspan(first, offsets[static_cast<std::size_t>(k + count)] - first));
  });
  std::vector<std::byte> own_part(own.part.begin(), own.part.end());
  if (own.size > short_part) {
    own_part.resize(own.size);
    t.receive(root, own_part);
  }
  return own_part;
}

}  // namespace skua::collective
