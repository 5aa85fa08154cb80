// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The memory that the places of one host share: a header, a block for each place, a ring for each
// ordered pair of places, and each place's part of the global memory.
//
// The layout contains no addresses. Zeroed memory with a header is the state before the first place
// attaches. A page that no message has used is never committed, so the rings of places that
// exchange no messages cost no memory. Global memory is mapped at its first use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <skua/detail/base/atomic.hpp>
#include <skua/detail/base/spinlock.hpp>

#include "system/shared_memory.hpp"
#include "system/unique_fd.hpp"
#include "transport/doorbell.hpp"
#include "transport/ring.hpp"

namespace skua::transport {

/// The progress of a place that attaches; gone: its process has ended without that.
enum class presence : std::uint32_t { absent, claimed, present, gone };

/// A place's state that other places read. Written by that place.
struct alignas(line_pair) place_block {
  doorbell bell;
  base::atomic<presence> state;               ///< pid and identity are valid once it is present
  base::atomic<std::uint32_t> end_announced;  ///< whether it has announced an orderly end
  /// Whether a lost place was reported to it; its own end is then a consequence of that loss.
  base::atomic<std::uint32_t> peer_loss_seen;
  std::int32_t pid;
  std::uint64_t identity;
};

struct alignas(line_pair) segment_header {
  std::uint64_t magic;     ///< identifies the layout; each version of the library with another layout has its own
  std::uint64_t capacity;  ///< of each ring, as passed to ring_shape::of
  std::uint64_t memory;    ///< bytes of global memory of each place
  std::uint32_t places;
  base::atomic<std::uint32_t> arrivals;  ///< goes up when a place becomes present; attaching places sleep on it
  /// the claim of the end (end_claim.hpp): exit code + 256 * (claiming place + 1); 0: no place has
  /// claimed it
  base::atomic<std::uint32_t> end;
};

class segment {
 public:
  static constexpr int most_places = 1024;
  static constexpr std::uint64_t magic = 0x736b75'61'7368'6d'07;  ///< "skuashm", layout 7

  /// The default capacity of a ring: 8 MiB, so that long messages go in one piece. It is smaller
  /// for many places, so that all rings together reserve at most 256 MiB (up to 128 places).
  static std::size_t usual_capacity(int places) noexcept;
  /// Bytes of everything before the global memory: a multiple of any page size.
  static std::size_t bytes_for(int places, std::size_t capacity) noexcept;
  /// Bytes of global memory of each of `places` places of a host: as much as the machine has, and
  /// at most 1 TiB for all places together.
  static std::size_t usual_memory(int places) noexcept;
  /// Like usual_memory, for memory in a file: less if the limit of file size (ulimit -f) leaves
  /// less.
  static std::size_t memory_in_file(int places, std::size_t capacity) noexcept;
  /// Bytes of a file for all parts.
  static std::size_t file_bytes(int places, std::size_t capacity) noexcept;
  /// Writes the header into zeroed memory of at least bytes_for bytes. `memory_each`: bytes of
  /// global memory of each place.
  static void initialise(std::span<std::byte> memory, int places, std::size_t capacity,
                         std::size_t memory_each) noexcept;

  /// In memory of this process only.
  segment(int places, std::size_t capacity);
  /// In an initialised file of file_bytes bytes. Throws skua::error for any other file. The caller
  /// keeps the descriptor.
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
  /// The exit code with which a place has claimed the end of the run (end_claim.hpp); 0: no claim.
  int claimed_end() const noexcept;
  /// The place that has claimed the end; -1: none.
  int claimed_by() const noexcept;
  /// A place's global memory, mapped at the first call; null if that fails.
  std::byte* memory(int place) const noexcept;

 private:
  static system::mapping checked(int fd);

  system::mapping memory_;
  ring_shape shape_{};
  bool in_file_ = false;
  system::unique_fd fd_;
  mutable base::spinlock mapping_;
  mutable std::vector<system::mapping> parts_;
};

}  // namespace skua::transport
