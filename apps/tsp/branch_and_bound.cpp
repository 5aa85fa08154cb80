// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Children and bound are those of the sequential program. That stops at a city which is too far by itself, since all later
// ones are farther; the engine's `prune_level` would stop there too, but also at cities that only the spanning tree rules out,
// and of those later ones may be better. So each is looked at: a few more nodes, close to the leaves, where the bound is cheap.

#include "branch_and_bound.hpp"

#include <limits>
#include <type_traits>
#include <utility>

#include "../skua/saved_search.hpp"
#include "depth_first.hpp"

namespace apps::tsp {
namespace {

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

  template <typename Archive>
  void serialize(Archive& archive) {
    archive(of_);
  }

 private:
  length whole(node const& n) const { return n.so_far + of_.distance(n.last(), 0); }

  problem of_;
};

}  // namespace

proof search_by_engine(instance const& in, search_request const& wanted) {
  auto found = minimise(tour_search(in), wanted, tour_search::no_tour);
  proof result{ended(found), {}, 0, found.bound};
  if (found) {
    result.tour = found.node->cities();
    result.tour_length = found.value;
  }
  return result;
}

}  // namespace apps::tsp
