// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tree in which a worker's cuts follow from the tree alone: long paths below one root.
#pragma once

#include <cstdint>

namespace search_test {

/// A root with `paths` children, each the start of a path of `length` nodes.
struct paths_tree {
  std::int64_t paths = 40;
  std::int64_t length = 200;

  struct node {
    std::int64_t depth = 0;
  };
  struct children_t {
    std::int64_t depth, children_left;
    bool next(node& to) {
      if (children_left == 0) return false;
      --children_left;
      to.depth = depth;
      return true;
    }
  };
  node root() const { return {}; }
  children_t children(node const& n) const { return {n.depth + 1, n.depth == 0 ? paths : n.depth < length ? 1 : 0}; }
};

}  // namespace search_test
