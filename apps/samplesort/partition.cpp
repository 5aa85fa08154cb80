// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "partition.hpp"

#include <algorithm>
#include <utility>

namespace apps::samplesort {

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

}  // namespace apps::samplesort
