// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The keys of every distribution, and fingerprints.

#include "problem.hpp"

#include "../common/splitmix.hpp"

namespace apps::samplesort {
namespace {

/// Key i of n, in order: the range of keys is divided into n parts, and each key is at a random
/// position in its own part.
std::uint64_t ascending(std::uint64_t seed, std::size_t i, std::size_t n) noexcept {
  std::uint64_t const width = ~std::uint64_t{0} / n;
  return i * width + splitmix::key(seed, i) % width;
}

}  // namespace

std::uint64_t key_at(parameters const& settings, std::size_t i) noexcept {
  std::uint64_t const random = splitmix::key(settings.seed, i);
  switch (settings.distribution) {
    case shape::uniform:
      return random;
    case shape::skewed:
      return random >> (splitmix::mix64(random) % 64);
    case shape::few:
      return splitmix::mix64(random % 10);
    case shape::equal:
      return splitmix::mix64(settings.seed);
    case shape::sorted:
      return ascending(settings.seed, i, settings.total());
    case shape::reversed:
      return ~ascending(settings.seed, i, settings.total());
  }
  return random;
}

void make_keys(parameters const& settings, std::size_t first, std::span<std::uint64_t> keys) noexcept {
  for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = key_at(settings, first + i);
}

fingerprint fingerprint_of(std::span<std::uint64_t const> keys, std::uint64_t first) noexcept {
  fingerprint result;
  result.count = keys.size();
  for (std::size_t i = 0; i < keys.size(); ++i) {
    std::uint64_t const hash = splitmix::mix64(keys[i]);
    result.unordered += hash;
    result.weighted += (first + i + 1) * hash;
  }
  return result;
}

}  // namespace apps::samplesort
