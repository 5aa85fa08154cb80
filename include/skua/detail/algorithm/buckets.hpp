// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Buckets of a sample sort: the splitters between them, the partition of a place's keys by bucket,
// and the sort of one bucket.
//
// Keys are compared together with a distinct number for each, so no two are equal, and buckets are
// balanced for any keys. The number costs time only where a key equals a splitter.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include <skua/detail/algorithm/sorting.hpp>

namespace skua::algorithm {

/// A key and its number.
template <class T>
struct sample {
  T key;
  std::uint64_t number;
};

/// The order of keys and their numbers.
template <class T, class Comp>
bool precedes(Comp& comp, sample<T> const& left, sample<T> const& right) {
  if (std::invoke(comp, left.key, right.key)) return true;
  return left.number < right.number && !std::invoke(comp, right.key, left.key);
}

/// Up to `count` of these keys, the first of which has the number `first`: one from each of `count`
/// equal stretches, at a random position in it.
template <class T>
std::vector<sample<T>> take_samples(std::span<T const> keys, std::uint64_t first, std::size_t count) {
  std::vector<sample<T>> samples;
  std::size_t const n = keys.size();
  count = (std::min)(count, n);
  samples.reserve(count);
  std::uint64_t state = first;
  for (std::size_t sample_index = 0; sample_index < count; ++sample_index) {
    state += 0x9e3779b97f4a7c15u;  // splitmix64 (Steele, Lea, Flood 2014)
    std::uint64_t random = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9u;
    random = (random ^ (random >> 27)) * 0x94d049bb133111ebu;
    random ^= random >> 31;
    std::size_t const low = n / count * sample_index + (std::min)(sample_index, n % count);
    std::size_t const length = n / count + (sample_index < n % count ? 1 : 0);
    std::size_t const position = low + random % length;
    samples.push_back({keys[position], first + position});
  }
  return samples;
}

/// `buckets` - 1 splitters at equal distances in sorted samples. With fewer samples than buckets,
/// some splitters are equal, and the buckets between them are empty.
template <class T>
std::vector<sample<T>> choose_splitters(std::vector<sample<T>> const& sorted, std::size_t buckets) {
  std::vector<sample<T>> splitters;
  splitters.reserve(buckets - 1);
  for (std::size_t bucket = 1; bucket < buckets && !sorted.empty(); ++bucket)
    splitters.push_back(sorted[sorted.size() * bucket / buckets]);
  return splitters;
}

/// The largest number of buckets: their numbers have 16 bits.
inline constexpr std::size_t max_buckets = 65536;

/// Assigns keys to buckets: the number of a key's bucket is the number of splitters at or below it.
template <class T, class Comp>
class classifier {
 public:
  /// Splitters in order, at most max_buckets - 1.
  classifier(std::vector<sample<T>> splitters, Comp& comp) : splitters_(std::move(splitters)), comp_(comp) {
    levels_ = static_cast<unsigned>(std::bit_width(splitters_.size()));
    if (splitters_.empty()) return;
    std::size_t const nodes = std::size_t{1} << levels_;
    // Nodes beyond the last splitter have its key, so a key goes right of all of them or of none.
    tree_.assign(nodes, splitters_.back().key);
    // Node i of level l has the middle of the i-th of 2^l equal ranges of [0, nodes).
    for (std::size_t i = 1; i < nodes; ++i) {
      auto const level = static_cast<unsigned>(std::bit_width(i)) - 1;
      std::size_t const width = nodes >> level;
      std::size_t const middle = (i - (std::size_t{1} << level)) * width + width / 2 - 1;
      if (middle < splitters_.size()) tree_[i] = splitters_[middle].key;
    }
  }

  [[nodiscard]] std::size_t buckets() const noexcept { return splitters_.size() + 1; }

  /// Writes the bucket of each key, and adds the number of keys of each bucket to `counts`. The
  /// first key has the number `first`.
  void classify(std::span<T const> keys, std::uint64_t first, std::span<std::uint16_t> bucket_numbers,
                std::span<std::uint32_t> counts) const {
    std::size_t const last = splitters_.size();
    // For keys that equal a splitter: the first splitter of that key above the last number. Numbers
    // only grow.
    std::vector<std::uint16_t> next_splitter(last);
    std::iota(next_splitter.begin(), next_splitter.end(), std::uint16_t{0});
    auto const assign_bucket = [&](std::size_t i, std::size_t bucket) {
      // `bucket` splitters have smaller keys, or all splitters have.
      bucket = (std::min)(bucket, last);
      if (bucket < last && !std::invoke(comp_, keys[i], splitters_[bucket].key)) [[unlikely]] {
        auto& splitter = next_splitter[bucket];
        while (splitter < last && !precedes(comp_, sample<T>{keys[i], first + i}, splitters_[splitter])) ++splitter;
        bucket = splitter;
      }
      bucket_numbers[i] = static_cast<std::uint16_t>(bucket);
      ++counts[bucket];
    };
    std::size_t const nodes = std::size_t{1} << levels_;
    auto const child = [this](std::size_t node, T const& key) {
      return 2 * node + (std::invoke(comp_, tree_[node], key) ? 1 : 0);
    };
    // Several searches at once: each step of one search waits for its previous step.
    constexpr std::size_t batch = 8;
    std::size_t i = 0;
    for (; i + batch <= keys.size(); i += batch) {
      std::array<std::size_t, batch> node;
      node.fill(1);
      for (unsigned level = 0; level < levels_; ++level) {
        for (std::size_t index = 0; index < batch; ++index) node[index] = child(node[index], keys[i + index]);
      }
      for (std::size_t index = 0; index < batch; ++index) assign_bucket(i + index, node[index] - nodes);
    }
    for (; i < keys.size(); ++i) {
      std::size_t node = 1;
      for (unsigned level = 0; level < levels_; ++level) node = child(node, keys[i]);
      assign_bucket(i, node - nodes);
    }
  }

 private:
  std::vector<sample<T>> splitters_;
  Comp& comp_;
  // The splitters' keys as a search tree without pointers: the children of node i are 2i and 2i +
  // 1.
  std::vector<T> tree_;
  unsigned levels_ = 0;
};

/// Brings a place's keys into the order of their buckets, chunk by chunk, in three steps.
/// `classify` and `scatter` of different chunks may run concurrently, each once per chunk; `begins`
/// must be called between the two steps.
template <class T, class Comp>
class bucket_partition {
 public:
  /// Keys with the numbers `first`, `first` + 1, …
  bucket_partition(std::span<T const> keys, std::uint64_t first, classifier<T, Comp> const& key_classifier,
                   std::size_t chunk)
      : keys_(keys),
        first_(first),
        classifier_(key_classifier),
        chunk_(chunk),
        chunks_((keys.size() + chunk - 1) / chunk),
        buckets_(std::make_unique_for_overwrite<std::uint16_t[]>(keys.size())),
        counts_(chunks_ * key_classifier.buckets()),
        positions_(counts_.size()) {}

  [[nodiscard]] std::size_t chunks() const noexcept { return chunks_; }
  void classify(std::size_t chunk) {
    std::size_t const begin = begin_of(chunk);
    std::size_t const length = length_of(chunk);
    classifier_.classify(keys_.subspan(begin, length), first_ + begin, std::span(buckets_.get() + begin, length),
                         std::span(counts_).subspan(chunk * classifier_.buckets(), classifier_.buckets()));
  }
  /// The begin of each bucket; the last number is that of all keys.
  [[nodiscard]] std::vector<std::uint64_t> begins() {
    std::size_t const buckets = classifier_.buckets();
    std::vector<std::uint64_t> result(buckets + 1);
    for (std::size_t chunk = 0; chunk < chunks_; ++chunk) {
      for (std::size_t bucket = 0; bucket < buckets; ++bucket) result[bucket] += counts_[chunk * buckets + bucket];
    }
    std::uint64_t sum = 0;
    for (auto& n : result) sum += std::exchange(n, sum);
    auto positions = result;
    for (std::size_t chunk = 0; chunk < chunks_; ++chunk) {
      for (std::size_t bucket = 0; bucket < buckets; ++bucket) {
        positions_[chunk * buckets + bucket] = positions[bucket];
        positions[bucket] += counts_[chunk * buckets + bucket];
      }
    }
    return result;
  }
  /// Copies the keys of a chunk to their positions; within a bucket their order stays.
  void scatter(std::size_t chunk, T* out) {
    std::size_t const begin = begin_of(chunk);
    std::uint64_t* const positions = positions_.data() + chunk * classifier_.buckets();
    for (std::size_t i = begin; i < begin + length_of(chunk); ++i)
      std::construct_at(out + positions[buckets_[i]]++, keys_[i]);
  }

 private:
  [[nodiscard]] std::size_t begin_of(std::size_t chunk) const noexcept { return chunk * chunk_; }
  [[nodiscard]] std::size_t length_of(std::size_t chunk) const noexcept {
    return (std::min)(chunk_, keys_.size() - begin_of(chunk));
  }

  std::span<T const> keys_;
  std::uint64_t first_;
  classifier<T, Comp> const& classifier_;
  std::size_t chunk_;
  std::size_t chunks_;
  std::unique_ptr<std::uint16_t[]> buckets_;  // of each key
  std::vector<std::uint32_t> counts_;         // by chunk, then by bucket
  std::vector<std::uint64_t> positions_;      // by chunk, then by bucket: the position of the next key
};

/// Numbers whose order is that of their bits.
template <class T>
concept bit_ordered = std::is_arithmetic_v<T> && sizeof(T) <= 8;
/// Bits that are ordered as the keys, or in the opposite order.
template <bool Descending, bit_ordered T>
SKUA_INLINE std::uint64_t ordered_bits(T key) noexcept {
  std::uint64_t bits = 0;
  if constexpr (std::is_floating_point_v<T>) {
    using word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    constexpr word sign = word{1} << (8 * sizeof(T) - 1);
    auto const pattern = std::bit_cast<word>(key);
    bits = (pattern & sign) != 0 ? static_cast<word>(~pattern) : static_cast<word>(pattern | sign);
  } else if constexpr (std::is_signed_v<T>) {
    bits = static_cast<std::uint64_t>(static_cast<std::int64_t>(key)) ^ (std::uint64_t{1} << 63);
  } else {
    bits = static_cast<std::uint64_t>(key);
  }
  return Descending ? ~bits : bits;
}

template <class T, class Comp>
inline constexpr bool is_descending = std::same_as<Comp, std::greater<>> || std::same_as<Comp, std::greater<T>> ||
                                      std::same_as<Comp, std::ranges::greater>;
/// Whether the keys of a bucket are sorted by their bits.
template <class T, class Comp>
inline constexpr bool sorts_by_bits = bit_ordered<T> && is_standard_comparison<Comp, T>;

/// One counting pass by the highest bits in which the keys differ moves nearly every key to its
/// final position, if the keys of a bucket are spread evenly, as splitters near one another make
/// them. Sorts of the few keys of each group do the rest.
template <class T, class Comp>
void sort_pieces_by_bits(std::span<std::span<T const> const> pieces, T* out, std::size_t n, Comp& comp) {
  constexpr bool descending = is_descending<T, Comp>;
  constexpr unsigned max_bits = 12;
  constexpr count_type few = 24;  // up to this many keys, insertions are faster
  std::uint64_t low = ~std::uint64_t{0};
  std::uint64_t high = 0;
  for (auto const piece : pieces) {
    for (T const key : piece) {
      std::uint64_t const bits = ordered_bits<descending>(key);
      low = (std::min)(low, bits);
      high = (std::max)(high, bits);
    }
  }
  if (n == 0) return;
  // The number of counters is that of the keys, or half of it.
  unsigned const counter_bits = std::clamp(static_cast<unsigned>(std::bit_width(n / 2)), 1u, max_bits);
  auto const width = static_cast<unsigned>(std::bit_width(high - low));
  unsigned const shift = width > counter_bits ? width - counter_bits : 0;
  std::array<std::uint32_t, std::size_t{1} << max_bits> ends;
  auto const counts = std::span(ends).first(((high - low) >> shift) + 1);
  std::ranges::fill(counts, 0u);
  for (auto const piece : pieces) {
    for (T const key : piece) ++counts[(ordered_bits<descending>(key) - low) >> shift];
  }
  std::uint32_t sum = 0;
  for (auto& count : counts) sum += std::exchange(count, sum);
  for (auto const piece : pieces) {
    for (T const key : piece) out[counts[(ordered_bits<descending>(key) - low) >> shift]++] = key;
  }
  if (shift == 0) return;
  std::uint32_t begin = 0;
  for (std::uint32_t const end : counts) {
    if (end - begin > few) {
      sort_alone(out + begin, out + end, comp);
    } else if (end - begin > 1) {
      insertion_sort(out + begin, out + end, comp);
    }
    begin = end;
  }
}

/// Sorts the keys of one bucket, which come in pieces and should fit into a cache: writes the n
/// keys of all pieces, in order, to `out`, which must not overlap them.
template <class T, class Comp>
void sort_pieces(std::span<std::span<T const> const> pieces, T* out, std::size_t n, Comp& comp) {
  if constexpr (sorts_by_bits<T, Comp>) {
    if (n <= (std::numeric_limits<std::uint32_t>::max)()) return sort_pieces_by_bits(pieces, out, n, comp);
  }
  T* end = out;
  for (auto const piece : pieces) end = std::uninitialized_copy(piece.begin(), piece.end(), end);
  sort_alone(out, end, comp);
}

}  // namespace skua::algorithm
