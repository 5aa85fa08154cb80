// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parts from all members to a root, and from a root to all: short ones along a binomial tree, those
// of a whole subtree in one message, so that the root sends or receives as many as the number of
// members has bits; long ones directly, since there their bytes cost more than their number, and on
// the way nobody need have room for them.
//
// Parts of unknown lengths go along the tree as entries, which say how long each is: a long one
// follows directly.
#include <skua/collective/parcels.hpp>

#include <algorithm>
#include <cstring>

#include <skua/base/check.hpp>
#include <skua/wire/reader.hpp>
#include <skua/wire/writer.hpp>

#include "collective/copy_bytes.hpp"
#include "collective/schedule.hpp"

namespace skua::collective {
namespace {

constexpr std::size_t short_part = 1024;

/// The caller in a binomial tree, whose numbers are counted from the root. Those below it follow it
/// in number.
class position {
 public:
  position(turn const& t, int root) noexcept
      : n_(t.size()), root_(root), at_(distance(root, t.rank(), n_)), bit_(lowest_bit(at_, n_)) {}

  [[nodiscard]] int parent() const noexcept { return rank_of(parent_of(at_)); }
  /// With the caller.
  [[nodiscard]] int subtree() const noexcept { return std::min(bit_, n_ - at_); }
  [[nodiscard]] bool is_leaf() const noexcept { return subtree() == 1; }
  /// The rank of the k-th of the subtree.
  [[nodiscard]] int rank(int k) const noexcept { return rank_of(at_ + k); }
  /// Calls f(rank, k, members) for each child: the k-th of the caller's subtree, and so many with
  /// those below. The largest last, or first.
  template <class F>
  void up(F const& f) const {
    for (int d = 1; d < subtree(); d *= 2) f(rank(d), d, std::min(d, subtree() - d));
  }
  template <class F>
  void down(F const& f) const {
    for (int d = bit_ / 2; d > 0; d /= 2) {
      if (d < subtree()) f(rank(d), d, std::min(d, subtree() - d));
    }
  }

 private:
  [[nodiscard]] int rank_of(int number) const noexcept { return after(root_, number, n_); }
  int n_, root_, at_, bit_;
};

/// Of parts of equal length: those from the k-th on.
template <class Span>
Span parts_of(Span all, std::size_t size, int k, int parts = 1) noexcept {
  return all.subspan(static_cast<std::size_t>(k) * size, static_cast<std::size_t>(parts) * size);
}

void put_entry(wire::writer& to, bytes part) {
  to.put(static_cast<std::uint64_t>(part.size()));
  if (part.size() <= short_part) to.raw(part.data(), part.size());
}
/// The next one; its bytes are missing if it is a long one.
struct entry {
  std::size_t size;
  bytes part;
};
entry take_entry(wire::reader& in) {
  auto const size = static_cast<std::size_t>(in.get<std::uint64_t>());
  return {size, size <= short_part ? in.take(size) : bytes()};
}

void gather_directly(turn& t, int root, bytes mine, buffer all) {
  if (t.rank() != root) return t.send(root, mine);
  for (int r = 0; r < t.size(); ++r) {
    if (r != root) t.expect(r, parts_of(all, mine.size(), r));
  }
  copy_bytes(parts_of(all, mine.size(), root), mine);
  for (int r = 0; r < t.size(); ++r) {
    if (r != root) t.await(r);
  }
}

void deal_directly(turn& t, int root, bytes all, buffer mine) {
  if (t.rank() != root) return t.receive(root, mine);
  for (int r = 0; r < t.size(); ++r) {
    if (r != root) t.send(r, parts_of(all, mine.size(), r));
  }
  copy_bytes(mine, parts_of(all, mine.size(), root));
}

void check_whole(turn const& t, std::size_t all, std::size_t part) {
  base::check(all == part * static_cast<std::size_t>(t.size()),
              "members of a collective operation disagree about its kind or its size");
}

}  // namespace

void pass_up(turn& t, int root, bytes mine, buffer all) {
  if (t.rank() == root) check_whole(t, all.size(), mine.size());
  if (mine.size() > short_part) return gather_directly(t, root, mine, all);
  position const here(t, root);
  if (here.is_leaf() && t.rank() != root) return t.send(here.parent(), mine);
  std::vector<std::byte> room(mine.size() * static_cast<std::size_t>(here.subtree()));
  here.up([&](int child, int k, int parts) { t.expect(child, parts_of(buffer(room), mine.size(), k, parts)); });
  copy_bytes(parts_of(buffer(room), mine.size(), 0), mine);
  here.up([&](int child, int, int) { t.await(child); });
  if (t.rank() != root) return t.send(here.parent(), room);
  for (int k = 0; k < t.size(); ++k)
    copy_bytes(parts_of(all, mine.size(), here.rank(k)), parts_of(bytes(room), mine.size(), k));
}

std::vector<std::vector<std::byte>> pass_up(turn& t, int root, bytes mine) {
  position const here(t, root);
  wire::writer entries;
  put_entry(entries, mine);
  here.up([&](int child, int, int) {
    std::vector<std::byte> const theirs = t.receive(child);
    entries.raw(theirs.data(), theirs.size());
  });
  std::vector<std::vector<std::byte>> all;
  if (t.rank() != root) {
    t.send(here.parent(), entries.view());
    if (mine.size() > short_part) t.send(root, mine);
    return all;
  }
  all.resize(static_cast<std::size_t>(t.size()));
  wire::reader in(entries.view());
  std::vector<int> long_ones;
  for (int k = 0; k < t.size(); ++k) {
    entry const e = take_entry(in);
    auto& part = all[static_cast<std::size_t>(here.rank(k))];
    part.assign(e.part.begin(), e.part.end());
    if (e.size <= short_part) continue;
    part.resize(e.size);
    if (k != 0) long_ones.push_back(here.rank(k));
  }
  for (int r : long_ones) t.expect(r, all[static_cast<std::size_t>(r)]);
  copy_bytes(all[static_cast<std::size_t>(root)], mine);
  for (int r : long_ones) t.await(r);
  return all;
}

void deal(turn& t, int root, bytes all, buffer mine) {
  if (t.rank() == root) check_whole(t, all.size(), mine.size());
  if (mine.size() > short_part) return deal_directly(t, root, all, mine);
  position const here(t, root);
  if (here.is_leaf() && t.rank() != root) return t.receive(here.parent(), mine);
  std::vector<std::byte> room(mine.size() * static_cast<std::size_t>(here.subtree()));
  if (t.rank() == root) {
    for (int k = 0; k < t.size(); ++k)
      copy_bytes(parts_of(buffer(room), mine.size(), k), parts_of(all, mine.size(), here.rank(k)));
  } else {
    t.receive(here.parent(), room);
  }
  here.down([&](int child, int k, int parts) { t.send(child, parts_of(bytes(room), mine.size(), k, parts)); });
  copy_bytes(mine, parts_of(bytes(room), mine.size(), 0));
}

std::vector<std::byte> deal(turn& t, int root, std::span<bytes const> parts) {
  position const here(t, root);
  if (t.rank() == root) {
    auto const part = [&](int k) { return parts[static_cast<std::size_t>(here.rank(k))]; };
    wire::writer entries;
    here.down([&](int child, int first, int some) {
      entries.clear();
      for (int k = first; k < first + some; ++k) put_entry(entries, part(k));
      t.send(child, entries.view());
    });
    for (int k = 1; k < t.size(); ++k) {
      if (part(k).size() > short_part) t.send(here.rank(k), part(k));
    }
    return {part(0).begin(), part(0).end()};
  }
  std::vector<std::byte> const entries = t.receive(here.parent());
  wire::reader in(entries);
  entry const own = take_entry(in);
  std::vector<std::size_t> begins{0};  // of the k-th entry
  for (int k = 1; k < here.subtree(); ++k) {
    begins.push_back(entries.size() - in.left());
    (void)take_entry(in);
  }
  begins.push_back(entries.size());
  here.down([&](int child, int k, int some) {
    std::size_t const first = begins[static_cast<std::size_t>(k)];
    t.send(child, bytes(entries).subspan(first, begins[static_cast<std::size_t>(k + some)] - first));
  });
  std::vector<std::byte> mine(own.part.begin(), own.part.end());
  if (own.size > short_part) {
    mine.resize(own.size);
    t.receive(root, mine);
  }
  return mine;
}

}  // namespace skua::collective
