// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Subgraph isomorphism as a program without a task library does it: one level of memory per pattern
// vertex.

#include "search.hpp"
#include "search_tree.hpp"

namespace apps::sip {
namespace {

template <std::size_t Words>
class searcher {
 public:
  searcher(problem<Words> const& instance, bool find_all)
      : problem_(instance), find_all_(find_all), levels_(at(instance.target_objective()) + 1) {
    levels_[0] = instance.root();
    search_below(0);
  }

  answer solution;

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  /// Returns true if enough embeddings were found.
  bool search_below(std::size_t depth) {
    ++solution.nodes;
    auto const& current = levels_[depth];
    if (problem_.complete(current)) {
      if (solution.count++ == 0) solution.images = problem_.images(current);
      return !find_all_;
    }
    auto children = problem_.children(current);
    while (children.next(levels_[depth + 1])) {
      if (search_below(depth + 1)) return true;
    }
    return false;
  }

  problem<Words> const& problem_;
  bool find_all_;
  std::vector<typename problem<Words>::node> levels_;
};

answer search(graph const& pattern, graph const& target, search_goal const& goal, bool find_all) {
  return with_target_width(target, [&](auto words) {
    problem<words> const instance(pattern, target, goal);
    return searcher<words>(instance, find_all).solution;
  });
}

}  // namespace

answer find_sequential(graph const& pattern, graph const& target, search_goal const& goal) {
  return search(pattern, target, goal, false);
}

answer count_sequential(graph const& pattern, graph const& target, search_goal const& goal) {
  return search(pattern, target, goal, true);
}

}  // namespace apps::sip
