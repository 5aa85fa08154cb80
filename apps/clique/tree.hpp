// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The search tree of cliques, for a generic engine: that of depth_first.hpp.
//
// A node is a clique and the vertices that are joined to all of it. Its children add one of those
// that the colouring lists, highest colour first, and leave to later ones only what comes before
// it. How far a colouring must go depends on the size that is known where the node is opened; what
// has become known since then is left to the bound.

#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "colouring.hpp"

namespace apps::clique {

template <std::size_t Words>
class tree {
 public:
  using set = bits<Words>;

  struct node {
    set chosen{};
    set candidates{};  ///< joined to all of the chosen
    std::int32_t size = 0;
    std::int32_t bound = 0;  ///< on the size of any clique below this node, and below its later siblings
  };

  class children_type {
   public:
    children_type(tree const& of, node const& parent, int known) : of_(&of), parent_(&parent), known_(known) {
      if (parent.candidates.empty()) return;
      left_ = parent.candidates;
      of.colour(parent, known, branches_);
    }

    bool next(node& child) {
      while (branches_.size != 0) {
        auto const& chosen = branches_.at[--branches_.size];
        child.candidates = left_ & of_->graph_.neighbours(chosen.vertex);
        left_.erase(chosen.vertex);
        int const size = parent_->size + 1;
        if (size <= known_ && child.candidates.empty()) continue;  // a clique that is no news
        child.chosen = parent_->chosen;
        child.chosen.insert(chosen.vertex);
        child.size = size;
        child.bound = parent_->size + chosen.colour;
        return true;
      }
      return false;
    }

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
    int known_;
    set left_;
    list branches_;
  };

  /// Colours fall from sibling to sibling.
  static constexpr bool prune_level = true;

  tree() = default;
  explicit tree(problem<Words> of) : graph_(std::move(of)) {}

  node root() const { return {set::none(), graph_.all(), 0, graph_.order()}; }
  children_type children(node const& n, int known) const { return {*this, n, known}; }
  int objective(node const& n) const { return n.size; }
  int bound(node const& n) const { return n.bound; }

  /// Of a node from a file: the chosen vertices are a clique, the candidates are joined to all of
  /// them, and the bound is at least the size of one clique below. Which candidates earlier
  /// siblings took away depends on the incumbents of that time, so candidates that are missing are
  /// not found.
  bool valid(node const& n) const {
    auto const all = graph_.all();
    if ((n.chosen & all) != n.chosen || n.size != n.chosen.size()) return false;
    if (n.bound < n.size || n.bound > graph_.order()) return false;
    auto joined = all;
    bool clique = true;
    n.chosen.for_each([&](int vertex) {
      clique = clique && joined.contains(vertex);
      joined &= graph_.neighbours(vertex);
    });
    if (!clique || (n.candidates & joined) != n.candidates) return false;
    return n.bound >= n.size + greedy_clique(n.candidates);
  }

  /// The vertices of a node, numbered as in the graph.
  std::vector<int> vertices(node const& n) const { return graph_.original(n.chosen); }

  /// How a tree travels to another place.
  template <typename Archive>
  void serialize(Archive& archive) {
    archive(graph_);
  }

 private:
  /// The size of some clique of these vertices: the first vertex that is joined to all before it,
  /// again and again.
  int greedy_clique(set candidates) const {
    int size = 0;
    for (std::size_t w = 0; w < Words; ++w) {
      for (; candidates.word[w] != 0; ++size) {
        candidates &= graph_.neighbours(static_cast<int>(w * 64) + std::countr_zero(candidates.word[w]));
      }
    }
    return size;
  }

  /// The memory of a colouring belongs to the thread. Not to be inlined: a task may go on in
  /// another thread before and after this, and the compiler must not remember where that memory is.
  [[gnu::noinline]] void colour(node const& n, int known, typename children_type::list& to) const {
    thread_local colouring<Words> scratch;
    scratch.use(graph_);
    scratch(n.candidates, known - n.size, to);
  }

  problem<Words> graph_;
};

static_assert(std::is_trivially_copyable_v<tree<1>::node>);

}  // namespace apps::clique
