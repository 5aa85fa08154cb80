// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Depth-first branch and bound with an explicit stack, for the sequential programs.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "colouring.hpp"

namespace apps::clique {

/// The largest clique that one thread knows.
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

  depth_first(problem<Words> const& of, Incumbent& incumbent) : of_(of), incumbent_(incumbent), colour_(of) {}

  /// Finds every clique larger than the incumbent that consists of `chosen` (of `size` vertices)
  /// and some of `candidates`, which are all joined to it. Returns the number of nodes, that is of
  /// sets of candidates that were coloured.
  std::uint64_t search(set const& chosen, int size, set const& candidates) {
    std::uint64_t nodes = 0;
    chosen_ = chosen;
    open(0, candidates, size, nodes);
    std::size_t depth = 0;
    while (true) {
      auto& here = levels_[depth];
      bool const done = branches_.size() == here.first_branch;
      if (done || size + branches_.back().colour <= incumbent_.size()) {
        branches_.resize(here.first_branch);
        if (depth == 0) return nodes;
        --depth;
        --size;
        chosen_.erase(levels_[depth].vertex);
        continue;
      }
      int const vertex = branches_.back().vertex;
      branches_.pop_back();
      auto const below = here.candidates & of_.neighbours(vertex);
      here.candidates.erase(vertex);
      here.vertex = vertex;
      chosen_.insert(vertex);
      if (below.empty()) {
        if (size + 1 > incumbent_.size()) incumbent_.improve(chosen_, size + 1);
        chosen_.erase(vertex);
      } else {
        open(++depth, below, ++size, nodes);
      }
    }
  }

  /// The first clique that `search` would find, as an incumbent to start from.
  void dive() {
    auto candidates = of_.all();
    chosen_ = set::none();
    int size = 0;
    while (!candidates.empty()) {
      branches_.clear();
      colour_(candidates, 0, branches_);
      int const vertex = branches_.back().vertex;
      chosen_.insert(vertex);
      candidates &= of_.neighbours(vertex);
      ++size;
    }
    branches_.clear();
    if (size > incumbent_.size()) incumbent_.improve(chosen_, size);
  }

 private:
  struct level {
    set candidates;
    std::size_t first_branch;
    int vertex;  ///< the one that led to the level below
  };

  void open(std::size_t depth, set const& candidates, int size, std::uint64_t& nodes) {
    ++nodes;
    if (depth == levels_.size()) levels_.emplace_back();
    levels_[depth].candidates = candidates;
    levels_[depth].first_branch = branches_.size();
    colour_(candidates, incumbent_.size() - size, branches_);
  }

  problem<Words> const& of_;
  Incumbent& incumbent_;
  colouring<Words> colour_;
  set chosen_ = set::none();
  std::vector<level> levels_;
  std::vector<branch> branches_;
};

}  // namespace apps::clique
