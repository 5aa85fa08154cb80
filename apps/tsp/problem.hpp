// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A symmetric travelling salesman problem: the distances between cities, tours through them, and an
// instance prepared for the search.

#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace apps::tsp {

inline constexpr int min_cities = 3;
/// Sets of cities are 64-bit words; exact search is impractical long before that.
inline constexpr int max_cities = 64;
inline constexpr std::int32_t longest_distance = 100'000'000;

using length = std::int64_t;

/// Cities are 0 to size() - 1; distances are symmetric, from 0 to longest_distance.
class instance {
 public:
  instance() = default;
  instance(std::string name, int size)
      : name_(std::move(name)),
        size_(size),
        distances_(static_cast<std::size_t>(size) * static_cast<std::size_t>(size)) {}

  std::string const& name() const { return name_; }
  int size() const { return size_; }

  std::int32_t distance(int a, int b) const { return distances_[at(a, b)]; }
  std::vector<std::int32_t> const& distances() const { return distances_; }
  void set_distance(int a, int b, std::int32_t distance) { distances_[at(a, b)] = distances_[at(b, a)] = distance; }

  /// The sum over all pairs; it distinguishes instances of one name.
  length sum_of_distances() const;

  /// Serializes the instance, to send it to another place.
  template <typename Archive>
  void serialize(Archive& archive) {
    archive(name_, size_, distances_);
  }

 private:
  std::size_t at(int a, int b) const {
    return static_cast<std::size_t>(a) * static_cast<std::size_t>(size_) + static_cast<std::size_t>(b);
  }

  std::string name_;
  int size_ = 0;
  std::vector<std::int32_t> distances_;
};

/// The length of the closed tour; -1 if it does not visit every city once. The check of an answer,
/// independent of the search.
length tour_length(instance const& cities, std::vector<int> const& tour);

/// The beginning of a tour: it starts at city 0. Trivially copyable.
struct partial_tour {
  std::uint64_t unvisited;
  length length_so_far;
  std::int64_t visited;  ///< how many cities; 64 bits wide, so that the object has no padding
  std::array<std::uint8_t, max_cities> city;

  static partial_tour start(int size) {
    auto const all_cities = size == max_cities ? ~std::uint64_t{0} : (std::uint64_t{1} << size) - 1;
    return {all_cities & ~std::uint64_t{1}, 0, 1, {}};
  }

  int last() const { return city[static_cast<std::size_t>(visited) - 1]; }
  int cities_left() const { return std::popcount(unvisited); }
  std::vector<int> cities() const { return {city.begin(), city.begin() + visited}; }

  void go_to(int next, length distance) {
    city[static_cast<std::size_t>(visited++)] = static_cast<std::uint8_t>(next);
    unvisited &= ~(std::uint64_t{1} << next);
    length_so_far += distance;
  }
  void go_back(length distance) {
    unvisited |= std::uint64_t{1} << city[static_cast<std::size_t>(--visited)];
    length_so_far -= distance;
  }
};

/// An instance prepared for the search.
class problem {
 public:
  problem() = default;
  explicit problem(instance const& cities);

  int size() const { return size_; }
  std::int32_t distance(int a, int b) const { return row_of(a)[b]; }

  /// Calls `body(city, distance)` for each city that may come next, the nearest first, until it
  /// returns false. The walk follows only one of a tour and its reverse: the one that visits city 1
  /// before city 2.
  template <typename Body>
  void for_each_next(partial_tour const& tour, Body&& body) const {
    int const current = tour.last();
    auto const* order = nearest_.data() + static_cast<std::size_t>(current) * max_cities;
    std::uint64_t const candidates = allowed_cities(tour);
    for (int i = 0; i < size_ - 1; ++i) {
      int const next = order[i];
      if ((candidates >> next & 1) != 0 && !body(next, distance(current, next))) return;
    }
  }

  /// Gives the children one by one: the partial tours that are longer by one city.
  class next_cities {
   public:
    next_cities(problem const& instance, partial_tour const& tour)
        : problem_(&instance), tour_start_(&tour), candidates_(allowed_cities(tour)) {
      auto const current = static_cast<std::size_t>(tour.last()) * max_cities;
      order_ = instance.nearest_.data() + current;
      distance_ = instance.distances_.data() + current;
    }
    bool next(partial_tour& child) {
      for (; position_ < problem_->size_ - 1; ++position_) {
        int const city = order_[position_];
        if ((candidates_ >> city & 1) == 0) continue;
        ++position_;
        child = *tour_start_;
        child.go_to(city, distance_[city]);
        return true;
      }
      return false;
    }

   private:
    problem const* problem_;
    partial_tour const* tour_start_;
    std::uint64_t candidates_;
    std::uint8_t const* order_;
    std::int32_t const* distance_;
    int position_ = 0;
  };
  next_cities next_from(partial_tour const& tour) const { return {*this, tour}; }

  /// A lower bound of every tour that begins like this one. The rest is a path through the
  /// unvisited cities, hence at least a spanning tree of them, and an edge from each end of the
  /// partial tour.
  length bound(partial_tour const& tour) const;

  /// Checks a partial tour from a file: visits its cities again one by one and compares.
  bool valid(partial_tour const& tour) const {
    if (tour.visited < 1 || tour.visited > size_) return false;
    auto current = partial_tour::start(size_);
    while (current.visited < tour.visited) {
      int const next = tour.city[static_cast<std::size_t>(current.visited)];
      if (next >= size_ || (allowed_cities(current) >> next & 1) == 0) return false;
      current.go_to(next, distance(current.last(), next));
    }
    return current.unvisited == tour.unvisited && current.length_so_far == tour.length_so_far &&
           current.city == tour.city;
  }

  template <typename Archive>
  void serialize(Archive& archive) {
    archive(size_, distances_, nearest_);
  }

 private:
  /// City 2 must not come before city 1.
  static std::uint64_t allowed_cities(partial_tour const& tour) {
    return (tour.unvisited & 2) != 0 ? tour.unvisited & ~std::uint64_t{4} : tour.unvisited;
  }
  std::int32_t const* row_of(int city) const { return distances_.data() + static_cast<std::size_t>(city) * max_cities; }

  int size_ = 0;
  std::vector<std::int32_t> distances_;  ///< max_cities per row
  std::vector<std::uint8_t> nearest_;    ///< per city: the others by distance
};

}  // namespace apps::tsp
