// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "splitters.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

#include "../quicksort/keys.hpp"

namespace apps::samplesort {

std::vector<sample> take_samples(std::span<std::uint64_t const> keys, std::uint64_t first, std::size_t count,
                                 std::uint64_t seed) {
  std::vector<sample> taken;
  std::size_t const n = keys.size();
  count = std::min(count, n);
  taken.reserve(count);
  for (std::size_t s = 0; s < count; ++s) {
    std::size_t const low = n / count * s + std::min(s, n % count);
    std::size_t const length = n / count + (s < n % count ? 1 : 0);
    std::size_t const at = low + splitmix::key(~seed, first + s) % length;
    taken.push_back({keys[at], first + at});
  }
  return taken;
}

std::vector<sample> choose_splitters(std::vector<sample> samples, std::size_t buckets) {
  std::sort(samples.begin(), samples.end());
  std::vector<sample> chosen;
  chosen.reserve(buckets - 1);
  // With fewer samples than buckets some splitters are the same, and what is between them is empty.
  for (std::size_t b = 1; b < buckets && !samples.empty(); ++b) chosen.push_back(samples[samples.size() * b / buckets]);
  return chosen;
}

classifier::classifier(std::vector<sample> splitters) : splitters_(std::move(splitters)) {
  levels_ = static_cast<unsigned>(std::bit_width(splitters_.size()));
  std::size_t const nodes = std::size_t{1} << levels_;
  tree_.assign(nodes, ~std::uint64_t{0});
  // Node i of level l has the middle of the i-th of 2^l equal ranges of [0, nodes); beyond the last
  // splitter nothing is larger.
  for (std::size_t i = 1; i < nodes; ++i) {
    auto const level = static_cast<unsigned>(std::bit_width(i)) - 1;
    std::size_t const width = nodes >> level;
    std::size_t const middle = (i - (std::size_t{1} << level)) * width + width / 2 - 1;
    if (middle < splitters_.size()) tree_[i] = splitters_[middle].key;
  }
}

void classifier::classify(std::span<std::uint64_t const> keys, std::uint64_t first, std::span<std::uint16_t> into,
                          std::span<std::uint32_t> counts) const {
  std::size_t const last = splitters_.size();
  // For keys that equal a splitter: how far the indices, which only grow, have come among the
  // splitters with that key.
  std::vector<std::uint16_t> reached(last);
  std::iota(reached.begin(), reached.end(), std::uint16_t{0});
  auto const finish = [&](std::size_t i, std::size_t below) {
    // `below` splitters have smaller keys.
    if (below < last && splitters_[below].key == keys[i]) [[unlikely]] {
      auto& to = reached[below];
      while (to < last && splitters_[to] <= sample{keys[i], first + i}) ++to;
      below = to;
    }
    into[i] = static_cast<std::uint16_t>(below);
    ++counts[below];
  };
  std::size_t const nodes = std::size_t{1} << levels_;
  // Several searches at once: each step of one waits for the step before.
  constexpr std::size_t together = 8;
  std::size_t i = 0;
  for (; i + together <= keys.size(); i += together) {
    std::array<std::size_t, together> node;
    node.fill(1);
    for (unsigned level = 0; level < levels_; ++level) {
      for (std::size_t k = 0; k < together; ++k) node[k] = 2 * node[k] + (tree_[node[k]] < keys[i + k] ? 1 : 0);
    }
    for (std::size_t k = 0; k < together; ++k) finish(i + k, node[k] - nodes);
  }
  for (; i < keys.size(); ++i) {
    std::size_t node = 1;
    for (unsigned level = 0; level < levels_; ++level) node = 2 * node + (tree_[node] < keys[i] ? 1 : 0);
    finish(i, node - nodes);
  }
}

}  // namespace apps::samplesort
