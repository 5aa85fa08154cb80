// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Depth-first branch and bound with an explicit stack, for the sequential programs.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "colouring.hpp"

namespace apps::clique {

/// The largest clique known to one thread.
template <std::size_t Words>
class plain_incumbent {
 public:
  int size() const { return size_; }
  bits<Words> const& clique() const { return clique_; }

  void improve(bits<Words> const& clique, int size) {
    clique_ = clique;
    size_ = size;
  }

 private:
  int size_ = 0;
  bits<Words> clique_ = bits<Words>::none();
};

/// Searches subtrees one after the other and keeps its memory between them. `Incumbent` has `int
/// size() const`, the size of the largest clique known, and `void improve(set const&, int size)`.
template <std::size_t Words, typename Incumbent>
class depth_first {
 public:
  using set = bits<Words>;

  depth_first(problem<Words> const& instance, Incumbent& incumbent)
      : instance_(instance), incumbent_(incumbent), colour_(instance) {}

  /// Finds every clique larger than the incumbent that consists of `chosen` (of `size` vertices)
  /// and some of `candidates`, each of which is joined to all of `chosen`. Returns the number of
  /// nodes: the sets of candidates that were coloured.
  std::uint64_t search(set const& chosen, int size, set const& candidates) {
    std::uint64_t nodes = 0;
    chosen_ = chosen;
    open(0, candidates, size, nodes);
    std::size_t depth = 0;
    while (true) {
      auto& current = levels_[depth];
      bool const is_exhausted = branches_.size() == current.first_branch;
      if (is_exhausted || size + branches_.back().colour <= incumbent_.size()) {
        branches_.resize(current.first_branch);
        if (depth == 0) return nodes;
        --depth;
        --size;
        chosen_.erase(levels_[depth].vertex);
        continue;
      }
      int const vertex = branches_.back().vertex;
      branches_.pop_back();
      auto const next_candidates = current.candidates & instance_.neighbours(vertex);
      current.candidates.erase(vertex);
      current.vertex = vertex;
      chosen_.insert(vertex);
      if (next_candidates.empty()) {
        if (size + 1 > incumbent_.size()) incumbent_.improve(chosen_, size + 1);
        chosen_.erase(vertex);
      } else {
        open(++depth, next_candidates, ++size, nodes);
      }
    }
  }

  /// The first clique that `search` would find, as an incumbent to start from.
  void dive() {
    auto candidates = instance_.all();
    chosen_ = set::none();
    int size = 0;
    while (!candidates.empty()) {
      branches_.clear();
      colour_(candidates, 0, branches_);
      int const vertex = branches_.back().vertex;
      chosen_.insert(vertex);
      candidates &= instance_.neighbours(vertex);
      ++size;
    }
    branches_.clear();
    if (size > incumbent_.size()) incumbent_.improve(chosen_, size);
  }

 private:
  struct level {
    set candidates;
    std::size_t first_branch;
    int vertex;  ///< the vertex that led to the level below
  };

  void open(std::size_t depth, set const& candidates, int size, std::uint64_t& nodes) {
    ++nodes;
    if (depth == levels_.size()) levels_.emplace_back();
    levels_[depth].candidates = candidates;
    levels_[depth].first_branch = branches_.size();
    colour_(candidates, incumbent_.size() - size, branches_);
  }

  problem<Words> const& instance_;
  Incumbent& incumbent_;
  colouring<Words> colour_;
  set chosen_ = set::none();
  std::vector<level> levels_;
  std::vector<branch> branches_;
};

}  // namespace apps::clique
