// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// EXPKNAP as a program without a task library does it: one recursive function that stores only the
// changes made.

#include <span>

#include "core.hpp"
#include "search.hpp"
#include "search_tree.hpp"

namespace apps::knapsack {
namespace {

class searcher {
 public:
  explicit searcher(core const& reduced)
      : changes_(reduced.changes()),
        end_{reduced.removal_count(), reduced.size()},
        path_(static_cast<std::size_t>(reduced.size())) {
    profit_ = reduced.profit();
    branch(reduced.profit(), reduced.room(), 0, reduced.removal_count(), 0);
  }

  amount profit() const { return profit_; }
  std::span<int const> best_changes() const { return best_; }
  std::uint64_t nodes() const { return nodes_; }

 private:
  /// Searches all solutions that follow from one of this profit and room by removals from
  /// `first_removal` on and additions from `first_insertion` on.
  void branch(amount profit, std::int32_t room, int first_removal, int first_insertion, std::size_t depth) {
    bool const has_room = room >= 0;
    auto const end = end_[has_room ? 1 : 0];
    for (int i = has_room ? first_insertion : first_removal; i < end; ++i) {
      ++nodes_;
      auto const& next_change = changes_[i];
      if (bound_after(profit, room, next_change.density) <= profit_) return;
      path_[depth] = i;
      auto const child_profit = profit + next_change.gain;
      auto const child_room = room - next_change.room;
      if (child_room >= 0 && child_profit > profit_) {
        profit_ = child_profit;
        best_.assign(path_.begin(), path_.begin() + static_cast<std::ptrdiff_t>(depth) + 1);
      }
      branch(child_profit, child_room, has_room ? first_removal : i + 1, has_room ? i + 1 : first_insertion, depth + 1);
    }
  }

  change const* changes_;
  int end_[2];
  std::vector<int> path_;
  std::vector<int> best_;
  amount profit_ = 0;
  std::uint64_t nodes_ = 1;
};

}  // namespace

answer search_sequential(instance const& input) {
  core const reduced(input);
  // The sequential program needs no set of changes, but both programs must accept the same
  // instances.
  with_width(reduced, input.name, [](auto) {});
  searcher const search(reduced);
  return {reduced.original(search.best_changes()), search.profit(), search.nodes()};
}

}  // namespace apps::knapsack
