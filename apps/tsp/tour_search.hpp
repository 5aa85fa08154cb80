// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The search tree of tours for the engine.
//
// Children and bound are those of the sequential program. That program stops at a city which is too
// far by itself, since all later ones are farther. The engine's `prune_level` would stop there too,
// but also at cities that only the spanning tree rules out, after which a later city may be better.
// So each city is looked at: a few more nodes, close to the leaves, where the bound is cheap.

#pragma once

#include <limits>
#include <type_traits>

#include "depth_first.hpp"

namespace apps::tsp {

class tour_search {
 public:
  using node = partial_tour;
  static_assert(std::is_trivially_copyable_v<node>);

  tour_search() = default;
  explicit tour_search(instance const& in) : of_(in) {}

  node root() const { return partial_tour::start(of_.size()); }

  problem::next_cities children(node const& from) const { return of_.next_from(from); }

  /// Longer than any tour.
  static constexpr length no_tour = std::numeric_limits<length>::max();

  /// Of a whole tour; the others are not tours yet.
  length objective(node const& n) const { return n.unvisited == 0 ? whole(n) : no_tour; }
  length bound(node const& n) const { return n.unvisited == 0 ? whole(n) : of_.bound(n); }

  bool valid(node const& n) const { return of_.valid(n); }

  template <typename Archive>
  void serialize(Archive& archive) {
    archive(of_);
  }

 private:
  length whole(node const& n) const { return n.so_far + of_.distance(n.last(), 0); }

  problem of_;
};

}  // namespace apps::tsp
