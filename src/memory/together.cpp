// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory made by a collective operation: each member takes its own part, and all hear where the
// others' are.
#include <skua/memory/shared_array.hpp>

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <utility>

#include <skua/base/check.hpp>
#include <skua/collective/parcels.hpp>

#include "memory/departures.hpp"
#include "memory/global_memory.hpp"

namespace skua::memory {
namespace {

using collective::turn;

collective::over members_of(place_set const* who) {
  return who != nullptr ? collective::over(*who) : collective::over();
}

/// What the caller has of the memory, and has to leave: at the end of its scope, or now if the
/// operation fails here. Another member may have succeeded then, so even its own part is not the
/// caller's to give back.
class membership final : public sched::owned {
 public:
  explicit membership(turn const& t) : mine_{t.named(), t.size(), t.place_of(t.rank()), 0}, home_(t.place_of(0)) {
    made_at = sched::place_here();
  }
  ~membership() override { memory().leave(home_, mine_); }

  /// Room for this many bytes, zeroed; or why there is none.
  std::string take(std::size_t bytes, std::size_t alignment) {
    try {
      mine_.offset = memory().allocate(bytes, alignment, contents::zeroes);
    } catch (std::exception const& e) {
      return e.what();
    }
    return {};
  }
  [[nodiscard]] std::uint64_t offset() const noexcept { return mine_.offset; }
  [[nodiscard]] std::byte* address(std::size_t bytes) {
    return memory().own(range{mine_.offset, mine_.offset + bytes});
  }
  /// Nobody has the memory, and all know that: the own part goes at once.
  void undo() {
    if (std::uint64_t const own = std::exchange(mine_.offset, 0); own != 0) memory().release(own);
  }
  static void hand_over(std::unique_ptr<membership> m) {
    sched::adopt(m.get());
    static_cast<void>(m.release());
  }

 private:
  global_memory& memory() const { return global_memory::of(*static_cast<sched::place*>(made_at)); }
  departure mine_;
  int home_;
};

/// The text of one member for all.
std::string told(turn& t, int rank, std::string const& text) {
  auto const from = std::as_bytes(std::span(text));
  std::vector<std::byte> bytes;
  if (t.rank() == rank) bytes.assign(from.begin(), from.end());
  pass_down(t, rank, bytes);
  return {reinterpret_cast<char const*>(bytes.data()), bytes.size()};
}

/// What a member says about its part of an array.
struct offer {
  std::uint64_t offset;  // 0: no room
  std::uint64_t size, block, element;
};

/// Throws bad_global_alloc with this text, at every member.
[[noreturn]] void fail(membership& m, std::string text) {
  m.undo();
  throw bad_global_alloc(std::move(text));
}

}  // namespace

std::vector<global_ptr<std::byte>> allocate_together(place_set const* who, std::size_t size, std::size_t block,
                                                     std::size_t element, std::size_t alignment) {
  turn mine(members_of(who));
  auto member = std::make_unique<membership>(mine);
  std::vector<global_ptr<std::byte>> parts;
  std::string trouble;
  collective::take(mine, [&](turn& t) {
    std::size_t const some = distribution(size, block, t.size()).size_at(t.rank());
    constexpr std::size_t most = ~std::size_t{0} / 2;
    trouble = member->take(some > most / element ? most : some * element, alignment);
    offer const own{member->offset(), size, block, element};
    std::vector<offer> all(static_cast<std::size_t>(t.size()));
    pass_up(t, 0, wire::bytes_of(own), std::as_writable_bytes(std::span(all)));
    pass_down(t, 0, std::as_writable_bytes(std::span(all)));
    int failed = -1;
    for (int r = t.size() - 1; r >= 0; --r) {
      offer const& o = all[static_cast<std::size_t>(r)];
      base::check(o.size == size && o.block == block && o.element == element,
                  "members of a set disagree about an array that they make together");
      if (o.offset == 0) failed = r;
      parts.emplace_back(t.place_of(r), o.offset);
    }
    std::reverse(parts.begin(), parts.end());
    if (failed >= 0) trouble = told(t, failed, trouble);
  });
  if (!trouble.empty()) fail(*member, std::move(trouble));
  membership::hand_over(std::move(member));
  return parts;
}

global_ptr<std::byte> allocate_together(place_set const* who, int place, std::span<std::byte const> value,
                                        std::size_t alignment) {
  turn mine(members_of(who));
  auto member = std::make_unique<membership>(mine);
  std::uint64_t offset = 0;
  std::string trouble;
  collective::take(mine, [&](turn& t) {
    int const root = t.rank_of(place >= 0 ? place : t.place_of(0));
    place = t.place_of(root);
    if (t.rank() == root) {
      trouble = member->take(value.size(), alignment);
      offset = member->offset();
      if (offset != 0) std::memcpy(member->address(value.size()), value.data(), value.size());
    }
    pass_down(t, root, std::as_writable_bytes(std::span(&offset, 1)));
    if (offset == 0) trouble = told(t, root, trouble);
  });
  if (offset == 0) fail(*member, std::move(trouble));
  membership::hand_over(std::move(member));
  return {place, offset};
}

}  // namespace skua::memory
