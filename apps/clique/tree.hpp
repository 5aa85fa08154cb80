// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The search tree of cliques, for a generic engine: that of depth_first.hpp.
//
// A node is a clique and the vertices that are joined to all of it. Its children add one of those that the colouring lists,
// highest colour first, and leave to later ones only what comes before it. How far a colouring must go depends on the size that
// is already known; the tree remembers that for its place, and a node brings it along to another one. I1 the size known never
// decreases, and there is a clique of that size, unless it was given as the goal of a decision. An older one makes more
// children, which the bound then prunes.

#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "colouring.hpp"

namespace apps::clique {

/// A number that many read and some raise. A copy is a number of its own.
class rising {
 public:
  rising() = default;
  explicit rising(int value) : value_(value) {}
  rising(rising const& other) : value_(other.get()) {}
  rising& operator=(rising const&) = delete;

  int get() const {
    return value_.load(std::memory_order_relaxed);  // relaxed: a hint, no other memory is read because of it
  }
  void raise(int to) {
    int known = get();
    while (known < to && !value_.compare_exchange_weak(known, to, std::memory_order_relaxed)) {  // relaxed: a hint
    }
  }

  template <typename Archive>
  void serialize(Archive& archive) {
    int value = get();
    archive(value);
    value_.store(value, std::memory_order_relaxed);  // relaxed: nobody else knows it yet
  }

 private:
  std::atomic<int> value_{0};
};

template <std::size_t Words>
class tree {
 public:
  using set = bits<Words>;

  struct node {
    set chosen{};
    set candidates{};  ///< joined to all of the chosen
    std::int32_t size = 0;
    std::int32_t bound = 0;  ///< on the size of any clique below this node, and below its later siblings
    std::int32_t known = 0;  ///< the size known where the node was made
  };

  class children_type {
   public:
    children_type(tree const& of, node const& parent) : of_(&of), parent_(&parent) {
      if (parent.candidates.empty()) return;
      left_ = parent.candidates;
      of.colour(parent, branches_);
    }

    bool next(node& child) {
      while (branches_.size != 0) {
        auto const& chosen = branches_.at[--branches_.size];
        child.candidates = left_ & of_->graph_.neighbours(chosen.vertex);
        left_.erase(chosen.vertex);
        int const known = of_->known_.get();
        int const size = parent_->size + 1;
        if (size <= known && child.candidates.empty()) continue;  // a clique that is no news
        child.chosen = parent_->chosen;
        child.chosen.insert(chosen.vertex);
        child.size = size;
        child.bound = parent_->size + chosen.colour;
        child.known = known;
        return true;
      }
      return false;
    }

    std::size_t left() const { return branches_.size; }

   private:
    friend class tree;

    /// Room for all vertices, of which only what is used is touched.
    struct list {
      std::size_t size = 0;
      std::array<branch, Words * 64> at;

      list() {}  // NOLINT: `at` stays as it is
      void push_back(branch const& b) { at[size++] = b; }
    };

    tree const* of_;
    node const* parent_;
    set left_;
    list branches_;
  };

  /// Colours fall from sibling to sibling.
  static constexpr bool prune_level = true;

  tree() = default;
  /// Only cliques of more than `known` vertices matter; one of `enough` is not to be extended.
  explicit tree(problem<Words> of, int known, int enough = std::numeric_limits<int>::max())
      : graph_(std::move(of)), enough_(enough), known_(known) {}

  node root() const { return {set::none(), graph_.all(), 0, graph_.order(), known_.get()}; }
  children_type children(node const& n) const { return {*this, n}; }

  /// The size of a clique that cannot be extended, or that need not; 0 for others: what is below them is no smaller.
  int objective(node const& n) const {
    if (!n.candidates.empty() && n.size < enough_) return 0;
    known_.raise(n.size);
    return std::min(n.size, enough_);  // what is found after that is no better
  }
  int bound(node const& n) const { return n.bound; }

  /// The vertices of a node, numbered as in the graph.
  std::vector<int> vertices(node const& n) const { return graph_.original(n.chosen); }

  /// How a tree travels to another place.
  template <typename Archive>
  void serialize(Archive& archive) {
    archive(graph_, enough_, known_);
  }

 private:
  /// The memory of a colouring belongs to the thread. Not to be inlined: a task may go on in another thread before and after this,
  /// and the compiler must not remember where that memory is.
  [[gnu::noinline]] void colour(node const& n, typename children_type::list& to) const {
    thread_local colouring<Words> scratch;
    known_.raise(n.known);
    scratch.use(graph_);
    scratch(n.candidates, known_.get() - n.size, to);
  }

  problem<Words> graph_;
  int enough_ = std::numeric_limits<int>::max();
  mutable rising known_;
};

static_assert(std::is_trivially_copyable_v<tree<1>::node>);

}  // namespace apps::clique
