// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Draws places at random, each at most once in a search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "steal/policy.hpp"

namespace skua::steal {

/// The largest number of places that a policy asks in one search. In a large system it costs less
/// to give up early than to ask all places, since the lifelines remain.
inline constexpr int max_attempts = 16;

class random_source : public base::splitmix64 {
 public:
  using splitmix64::splitmix64;

  /// 0 to bound - 1; bound is far below 2^32, so the bias of the product is negligible.
  std::size_t below(std::size_t bound) noexcept {
    return static_cast<std::size_t>(((*this)() >> 32) * static_cast<std::uint64_t>(bound) >> 32);
  }
};

inline random_source random_of(settings const& config) noexcept {
  // Neighbouring places need different orders, so the place's number is hashed before it is mixed
  // into the seed.
  return random_source(config.seed ^ random_source(static_cast<std::uint64_t>(config.own_place) + 1)());
}

/// The numbers below n in random order, drawn one by one: the first steps of a Fisher-Yates
/// shuffle. It stores only the numbers that this round has moved, so n may be large.
class lazy_shuffle {
 public:
  explicit lazy_shuffle(std::size_t n) : size_(n) {}

  [[nodiscard]] std::size_t size() const noexcept { return size_; }

  /// Number `i` of this round, i < size(), to be called with i = 0, 1, 2, …: uniform among the
  /// numbers not drawn yet.
  std::size_t at(std::size_t i, random_source& random) {
    if (i == 0) moves_.clear();
    std::size_t const position = i + random.below(size_ - i);
    std::size_t const number = number_at(position);
    if (position != i) moves_.push_back({position, number_at(i)});
    return number;
  }

 private:
  struct move {
    std::size_t position, number;
  };
  [[nodiscard]] std::size_t number_at(std::size_t position) const noexcept {
    for (std::size_t i = moves_.size(); i > 0; --i) {
      if (moves_[i - 1].position == position) return moves_[i - 1].number;
    }
    return position;
  }

  std::size_t size_;
  std::vector<move> moves_;  // the last move to a position counts
};

/// The other places in random order.
class other_places {
 public:
  explicit other_places(settings const& config)
      : own_place_(config.own_place), order_(static_cast<std::size_t>(config.places - 1)) {}

  [[nodiscard]] std::size_t size() const noexcept { return order_.size(); }
  int at(std::size_t i, random_source& random) {
    auto const place = static_cast<int>(order_.at(i, random));
    return place < own_place_ ? place : place + 1;
  }

 private:
  int own_place_;
  lazy_shuffle order_;
};

/// Places of a list in random order.
class listed_places {
 public:
  explicit listed_places(std::vector<int> places) : list_(std::move(places)), order_(list_.size()) {}

  [[nodiscard]] std::size_t size() const noexcept { return list_.size(); }
  int at(std::size_t i, random_source& random) { return list_[order_.at(i, random)]; }

 private:
  std::vector<int> list_;
  lazy_shuffle order_;
};

/// The distance of a place; 0 for all if none were given.
inline int distance_to(settings const& config, int place) { return config.distance ? config.distance(place) : 0; }

/// All places but this one, in increasing order.
inline std::vector<int> others(settings const& config) {
  std::vector<int> result;
  for (int place = 0; place < config.places; ++place) {
    if (place != config.own_place) result.push_back(place);
  }
  return result;
}

}  // namespace skua::steal
