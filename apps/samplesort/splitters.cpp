// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "splitters.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

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

}  // namespace apps::samplesort
