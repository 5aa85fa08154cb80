// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The search tree of cliques for a generic engine: the tree of depth_first.hpp.
//
// A node is a clique and its candidates: vertices joined to all of it. A child adds one of the
// vertices that the colouring lists, highest colour first, and passes only the vertices before it
// to later children. How far a colouring must go depends on the size known when the node is opened;
// the bound handles improvements since then.

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
    set candidates{};  ///< joined to all chosen vertices
    std::int32_t size = 0;
    std::int32_t bound = 0;  ///< on the size of any clique below this node and below its later siblings
  };

  class children_type {
   public:
    children_type(tree const& search_tree, node const& parent, int known_size)
        : tree_(&search_tree), parent_(&parent), known_size_(known_size) {
      if (parent.candidates.empty()) return;
      remaining_ = parent.candidates;
      search_tree.colour(parent, known_size, branches_);
    }

    bool next(node& child) {
      while (branches_.size != 0) {
        auto const& chosen = branches_.entries[--branches_.size];
        child.candidates = remaining_ & tree_->graph_.neighbours(chosen.vertex);
        remaining_.erase(chosen.vertex);
        int const size = parent_->size + 1;
        if (size <= known_size_ && child.candidates.empty()) continue;  // a clique that improves nothing
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

    /// Space for all vertices; only the used part is written.
    struct list {
      std::size_t size = 0;
      std::array<branch, Words * 64> entries;

      list() {}  // NOLINT: `entries` stays uninitialised
      void push_back(branch const& b) { entries[size++] = b; }
    };

    tree const* tree_;
    node const* parent_;
    int known_size_;
    set remaining_;
    list branches_;
  };

  /// Bounds fall from sibling to sibling.
  static constexpr bool prune_level = true;

  tree() = default;
  explicit tree(problem<Words> instance) : graph_(std::move(instance)) {}

  node root() const { return {set::none(), graph_.all(), 0, graph_.order()}; }
  children_type children(node const& n, int known_size) const { return {*this, n, known_size}; }
  int objective(node const& n) const { return n.size; }
  int bound(node const& n) const { return n.bound; }

  /// Checks a node from a file: the chosen vertices are a clique, the candidates are joined to all
  /// of them, and the bound is at least the size of one clique below. Which candidates earlier
  /// siblings removed depends on the incumbents of that time, so missing candidates are not
  /// detected.
  bool valid(node const& n) const {
    auto const all_vertices = graph_.all();
    if ((n.chosen & all_vertices) != n.chosen || n.size != n.chosen.size()) return false;
    if (n.bound < n.size || n.bound > graph_.order()) return false;
    auto joined = all_vertices;
    bool is_clique = true;
    n.chosen.for_each([&](int vertex) {
      is_clique = is_clique && joined.contains(vertex);
      joined &= graph_.neighbours(vertex);
    });
    if (!is_clique || (n.candidates & joined) != n.candidates) return false;
    return n.bound >= n.size + greedy_clique(n.candidates);
  }

  /// The vertices of a node, numbered as in the graph.
  std::vector<int> vertices(node const& n) const { return graph_.original(n.chosen); }

  /// Serializes the tree, to send it to another place.
  template <typename Archive>
  void serialize(Archive& archive) {
    archive(graph_);
  }

 private:
  /// The size of some clique of these vertices: repeatedly takes the first vertex that is joined to
  /// all vertices taken before.
  int greedy_clique(set candidates) const {
    int size = 0;
    for (std::size_t w = 0; w < Words; ++w) {
      for (; candidates.word[w] != 0; ++size) {
        candidates &= graph_.neighbours(static_cast<int>(w * 64) + std::countr_zero(candidates.word[w]));
      }
    }
    return size;
  }

  /// The memory of a colouring belongs to the thread. Must not be inlined: a task may change
  /// threads before and after this call, and the compiler must not cache the address of that
  /// memory.
  [[gnu::noinline]] void colour(node const& n, int known_size, typename children_type::list& branches) const {
    thread_local colouring<Words> scratch;
    scratch.use(graph_);
    scratch(n.candidates, known_size - n.size, branches);
  }

  problem<Words> graph_;
};

static_assert(std::is_trivially_copyable_v<tree<1>::node>);

}  // namespace apps::clique
