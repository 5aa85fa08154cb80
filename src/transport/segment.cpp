// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transport/segment.hpp"

#include <fcntl.h>

#include <algorithm>
#include <mutex>
#include <new>
#include <string>
#include <utility>

#include <skua/error.hpp>

#include "base/other_processes.hpp"
#include "system/memory.hpp"
#include "transport/end_claim.hpp"

namespace skua::transport {
namespace {

constexpr std::size_t most_memory = std::size_t{256} << 20;
constexpr std::size_t most_capacity = std::size_t{8} << 20;
constexpr std::size_t least_capacity = std::size_t{16} << 10;
constexpr std::size_t most_global_memory = std::size_t{1} << 40;
constexpr std::size_t largest_page = std::size_t{1} << 21;

std::size_t in_pages(std::size_t bytes) noexcept { return (bytes + largest_page - 1) / largest_page * largest_page; }

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
  return in_pages(before_rings(places) + pairs * ring_shape::of(capacity).footprint());
}

std::size_t segment::usual_memory(int places) noexcept {
  return in_pages(std::min(system::main_memory_bytes(), most_global_memory / static_cast<std::size_t>(places)));
}

std::size_t segment::memory_in_file(int places, std::size_t capacity) noexcept {
  std::size_t const limit = system::largest_file();
  std::size_t const rings = bytes_for(places, capacity);
  std::size_t const available = limit > rings ? (limit - rings) / static_cast<std::size_t>(places) : 0;
  return std::min(usual_memory(places), available / largest_page * largest_page);
}

std::size_t segment::file_bytes(int places, std::size_t capacity) noexcept {
  return bytes_for(places, capacity) + static_cast<std::size_t>(places) * memory_in_file(places, capacity);
}

void segment::initialise(std::span<std::byte> memory, int places, std::size_t capacity,
                         std::size_t memory_each) noexcept {
  auto* header = new (memory.data()) segment_header{};
  header->magic = magic;
  header->capacity = capacity;
  header->places = static_cast<std::uint32_t>(places);
  header->memory = memory_each;
}

/// Maps the part before the global memory, after checking the header.
system::mapping segment::checked(int fd) {
  std::size_t used = 0;
  {
    auto const first = system::mapping::of_file(fd, 0, largest_page);
    auto const& header = *reinterpret_cast<segment_header const*>(first.data());
    bool const readable = first.size() >= sizeof(segment_header);
    if (readable && header.magic == magic && header.places != 0 && header.places <= most_places)
      used = bytes_for(static_cast<int>(header.places), header.capacity);
  }
  auto memory = system::mapping::of_file(fd, 0, used != 0 ? used : 1);
  if (used == 0 || memory.size() < used)
    throw error("skua: the shared memory is not that of this version of the library: use skua-run of the same build");
  return memory;
}

segment::segment(int fd)
    : memory_(checked(fd)), shape_(ring_shape::of(header().capacity)), in_file_(true), parts_(header().places) {
  base::share_memory_with_processes();
  fd_ = system::unique_fd(
      ::fcntl(fd, F_DUPFD_CLOEXEC, 3));  // if this fails, messages reach the global memory of other places
}

segment::segment(int places, std::size_t capacity)
    : memory_(system::mapping::anonymous(bytes_for(places, capacity))),
      shape_(ring_shape::of(capacity)),
      parts_(static_cast<std::size_t>(places)) {
  initialise({memory_.data(), memory_.size()}, places, capacity, usual_memory(places));
}

segment::~segment() { withdraw(header()); }

std::byte* segment::memory(int place) const noexcept {
  auto const index = static_cast<std::size_t>(place);
  std::lock_guard const hold(mapping_);
  system::mapping& part = parts_[index];
  if (part.data() != nullptr) return part.data();
  try {
    if (!in_file_) {
      part = system::mapping::anonymous(header().memory);
    } else {
      std::size_t const offset = bytes_for(places(), header().capacity) + index * header().memory;
      part = system::mapping::of_file(fd_.get(), offset, header().memory);
    }
  } catch (std::exception const&) {
    return nullptr;
  }
  return part.data();
}

int segment::claimed_end() const noexcept {
  return static_cast<int>(header().end.load(std::memory_order_acquire) & 0xff);  // sync: END <- claim_in_header
}

int segment::claimed_by() const noexcept {
  return static_cast<int>(header().end.load(std::memory_order_acquire) >> 8) - 1;  // sync: END <- claim_in_header
}

std::byte* segment::ring(int from, int to) const noexcept {
  // The rings that one place reads are adjacent. The footprint is an odd number of line pairs, so
  // the first cells of different rings do not compete for the same sets of a cache.
  auto const index = static_cast<std::size_t>(to) * static_cast<std::size_t>(places()) + static_cast<std::size_t>(from);
  return memory_.data() + before_rings(places()) + index * shape_.footprint();
}

}  // namespace skua::transport
