// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The keys of every distribution, and fingerprints.

#include "../quicksort/keys.hpp"
#include "problem.hpp"

namespace apps::samplesort {
namespace {

/// Key i of n, in order: the range of keys is cut into n parts, and each key lies somewhere in its
/// own.
std::uint64_t ascending(std::uint64_t seed, std::size_t i, std::size_t n) noexcept {
  std::uint64_t const width = ~std::uint64_t{0} / n;
  return i * width + splitmix::key(seed, i) % width;
}

}  // namespace

std::uint64_t key_at(parameters const& what, std::size_t i) noexcept {
  std::uint64_t const random = splitmix::key(what.seed, i);
  switch (what.distribution) {
    case shape::uniform:
      return random;
    case shape::skewed:
      return random >> (splitmix::mix64(random) % 64);
    case shape::few:
      return splitmix::mix64(random % 10);
    case shape::equal:
      return splitmix::mix64(what.seed);
    case shape::sorted:
      return ascending(what.seed, i, what.total());
    case shape::reversed:
      return ~ascending(what.seed, i, what.total());
  }
  return random;
}

void make_keys(parameters const& what, std::size_t first, std::span<std::uint64_t> into) noexcept {
  for (std::size_t i = 0; i < into.size(); ++i) into[i] = key_at(what, first + i);
}

fingerprint fingerprint_of(std::span<std::uint64_t const> keys, std::uint64_t first) noexcept {
  fingerprint found;
  found.count = keys.size();
  for (std::size_t i = 0; i < keys.size(); ++i) {
    std::uint64_t const hash = splitmix::mix64(keys[i]);
    found.unordered += hash;
    found.weighted += (first + i + 1) * hash;
  }
  return found;
}

}  // namespace apps::samplesort
