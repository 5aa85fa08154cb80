// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Buckets of keys: the splitters between them, the partition of a place's keys by bucket, and the
// sort of one bucket.
//
// Keys are compared together with their index among all keys of all places, so no two are equal,
// and buckets are balanced for any keys. The index costs time only where a key equals a splitter.

#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace apps::samplesort {

/// A key and its index among all keys.
struct sample {
  std::uint64_t key = 0;
  std::uint64_t index = 0;

  friend auto operator<=>(sample const&, sample const&) = default;
};

/// Up to `count` of these keys, the first of which has index `first`: one from each of `count`
/// equal stretches, at a random position in it.
[[nodiscard]] std::vector<sample> take_samples(std::span<std::uint64_t const> keys, std::uint64_t first,
                                               std::size_t count, std::uint64_t seed);

/// `buckets` - 1 splitters in order, at equal distances in the sorted samples.
[[nodiscard]] std::vector<sample> choose_splitters(std::vector<sample> samples, std::size_t buckets);

/// The largest number of buckets: their numbers have 16 bits.
inline constexpr std::size_t max_buckets = 65536;

/// Assigns keys to buckets: the number of a key's bucket is the number of splitters at or below it.
class classifier {
 public:
  /// Splitters in order, at most max_buckets - 1.
  explicit classifier(std::vector<sample> splitters);

  [[nodiscard]] std::size_t buckets() const noexcept { return splitters_.size() + 1; }

  /// Writes the bucket of each key, and adds the number of keys of each bucket to `counts`. The
  /// first key has index `first`.
  void classify(std::span<std::uint64_t const> keys, std::uint64_t first, std::span<std::uint16_t> bucket_numbers,
                std::span<std::uint32_t> counts) const;

 private:
  std::vector<sample> splitters_;
  // The splitters' keys as a search tree without pointers: the children of node i are 2i and 2i +
  // 1.
  std::vector<std::uint64_t> tree_;
  unsigned levels_ = 0;
};

/// Brings a place's keys into the order of their buckets, chunk by chunk, in three steps.
/// `classify` and `scatter` of different chunks may run concurrently, each once per chunk; `begins`
/// must be called between the two steps.
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

/// Sorts the keys of one bucket, which come in pieces and fit into a cache: writes the keys of all
/// pieces, in order, to `out`. Its length is their total number; it must not overlap them.
void sort_pieces(std::span<std::span<std::uint64_t const> const> pieces, std::span<std::uint64_t> out);

}  // namespace apps::samplesort
