// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The memory of arrays. Of a collective allocation each member allocates its own part, and all
// members learn the locations of all parts.
#include <skua/memory/shared_array.hpp>

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <utility>

#include <skua/detail/base/check.hpp>
#include <skua/detail/collective/byte_operations.hpp>

#include "memory/block_owner.hpp"
#include "memory/global_memory.hpp"
#include "memory/release_counter.hpp"

namespace skua::memory {
namespace {

using collective::participation;

collective::member_set members_of(place_set const* set) {
  return set != nullptr ? collective::member_set(*set) : collective::member_set();
}

/// The caller's reference to the memory. The caller releases it at the end of its scope, or at once
/// if the operation fails here. Another member may have succeeded then, so the caller must not
/// deallocate even its own part.
class collective_reference final : public sched::scope_object {
 public:
  explicit collective_reference(participation const& participant)
      : release_{participant.id(), participant.size(), participant.place_of(participant.rank()), 0},
        home_(participant.place_of(0)) {
    made_at = sched::place_here();
  }
  ~collective_reference() override { memory().release_reference(home_, release_); }

  /// Allocates this many zeroed bytes; returns the error text, or an empty one.
  std::string take(std::size_t bytes, std::size_t alignment) {
    try {
      release_.offset = memory().allocate(bytes, alignment, contents::zeroes);
    } catch (std::exception const& failure) {
      return failure.what();
    }
    return {};
  }
  [[nodiscard]] std::uint64_t offset() const noexcept { return release_.offset; }
  [[nodiscard]] std::byte* address(std::size_t bytes) {
    return memory().own(range{release_.offset, release_.offset + bytes});
  }
  /// The allocation has failed at every member: deallocates the caller's part at once.
  void undo() {
    if (std::uint64_t const own = std::exchange(release_.offset, 0); own != 0) memory().release(own);
  }
  static void hand_over(std::unique_ptr<collective_reference> reference) {
    sched::adopt(reference.get());
    static_cast<void>(reference.release());
  }

 private:
  global_memory& memory() const { return global_memory::of(*static_cast<sched::place*>(made_at)); }
  collective_release release_;
  int home_;
};

/// Broadcasts the text of one member.
std::string broadcast_text(participation& participant, int rank, std::string const& text) {
  std::vector<std::byte> const bytes = broadcast_message(participant, rank, std::as_bytes(std::span(text)));
  if (participant.rank() == rank) return text;
  return {reinterpret_cast<char const*>(bytes.data()), bytes.size()};
}

/// A member's part of an array, as it announces it to the others.
struct offer {
  std::uint64_t offset;  // 0: the allocation failed
  std::uint64_t size, block, element;
};

/// Throws bad_global_alloc with this text, at every member.
[[noreturn]] void fail(collective_reference& reference, std::string text) {
  reference.undo();
  throw bad_global_alloc(std::move(text));
}

}  // namespace

array_parts::array_parts(std::vector<global_ptr<std::byte>> block) noexcept : begins(std::move(block)) {}

int array_parts::rank_of(int place) const noexcept {
  auto const number = static_cast<std::size_t>(place);
  if (number < begins.size() && begins[number].where() == place) return place;
  auto const entry = std::lower_bound(begins.begin(), begins.end(), place,
                                      [](auto const& block, int wanted_place) { return block.where() < wanted_place; });
  return entry != begins.end() && entry->where() == place ? static_cast<int>(entry - begins.begin()) : -1;
}

place_local<array_parts> allocate_parts(distribution const& shape, std::size_t element, std::size_t alignment) {
  require_task("the constructor of shared_array");
  std::vector<std::size_t> bytes;
  for (int place = 0; place < shape.places(); ++place)
    bytes.push_back(saturated_product(shape.size_at(place), element));
  auto const offsets = allocate_everywhere(bytes, alignment);
  auto blocks = std::make_unique<block_owner>();
  std::vector<global_ptr<std::byte>> begins;
  for (int place = 0; place < shape.places(); ++place) {
    blocks->add(place, offsets[static_cast<std::size_t>(place)]);
    begins.emplace_back(place, offsets[static_cast<std::size_t>(place)]);
  }
  place_local<array_parts> parts(std::move(begins));
  block_owner::hand_over(std::move(blocks));
  return parts;
}

std::vector<global_ptr<std::byte>> collective_allocate(place_set const* set, std::size_t size, std::size_t block,
                                                       std::size_t element, std::size_t alignment) {
  participation call(members_of(set));
  auto member = std::make_unique<collective_reference>(call);
  std::vector<global_ptr<std::byte>> parts;
  std::string error_text;
  collective::run_collective(call, [&](participation& participant) {
    std::size_t const count = distribution(size, block, participant.size()).size_at(participant.rank());
    error_text = member->take(saturated_product(count, element), alignment);
    offer const own{member->offset(), size, block, element};
    std::vector<offer> offers(static_cast<std::size_t>(participant.size()));
    gather_bytes(participant, 0, wire::bytes_of(own), std::as_writable_bytes(std::span(offers)));
    broadcast_bytes(participant, 0, std::as_writable_bytes(std::span(offers)));
    int failed_rank = -1;
    for (int rank = participant.size() - 1; rank >= 0; --rank) {
      offer const& offer = offers[static_cast<std::size_t>(rank)];
      base::check(offer.size == size && offer.block == block && offer.element == element,
                  "members of a set disagree about an array that they make together");
      if (offer.offset == 0) failed_rank = rank;
      parts.emplace_back(participant.place_of(rank), offer.offset);
    }
    std::reverse(parts.begin(), parts.end());
    if (failed_rank >= 0) error_text = broadcast_text(participant, failed_rank, error_text);
  });
  if (!error_text.empty()) fail(*member, std::move(error_text));
  collective_reference::hand_over(std::move(member));
  return parts;
}

global_ptr<std::byte> collective_allocate(place_set const* set, int place, std::span<std::byte const> value,
                                          std::size_t alignment) {
  participation call(members_of(set));
  auto member = std::make_unique<collective_reference>(call);
  std::uint64_t offset = 0;
  std::string error_text;
  collective::run_collective(call, [&](participation& participant) {
    int const root = participant.rank_of(place >= 0 ? place : participant.place_of(0));
    place = participant.place_of(root);
    if (participant.rank() == root) {
      error_text = member->take(value.size(), alignment);
      offset = member->offset();
      if (offset != 0) std::memcpy(member->address(value.size()), value.data(), value.size());
    }
    broadcast_bytes(participant, root, std::as_writable_bytes(std::span(&offset, 1)));
    if (offset == 0) error_text = broadcast_text(participant, root, error_text);
  });
  if (offset == 0) fail(*member, std::move(error_text));
  collective_reference::hand_over(std::move(member));
  return {place, offset};
}

}  // namespace skua::memory
