// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The search tree of tours for the engine.
//
// Children and bound are those of the sequential program. That program stops at the first city
// whose distance alone is too long, since all later ones are farther. The engine's `prune_level`
// would stop there too, but in addition at cities that only the spanning tree excludes, and a later
// city may be better. So the engine visits each city: a few more nodes, close to the leaves, where
// the bound is cheap.

#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <skua/reducer.hpp>
#include <type_traits>

#include "problem.hpp"

namespace apps::tsp {

class tour_search {
 public:
  using node = partial_tour;
  static_assert(std::is_trivially_copyable_v<node>);

  tour_search() = default;
  explicit tour_search(instance const& cities) : problem_(cities) {}
  /// Counts the tours of length at most `at_most` in `short_tours` while the search runs.
  tour_search(instance const& cities, length at_most, skua::sum<std::uint64_t> const& short_tours)
      : problem_(cities), at_most_(at_most), short_tours_(short_tours) {}

  node root() const { return partial_tour::start(problem_.size()); }

  problem::next_cities children(node const& tour) const { return problem_.next_from(tour); }

  /// Longer than any tour.
  static constexpr length no_tour = std::numeric_limits<length>::max();

  /// The length of a closed tour; partial tours are not solutions.
  length objective(node const& n) const {
    if (n.unvisited != 0) return no_tour;
    length const result = closed_length(n);
    if (short_tours_ && result <= at_most_) *short_tours_ += 1;
    return result;
  }
  length bound(node const& n) const { return n.unvisited == 0 ? closed_length(n) : problem_.bound(n); }

  bool valid(node const& n) const { return problem_.valid(n); }

  template <typename Archive>
  void serialize(Archive& archive) {
    archive(problem_, at_most_, short_tours_);
  }

 private:
  length closed_length(node const& n) const { return n.length_so_far + problem_.distance(n.last(), 0); }

  problem problem_;
  length at_most_ = 0;
  std::optional<skua::sum<std::uint64_t>> short_tours_;
};

}  // namespace apps::tsp
