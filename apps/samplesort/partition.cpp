// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "partition.hpp"

#include <algorithm>
#include <utility>

namespace apps::samplesort {

partition::partition(std::span<std::uint64_t const> keys, std::uint64_t first, classifier const& by, std::size_t chunk)
    : keys_(keys),
      first_(first),
      by_(by),
      chunk_(chunk),
      chunks_((keys.size() + chunk - 1) / chunk),
      buckets_(std::make_unique_for_overwrite<std::uint16_t[]>(keys.size())),
      counts_(chunks_ * by.buckets()),
      next_(counts_.size()) {}

std::size_t partition::length_of(std::size_t chunk) const noexcept {
  return std::min(chunk_, keys_.size() - begin_of(chunk));
}

void partition::classify(std::size_t chunk) {
  std::size_t const begin = begin_of(chunk);
  std::size_t const length = length_of(chunk);
  by_.classify(keys_.subspan(begin, length), first_ + begin, std::span(buckets_.get() + begin, length),
               std::span(counts_).subspan(chunk * by_.buckets(), by_.buckets()));
}

std::vector<std::size_t> partition::begins() {
  std::size_t const buckets = by_.buckets();
  std::vector<std::size_t> found(buckets + 1);
  for (std::size_t c = 0; c < chunks_; ++c) {
    for (std::size_t b = 0; b < buckets; ++b) found[b] += counts_[c * buckets + b];
  }
  std::size_t sum = 0;
  for (auto& n : found) sum += std::exchange(n, sum);
  auto next = found;
  for (std::size_t c = 0; c < chunks_; ++c) {
    for (std::size_t b = 0; b < buckets; ++b) {
      next_[c * buckets + b] = next[b];
      next[b] += counts_[c * buckets + b];
    }
  }
  return found;
}

void partition::scatter(std::size_t chunk, std::span<std::uint64_t> out) {
  std::size_t const begin = begin_of(chunk);
  std::uint64_t* const next = next_.data() + chunk * by_.buckets();
  for (std::size_t i = begin; i < begin + length_of(chunk); ++i) out[next[buckets_[i]]++] = keys_[i];
}

}  // namespace apps::samplesort
