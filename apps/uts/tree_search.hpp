// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The tree for the engine, and what the search adds up.

#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "tree.hpp"

namespace apps::uts {

struct add_totals {
  static constexpr totals identity() { return {}; }
  constexpr void operator()(totals& into, totals const& x) const {
    into.nodes += x.nodes;
    into.leaves += x.leaves;
    into.depth = std::max(into.depth, x.depth);
  }
};

class tree_search {
 public:
  /// The number of children is computed once, where the node is made: for some trees it takes a
  /// logarithm.
  struct node {
    uts::node at;
    std::int32_t children;
  };

  tree_search() : tree_search(tree(parameters{})) {}
  explicit tree_search(tree of) : of_(std::move(of)), x86_hash_(x86_sha1::available()) {}

  node root() const { return {of_.root(), of_.children(of_.root())}; }

  class children_type {
   public:
    children_type(tree_search const& of, node const& parent)
        : of_(&of), parent_(&parent), end_(static_cast<std::uint32_t>(parent.children)) {
      if (end_ != 0) ahead_ = of.child(parent.at, 0);
    }
    /// One hash ahead, so that it overlaps with what becomes of the child at hand.
    bool next(node& child) {
      if (next_ == end_) return false;
      child.at = ahead_;
      if (++next_ != end_) ahead_ = of_->child(parent_->at, next_);
      child.children = of_->of_.children(child.at);
      return true;
    }

   private:
    tree_search const* of_;
    node const* parent_;
    std::uint32_t next_ = 0;
    std::uint32_t end_;
    uts::node ahead_;
  };
  children_type children(node const& of) const { return children_type(*this, of); }

  totals value(node const& of) const {
    return {1, of.children == 0 ? std::uint64_t{1} : 0, static_cast<std::uint64_t>(of.at.depth)};
  }

  /// Of a node from a file. The hash of a node may be any number, of which nothing can be checked;
  /// it and the depth decide how many children the node has.
  bool valid(node const& n) const {
    if (n.at.depth < 0 || n.at.depth > of_.largest_depth() || n.children != of_.children(n.at)) return false;
    return n.at.depth != 0 || n.at.state == of_.root().state;
  }

  /// The parameters travel; each place has its own table and the hash of its own processor.
  template <typename Archive>
  void serialize(Archive& archive) {
    parameters what = of_.what();
    archive(what);
    if constexpr (Archive::reading) *this = tree_search(tree(what));
  }

 private:
  uts::node child(uts::node const& of, std::uint32_t index) const {
    return x86_hash_ ? of_.child<x86_sha1>(of, index) : of_.child<portable_sha1>(of, index);
  }

  tree of_;
  bool x86_hash_;
};

static_assert(std::is_trivially_copyable_v<tree_search::node> && sizeof(tree_search::node) == 28);

}  // namespace apps::uts
