// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Depth-first branch and bound over partial tours: the sequential program, and what a task does
// below the cutoff.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "instance.hpp"

namespace apps::tsp {

/// The beginning of a tour: it starts at city 0. Trivially copyable.
struct partial_tour {
  std::uint64_t unvisited;
  length so_far;
  std::int64_t visited;  ///< how many cities; wide, so that no byte is left open
  std::array<std::uint8_t, most_cities> city;

  static partial_tour start(int size) {
    auto const all = size == most_cities ? ~std::uint64_t{0} : (std::uint64_t{1} << size) - 1;
    return {all & ~std::uint64_t{1}, 0, 1, {}};
  }

  int last() const { return city[static_cast<std::size_t>(visited) - 1]; }
  int left() const { return std::popcount(unvisited); }
  std::vector<int> cities() const { return {city.begin(), city.begin() + visited}; }

  void go_to(int next, length distance) {
    city[static_cast<std::size_t>(visited++)] = static_cast<std::uint8_t>(next);
    unvisited &= ~(std::uint64_t{1} << next);
    so_far += distance;
  }
  void go_back(length distance) {
    unvisited |= std::uint64_t{1} << city[static_cast<std::size_t>(--visited)];
    so_far -= distance;
  }
};

/// An instance made ready for the search.
class problem {
 public:
  problem() = default;
  explicit problem(instance const& of);

  int size() const { return size_; }
  std::int32_t distance(int a, int b) const { return row_of(a)[b]; }

  /// Calls `body(city, distance)` for each city where a tour may go on, the nearest first, until it
  /// returns false. Of a tour and its reverse only one is followed: the one that visits city 1
  /// before city 2.
  template <typename Body>
  void for_each_next(partial_tour const& from, Body&& body) const {
    int const here = from.last();
    auto const* order = nearest_.data() + static_cast<std::size_t>(here) * most_cities;
    std::uint64_t const may = followed(from);
    for (int i = 0; i < size_ - 1; ++i) {
      int const next = order[i];
      if ((may >> next & 1) != 0 && !body(next, distance(here, next))) return;
    }
  }

  /// The same one by one: the beginnings of a tour that are longer by a city.
  class next_cities {
   public:
    next_cities(problem const& of, partial_tour const& from) : of_(&of), from_(&from), may_(followed(from)) {
      auto const here = static_cast<std::size_t>(from.last()) * most_cities;
      order_ = of.nearest_.data() + here;
      distance_ = of.distances_.data() + here;
    }
    bool next(partial_tour& longer) {
      for (; at_ < of_->size_ - 1; ++at_) {
        int const city = order_[at_];
        if ((may_ >> city & 1) == 0) continue;
        ++at_;
        longer = *from_;
        longer.go_to(city, distance_[city]);
        return true;
      }
      return false;
    }

   private:
    problem const* of_;
    partial_tour const* from_;
    std::uint64_t may_;
    std::uint8_t const* order_;
    std::int32_t const* distance_;
    int at_ = 0;
  };
  next_cities next_from(partial_tour const& from) const { return {*this, from}; }

  /// No tour that begins like this one is shorter. What is left to do is a path through the
  /// unvisited cities, hence a spanning tree of them, and an edge from each end of the tour so far.
  length bound(partial_tour const& from) const;

  /// Of a beginning from a file: whether its cities, visited again one by one, lead to an equal
  /// one.
  bool valid(partial_tour const& tour) const {
    if (tour.visited < 1 || tour.visited > size_) return false;
    auto current = partial_tour::start(size_);
    while (current.visited < tour.visited) {
      int const next = tour.city[static_cast<std::size_t>(current.visited)];
      if (next >= size_ || (followed(current) >> next & 1) == 0) return false;
      current.go_to(next, distance(current.last(), next));
    }
    return current.unvisited == tour.unvisited && current.so_far == tour.so_far && current.city == tour.city;
  }

  template <typename Archive>
  void serialize(Archive& archive) {
    archive(size_, distances_, nearest_);
  }

 private:
  /// City 2 has to wait for city 1.
  static std::uint64_t followed(partial_tour const& from) {
    return (from.unvisited & 2) != 0 ? from.unvisited & ~std::uint64_t{4} : from.unvisited;
  }
  std::int32_t const* row_of(int city) const {
    return distances_.data() + static_cast<std::size_t>(city) * most_cities;
  }

  int size_ = 0;
  std::vector<std::int32_t> distances_;  ///< most_cities per row
  std::vector<std::uint8_t> nearest_;    ///< per city the others by distance
};

/// `Incumbent` has `length best() const`, `void improve(partial_tour const&, length)` and `bool
/// stop() const`, which is asked now and then.
template <typename Incumbent>
class depth_first {
 public:
  depth_first(problem const& of, Incumbent& incumbent) : of_(of), incumbent_(incumbent) {}

  /// Finds every tour shorter than the incumbent that begins like `from`. Returns the number of
  /// nodes.
  std::uint64_t search(partial_tour from) {
    tour_ = from;
    nodes_ = 0;
    if (tour_.so_far < incumbent_.best()) visit();
    return nodes_;
  }

  /// Of the search that is going on.
  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

 private:
  static constexpr std::uint64_t nodes_between_looks = 1024;

  /// False: stopped.
  bool visit() {
    if (++nodes_ % nodes_between_looks == 0 && incumbent_.stop()) return false;
    if (tour_.unvisited == 0) {
      length const whole = tour_.so_far + of_.distance(tour_.last(), 0);
      if (whole < incumbent_.best()) incumbent_.improve(tour_, whole);
      return true;
    }
    if (of_.bound(tour_) >= incumbent_.best()) return true;
    bool going_on = true;
    of_.for_each_next(tour_, [&](int next, length distance) {
      if (tour_.so_far + distance >= incumbent_.best()) return false;
      tour_.go_to(next, distance);
      going_on = visit();
      tour_.go_back(distance);
      return going_on;
    });
    return going_on;
  }

  problem const& of_;
  Incumbent& incumbent_;
  partial_tour tour_{};
  std::uint64_t nodes_ = 0;
};

}  // namespace apps::tsp
