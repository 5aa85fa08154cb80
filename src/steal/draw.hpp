// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Draws places at random, each at most once per hunger.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "steal/policy.hpp"

namespace skua::steal {

/// How many places a policy asks in one hunger, if there are so many: in a large system going quiet early costs less than
/// asking everybody, since the lifelines are still there.
inline constexpr int most_attempts = 16;

/// SplitMix64 (Steele, Lea and Flood, 2014).
class random_source {
 public:
  explicit random_source(std::uint64_t seed) noexcept : state_(seed) {}

  std::uint64_t operator()() noexcept {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  /// 0 to bound - 1; bound is far below 2^32, so the bias of the product is of no account.
  std::size_t below(std::size_t bound) noexcept {
    return static_cast<std::size_t>(((*this)() >> 32) * static_cast<std::uint64_t>(bound) >> 32);
  }

 private:
  std::uint64_t state_;
};

inline random_source random_of(settings const& of) noexcept {
  // Neighbouring places must not draw the same order: the number is scattered before it meets the seed.
  return random_source(of.seed ^ random_source(static_cast<std::uint64_t>(of.here) + 1)());
}

/// A set of places in random order, reshuffled as far as it is drawn from.
class draw {
 public:
  explicit draw(std::vector<int> from) : places_(std::move(from)) {}

  [[nodiscard]] std::size_t size() const noexcept { return places_.size(); }

  /// Number `i` of this round, i < size(), asked for in the order 0, 1, 2, …: uniform among those not drawn yet.
  int at(std::size_t i, random_source& random) noexcept {
    std::swap(places_[i], places_[i + random.below(places_.size() - i)]);
    return places_[i];
  }

 private:
  std::vector<int> places_;
};

/// How far away a place is; all alike if nothing was said.
inline int distance_to(settings const& of, int place) noexcept {
  auto const i = static_cast<std::size_t>(place);
  return i < of.distance.size() ? of.distance[i] : 0;
}

/// All places but this one, in increasing order.
inline std::vector<int> others(settings const& of) {
  std::vector<int> result;
  for (int p = 0; p < of.places; ++p) {
    if (p != of.here) result.push_back(p);
  }
  return result;
}

}  // namespace skua::steal
