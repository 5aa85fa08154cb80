// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The tree for the search engine, and the sum of the search.

#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "problem.hpp"

namespace apps::uts {

struct add_totals {
  static constexpr totals identity() { return {}; }
  constexpr void operator()(totals& sum, totals const& x) const {
    sum.nodes += x.nodes;
    sum.leaves += x.leaves;
    sum.depth = std::max(sum.depth, x.depth);
  }
};

class tree_search {
 public:
  /// The number of children is computed once, when the node is made: for some trees it takes a
  /// logarithm.
  struct node {
    uts::node position;
    std::int32_t children;
  };

  tree_search() : tree_search(tree(parameters{})) {}
  explicit tree_search(tree input) : tree_(std::move(input)), x86_hash_(x86_sha1::available()) {}

  node root() const { return {tree_.root(), tree_.children(tree_.root())}; }

  class children_type {
   public:
    children_type(tree_search const& search, node const& parent)
        : search_(&search), parent_(&parent), end_(static_cast<std::uint32_t>(parent.children)) {
      if (end_ != 0) next_child_ = search.child(parent.position, 0);
    }
    /// Hashes one child ahead, so that the hash overlaps with the work on the current child.
    bool next(node& child) {
      if (next_ == end_) return false;
      child.position = next_child_;
      if (++next_ != end_) next_child_ = search_->child(parent_->position, next_);
      child.children = search_->tree_.children(child.position);
      return true;
    }

   private:
    tree_search const* search_;
    node const* parent_;
    std::uint32_t next_ = 0;
    std::uint32_t end_;
    uts::node next_child_;
  };
  children_type children(node const& n) const { return children_type(*this, n); }

  totals value(node const& n) const {
    return {1, n.children == 0 ? std::uint64_t{1} : 0, static_cast<std::uint64_t>(n.position.depth)};
  }

  /// Checks a node from a file. Any number may be the hash of a node, so the hash itself cannot be
  /// checked; the hash and the depth determine the number of children.
  bool valid(node const& n) const {
    if (n.position.depth < 0 || n.position.depth > tree_.largest_depth() || n.children != tree_.children(n.position))
      return false;
    return n.position.depth != 0 || n.position.state == tree_.root().state;
  }

  /// Sends only the parameters; each place builds its own table and uses the hash of its processor.
  template <typename Archive>
  void serialize(Archive& archive) {
    parameters tree_parameters = tree_.tree_parameters();
    archive(tree_parameters);
    if constexpr (Archive::reading) *this = tree_search(tree(tree_parameters));
  }

 private:
  uts::node child(uts::node const& parent, std::uint32_t index) const {
    return x86_hash_ ? tree_.child<x86_sha1>(parent, index) : tree_.child<portable_sha1>(parent, index);
  }

  tree tree_;
  bool x86_hash_;
};

static_assert(std::is_trivially_copyable_v<tree_search::node> && sizeof(tree_search::node) == 28);

}  // namespace apps::uts
