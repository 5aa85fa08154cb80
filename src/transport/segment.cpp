// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transport/segment.hpp"

#include <new>
#include <string>
#include <utility>

#include <skua/error.hpp>

namespace skua::transport {
namespace {

constexpr std::uint64_t magic = 0x736b75'61'7368'6d'02;  // "skuashm", layout 2
constexpr std::size_t most_memory = std::size_t{256} << 20;
constexpr std::size_t most_capacity = std::size_t{256} << 10;
constexpr std::size_t least_capacity = std::size_t{16} << 10;

std::size_t before_rings(int places) noexcept {
  return sizeof(segment_header) + static_cast<std::size_t>(places) * sizeof(place_block);
}

}  // namespace

std::size_t segment::usual_capacity(int places) noexcept {
  auto const pairs = static_cast<std::size_t>(places) * static_cast<std::size_t>(places);
  std::size_t capacity = most_capacity;
  while (capacity > least_capacity && pairs * capacity > most_memory) capacity /= 2;
  return capacity;
}

std::size_t segment::bytes_for(int places, std::size_t capacity) noexcept {
  auto const pairs = static_cast<std::size_t>(places) * static_cast<std::size_t>(places);
  return before_rings(places) + pairs * ring_shape::of(capacity).footprint();
}

void segment::initialise(std::span<std::byte> memory, int places, std::size_t capacity) noexcept {
  auto* header = new (memory.data()) segment_header{};
  header->magic = magic;
  header->capacity = capacity;
  header->places = static_cast<std::uint32_t>(places);
}

segment::segment(system::mapping memory) : memory_(std::move(memory)) {
  bool const readable = memory_.size() >= sizeof(segment_header);
  if (!readable || header().magic != magic || header().places == 0 || header().places > most_places ||
      memory_.size() < bytes_for(places(), header().capacity))
    throw error("skua: the shared memory is not that of this version of the library: use skua-run of the same build");
  shape_ = ring_shape::of(header().capacity);
}

std::byte* segment::ring(int from, int to) const noexcept {
  // Those that one place reads lie beside each other. The footprint is an odd number of line pairs, so the first cells of
  // different rings do not compete for the same sets of a cache.
  auto const index = static_cast<std::size_t>(to) * static_cast<std::size_t>(places()) + static_cast<std::size_t>(from);
  return memory_.data() + before_rings(places()) + index * shape_.footprint();
}

}  // namespace skua::transport
