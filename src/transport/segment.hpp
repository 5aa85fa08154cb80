// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The memory that the places of one host have in common: a header, a block for each place, a ring
// for each ordered pair, and each place's part of the global memory.
//
// Laid out without addresses; zeroed memory with a header is the state before the first place
// comes. Pages that no message ever crossed are never committed, so the rings of places that do not
// talk cost nothing, and global memory is not even mapped before somebody wants it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <skua/base/atomic.hpp>
#include <skua/base/spinlock.hpp>

#include "system/shared_memory.hpp"
#include "transport/doorbell.hpp"
#include "transport/ring.hpp"

namespace skua::transport {

/// How far a place has come with attaching.
enum class presence : std::uint32_t { absent, claimed, present };

/// What the others know of a place. Written by that place.
struct alignas(line_pair) place_block {
  doorbell bell;
  base::atomic<presence> state;          ///< pid and identity are valid once it is present
  base::atomic<std::uint32_t> left;      ///< whether it has announced an orderly end
  base::atomic<std::uint32_t> bereaved;  ///< whether it has heard of a lost place: its own end is a consequence
  std::int32_t pid;
  std::uint64_t identity;
};

struct alignas(line_pair) segment_header {
  std::uint64_t magic;     ///< the layout: another version of the library has another one
  std::uint64_t capacity;  ///< of each ring, as given to ring_shape::of
  std::uint64_t memory;    ///< bytes of global memory of each place
  std::uint32_t places;
  base::atomic<std::uint32_t> arrivals;  ///< goes up with every change of a presence; the attaching sleep on it
  /// of the place that says why the run ends: exit code + 256 * (place + 1); 0: none does
  base::atomic<std::uint32_t> end;
};

class segment {
 public:
  static constexpr int most_places = 1024;
  static constexpr std::uint64_t magic = 0x736b75'61'7368'6d'05;  ///< "skuashm", layout 5

  /// A ring's usual capacity: 8 MiB, so that long messages go in one piece, less for many places,
  /// so that all together reserve at most 256 MiB (up to 128 places).
  static std::size_t usual_capacity(int places) noexcept;
  /// Of everything but the global memory, which follows: a multiple of any page's size.
  static std::size_t bytes_for(int places, std::size_t capacity) noexcept;
  /// Global memory that each of so many places of a host has room for: as much as the machine has,
  /// together at most 1 TiB.
  static std::size_t usual_memory(int places) noexcept;
  /// The same where it lies in a file: what the limit of file size (ulimit -f) leaves, if that is
  /// less.
  static std::size_t memory_in_file(int places, std::size_t capacity) noexcept;
  /// Of a file for all of it.
  static std::size_t file_bytes(int places, std::size_t capacity) noexcept;
  /// Writes the header into zeroed memory of at least bytes_for; `memory_each`: bytes of global
  /// memory of each place.
  static void initialise(std::span<std::byte> memory, int places, std::size_t capacity,
                         std::size_t memory_each) noexcept;

  /// In memory of this process alone.
  segment(int places, std::size_t capacity);
  /// In a file of file_bytes that was initialised; throws skua::error if it is something else. The
  /// caller keeps the file.
  explicit segment(int fd);
  ~segment();
  segment(segment const&) = delete;
  segment& operator=(segment const&) = delete;

  segment_header& header() const noexcept { return *reinterpret_cast<segment_header*>(memory_.data()); }
  int places() const noexcept { return static_cast<int>(header().places); }
  place_block& block(int place) const noexcept {
    return reinterpret_cast<place_block*>(memory_.data() + sizeof(segment_header))[place];
  }
  ring_shape shape() const noexcept { return shape_; }
  std::byte* ring(int from, int to) const noexcept;
  /// The exit code with which a place has claimed the end of the run (end_claim.hpp); 0: none has.
  int claimed_end() const noexcept;
  /// Which place has; -1: none.
  int claimed_by() const noexcept;
  /// A place's global memory, mapped at the first call; null if that fails.
  std::byte* memory(int place) const noexcept;

 private:
  static system::mapping checked(int fd);

  system::mapping memory_;
  ring_shape shape_{};
  bool in_file_ = false;
  int fd_ = -1;
  mutable base::spinlock mapping_;
  mutable std::vector<system::mapping> parts_;
};

}  // namespace skua::transport
