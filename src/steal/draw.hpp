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

/// How many places a policy asks in one hunger, if there are so many: in a large system going quiet
/// early costs less than asking everybody, since the lifelines are still there.
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
  // Neighbouring places must not draw the same order: the number is scattered before it meets the
  // seed.
  return random_source(of.seed ^ random_source(static_cast<std::uint64_t>(of.here) + 1)());
}

/// The numbers below n in random order, n of any size: it remembers only what this round has moved
/// (Fisher and Yates, of which the beginning is carried out).
class draw {
 public:
  explicit draw(std::size_t n) : size_(n) {}

  [[nodiscard]] std::size_t size() const noexcept { return size_; }

  /// Number `i` of this round, i < size(), asked for in the order 0, 1, 2, …: uniform among those
  /// not drawn yet.
  std::size_t at(std::size_t i, random_source& random) {
    if (i == 0) moved_.clear();
    std::size_t const from = i + random.below(size_ - i);
    std::size_t const drawn = standing_at(from);
    if (from != i) moved_.push_back({from, standing_at(i)});
    return drawn;
  }

 private:
  struct move {
    std::size_t to, number;
  };
  [[nodiscard]] std::size_t standing_at(std::size_t where) const noexcept {
    for (std::size_t i = moved_.size(); i > 0; --i) {
      if (moved_[i - 1].to == where) return moved_[i - 1].number;
    }
    return where;
  }

  std::size_t size_;
  std::vector<move> moved_;  // the last word on a place counts
};

/// The other places in random order.
class other_places {
 public:
  explicit other_places(settings const& of) : here_(of.here), order_(static_cast<std::size_t>(of.places - 1)) {}

  [[nodiscard]] std::size_t size() const noexcept { return order_.size(); }
  int at(std::size_t i, random_source& random) {
    auto const p = static_cast<int>(order_.at(i, random));
    return p < here_ ? p : p + 1;
  }

 private:
  int here_;
  draw order_;
};

/// Places of a list in random order.
class listed_places {
 public:
  explicit listed_places(std::vector<int> of) : list_(std::move(of)), order_(list_.size()) {}

  [[nodiscard]] std::size_t size() const noexcept { return list_.size(); }
  int at(std::size_t i, random_source& random) { return list_[order_.at(i, random)]; }

 private:
  std::vector<int> list_;
  draw order_;
};

/// How far away a place is; all alike if nothing was said.
inline int distance_to(settings const& of, int place) { return of.distance ? of.distance(place) : 0; }

/// All places but this one, in increasing order.
inline std::vector<int> others(settings const& of) {
  std::vector<int> result;
  for (int p = 0; p < of.places; ++p) {
    if (p != of.here) result.push_back(p);
  }
  return result;
}

}  // namespace skua::steal
