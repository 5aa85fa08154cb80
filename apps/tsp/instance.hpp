// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A symmetric travelling salesman problem: the distances between cities, and tours through them.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
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

}  // namespace apps::tsp
