// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "buckets.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <utility>

#include "../skua/splitmix.hpp"

namespace apps::samplesort {

std::vector<sample> take_samples(std::span<std::uint64_t const> keys, std::uint64_t first, std::size_t count,
                                 std::uint64_t seed) {
  std::vector<sample> samples;
  std::size_t const n = keys.size();
  count = std::min(count, n);
  samples.reserve(count);
  for (std::size_t s = 0; s < count; ++s) {
    std::size_t const low = n / count * s + std::min(s, n % count);
    std::size_t const length = n / count + (s < n % count ? 1 : 0);
    std::size_t const index = low + splitmix::key(~seed, first + s) % length;
    samples.push_back({keys[index], first + index});
  }
  return samples;
}

std::vector<sample> choose_splitters(std::vector<sample> samples, std::size_t buckets) {
  std::sort(samples.begin(), samples.end());
  std::vector<sample> splitters;
  splitters.reserve(buckets - 1);
  // With fewer samples than buckets, some splitters are equal, and the buckets between them are
  // empty.
  for (std::size_t b = 1; b < buckets && !samples.empty(); ++b)
    splitters.push_back(samples[samples.size() * b / buckets]);
  return splitters;
}

classifier::classifier(std::vector<sample> splitters) : splitters_(std::move(splitters)) {
  levels_ = static_cast<unsigned>(std::bit_width(splitters_.size()));
  std::size_t const nodes = std::size_t{1} << levels_;
  tree_.assign(nodes, ~std::uint64_t{0});
  // Node i of level l has the middle of the i-th of 2^l equal ranges of [0, nodes). Nodes beyond
  // the last splitter have the largest key, so no key goes right of them.
  for (std::size_t i = 1; i < nodes; ++i) {
    auto const level = static_cast<unsigned>(std::bit_width(i)) - 1;
    std::size_t const width = nodes >> level;
    std::size_t const middle = (i - (std::size_t{1} << level)) * width + width / 2 - 1;
    if (middle < splitters_.size()) tree_[i] = splitters_[middle].key;
  }
}

void classifier::classify(std::span<std::uint64_t const> keys, std::uint64_t first,
                          std::span<std::uint16_t> bucket_numbers, std::span<std::uint32_t> counts) const {
  std::size_t const last = splitters_.size();
  // For keys that equal a splitter: the first splitter of that key above the last index. Indices
  // only grow.
  std::vector<std::uint16_t> next_splitter(last);
  std::iota(next_splitter.begin(), next_splitter.end(), std::uint16_t{0});
  auto const assign_bucket = [&](std::size_t i, std::size_t bucket) {
    // `bucket` splitters have smaller keys.
    if (bucket < last && splitters_[bucket].key == keys[i]) [[unlikely]] {
      auto& splitter = next_splitter[bucket];
      while (splitter < last && splitters_[splitter] <= sample{keys[i], first + i}) ++splitter;
      bucket = splitter;
    }
    bucket_numbers[i] = static_cast<std::uint16_t>(bucket);
    ++counts[bucket];
  };
  std::size_t const nodes = std::size_t{1} << levels_;
  // Several searches at once: each step of one search waits for its previous step.
  constexpr std::size_t batch = 8;
  std::size_t i = 0;
  for (; i + batch <= keys.size(); i += batch) {
    std::array<std::size_t, batch> node;
    node.fill(1);
    for (unsigned level = 0; level < levels_; ++level) {
      for (std::size_t k = 0; k < batch; ++k) node[k] = 2 * node[k] + (tree_[node[k]] < keys[i + k] ? 1 : 0);
    }
    for (std::size_t k = 0; k < batch; ++k) assign_bucket(i + k, node[k] - nodes);
  }
  for (; i < keys.size(); ++i) {
    std::size_t node = 1;
    for (unsigned level = 0; level < levels_; ++level) node = 2 * node + (tree_[node] < keys[i] ? 1 : 0);
    assign_bucket(i, node - nodes);
  }
}

partition::partition(std::span<std::uint64_t const> keys, std::uint64_t first, classifier const& key_classifier,
                     std::size_t chunk)
    : keys_(keys),
      first_(first),
      classifier_(key_classifier),
      chunk_(chunk),
      chunks_((keys.size() + chunk - 1) / chunk),
      buckets_(std::make_unique_for_overwrite<std::uint16_t[]>(keys.size())),
      counts_(chunks_ * key_classifier.buckets()),
      positions_(counts_.size()) {}

std::size_t partition::length_of(std::size_t chunk) const noexcept {
  return std::min(chunk_, keys_.size() - begin_of(chunk));
}

void partition::classify(std::size_t chunk) {
  std::size_t const begin = begin_of(chunk);
  std::size_t const length = length_of(chunk);
  classifier_.classify(keys_.subspan(begin, length), first_ + begin, std::span(buckets_.get() + begin, length),
                       std::span(counts_).subspan(chunk * classifier_.buckets(), classifier_.buckets()));
}

std::vector<std::size_t> partition::begins() {
  std::size_t const buckets = classifier_.buckets();
  std::vector<std::size_t> result(buckets + 1);
  for (std::size_t c = 0; c < chunks_; ++c) {
    for (std::size_t b = 0; b < buckets; ++b) result[b] += counts_[c * buckets + b];
  }
  std::size_t sum = 0;
  for (auto& n : result) sum += std::exchange(n, sum);
  auto positions = result;
  for (std::size_t c = 0; c < chunks_; ++c) {
    for (std::size_t b = 0; b < buckets; ++b) {
      positions_[c * buckets + b] = positions[b];
      positions[b] += counts_[c * buckets + b];
    }
  }
  return result;
}

void partition::scatter(std::size_t chunk, std::span<std::uint64_t> out) {
  std::size_t const begin = begin_of(chunk);
  std::uint64_t* const positions = positions_.data() + chunk * classifier_.buckets();
  for (std::size_t i = begin; i < begin + length_of(chunk); ++i) out[positions[buckets_[i]]++] = keys_[i];
}

// One counting pass by the highest bits in which the keys differ moves nearly every key to its
// final position, if the keys of a bucket are spread evenly, as splitters near one another make
// them. A pass of insertions does the rest. Keys that are not spread evenly are sorted by
// std::sort.
namespace {

constexpr unsigned max_bits = 12;
constexpr std::size_t insertion_limit = 24;  // up to this many keys, insertions are faster

void insert_sort(std::uint64_t* begin, std::uint64_t* end) noexcept {
  for (std::uint64_t* next = begin + 1; next < end; ++next) {
    std::uint64_t const key = *next;
    std::uint64_t* hole = next;
    for (; hole != begin && hole[-1] > key; --hole) *hole = hole[-1];
    *hole = key;
  }
}

void sort_group(std::uint64_t* begin, std::uint64_t* end) {
  if (static_cast<std::size_t>(end - begin) <= insertion_limit) {
    insert_sort(begin, end);
  } else {
    std::sort(begin, end);
  }
}

}  // namespace

void sort_pieces(std::span<std::span<std::uint64_t const> const> pieces, std::span<std::uint64_t> out) {
  std::uint64_t low = ~std::uint64_t{0};
  std::uint64_t high = 0;
  for (auto const piece : pieces) {
    for (std::uint64_t const key : piece) {
      low = std::min(low, key);
      high = std::max(high, key);
    }
  }
  if (out.empty()) return;
  if (low == high) {
    std::ranges::fill(out, low);
    return;
  }
  // As many counters as keys, or half as many.
  unsigned const bits = std::clamp(static_cast<unsigned>(std::bit_width(out.size() / 2)), 1u, max_bits);
  auto const width = static_cast<unsigned>(std::bit_width(high - low));
  unsigned const shift = width > bits ? width - bits : 0;
  std::array<std::uint32_t, std::size_t{1} << max_bits> ends;
  auto const counts = std::span(ends).first(((high - low) >> shift) + 1);
  std::ranges::fill(counts, 0u);
  for (auto const piece : pieces) {
    for (std::uint64_t const key : piece) ++counts[(key - low) >> shift];
  }
  std::uint32_t sum = 0;
  for (auto& n : counts) sum += std::exchange(n, sum);
  for (auto const piece : pieces) {
    for (std::uint64_t const key : piece) out[counts[(key - low) >> shift]++] = key;
  }
  if (shift == 0) return;
  std::uint32_t begin = 0;
  for (std::uint32_t const end : counts) {
    if (end - begin > 1) sort_group(out.data() + begin, out.data() + end);
    begin = end;
  }
}

}  // namespace apps::samplesort
