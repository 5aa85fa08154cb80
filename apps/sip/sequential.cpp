// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Subgraph isomorphism as one would write it without a library of tasks: one level of memory per
// pattern vertex.

#include "search.hpp"
#include "width.hpp"

namespace apps::sip {
namespace {

template <std::size_t Words>
class searcher {
 public:
  searcher(problem<Words> const& of, bool all) : of_(of), all_(all), levels_(at(of.target_objective()) + 1) {
    levels_[0] = of.root();
    below(0);
  }

  answer found;

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  /// True: enough was found.
  bool below(std::size_t depth) {
    ++found.nodes;
    auto const& here = levels_[depth];
    if (of_.complete(here)) {
      if (found.count++ == 0) found.images = of_.images(here);
      return !all_;
    }
    auto children = of_.children(here);
    while (children.next(levels_[depth + 1])) {
      if (below(depth + 1)) return true;
    }
    return false;
  }

  problem<Words> const& of_;
  bool all_;
  std::vector<typename problem<Words>::node> levels_;
};

answer search(graph const& pattern, graph const& target, wish const& what, bool all) {
  return with_width(target, [&](auto words) {
    problem<words> const of(pattern, target, what);
    return searcher<words>(of, all).found;
  });
}

}  // namespace

answer find_sequential(graph const& pattern, graph const& target, wish const& what) {
  return search(pattern, target, what, false);
}

answer count_sequential(graph const& pattern, graph const& target, wish const& what) {
  return search(pattern, target, what, true);
}

}  // namespace apps::sip
