// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Brings a place's keys into the order of their buckets, chunk by chunk.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "splitters.hpp"

namespace apps::samplesort {

/// The work of one place on its keys, in three steps. `classify` and `scatter` of different chunks
/// may run concurrently, each once per chunk; `begins` must be called between the two steps.
class partition {
 public:
  /// Keys with indices `first`, `first` + 1, …
  partition(std::span<std::uint64_t const> keys, std::uint64_t first, classifier const& key_classifier,
            std::size_t chunk);

  [[nodiscard]] std::size_t chunks() const noexcept { return chunks_; }
  void classify(std::size_t chunk);
  /// The begin of each bucket; the last number is that of all keys.
  [[nodiscard]] std::vector<std::size_t> begins();
  /// Copies the keys of a chunk to their positions; within a bucket the order of the indices stays.
  void scatter(std::size_t chunk, std::span<std::uint64_t> out);

 private:
  [[nodiscard]] std::size_t begin_of(std::size_t chunk) const noexcept { return chunk * chunk_; }
  [[nodiscard]] std::size_t length_of(std::size_t chunk) const noexcept;

  std::span<std::uint64_t const> keys_;
  std::uint64_t first_;
  classifier const& classifier_;
  std::size_t chunk_;
  std::size_t chunks_;
  std::unique_ptr<std::uint16_t[]> buckets_;  // of each key
  std::vector<std::uint32_t> counts_;         // by chunk, then by bucket
  std::vector<std::uint64_t> positions_;      // by chunk, then by bucket: the position of the next key
};

}  // namespace apps::samplesort
