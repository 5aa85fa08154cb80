// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A random tree and its plain recursive search, for these tests and for the soak.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/random.hpp"

namespace search_test {

using skua::base::mixed;

/// A random tree. The number of children of a node, and the gain of each, follow from its path.
/// Nodes of depth `height` have no children. The bound is the gain that can still be reached.
struct random_tree {
  std::uint64_t seed = 1;
  std::int32_t height = 8;
  std::int32_t most_children = 6;
  std::int32_t most_gain = 9;

  struct node {
    std::uint64_t path = 0;
    std::int32_t depth = 0;
    std::int32_t gain = 0;
  };
  struct children_t {
    random_tree const* tree;
    node const* parent;
    std::int32_t next_one, end;
    bool next(node& to) {
      if (next_one == end) return false;
      to = tree->child(*parent, next_one++);
      return true;
    }
  };

  node root() const { return {mixed(seed), 0, 0}; }
  children_t children(node const& n) const { return {this, &n, 0, degree(n)}; }
  std::int32_t degree(node const& n) const {
    if (n.depth == height) return 0;
    if (n.depth == 0) return most_children;
    return static_cast<std::int32_t>(mixed(n.path) % static_cast<std::uint64_t>(most_children + 1));
  }
  node child(node const& n, std::int32_t i) const {
    std::uint64_t const path = mixed(n.path ^ static_cast<std::uint64_t>(i + 1));
    return {path, n.depth + 1,
            n.gain + static_cast<std::int32_t>(mixed(path) % static_cast<std::uint64_t>(most_gain + 1))};
  }
  int objective(node const& n) const { return n.gain; }
  int bound(node const& n) const { return n.gain + (height - n.depth) * most_gain; }
};

struct plain_answer {
  std::uint64_t nodes = 0;
  int largest = -1;
};
inline void search_plainly(random_tree const& t, random_tree::node const& n, plain_answer& a) {
  ++a.nodes;
  a.largest = std::max(a.largest, t.objective(n));
  for (std::int32_t i = 0; i < t.degree(n); ++i) search_plainly(t, t.child(n, i), a);
}
inline plain_answer search_plainly(random_tree const& t) {
  plain_answer a;
  search_plainly(t, t.root(), a);
  return a;
}

}  // namespace search_test
