// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The bound of the search: a colouring of the candidates, which also determines the candidates to
// branch on.

#pragma once

#include <cstdint>
#include <vector>

#include "problem.hpp"

namespace apps::clique {

/// A candidate to branch on: a clique among it and the candidates before it has at most `colour`
/// vertices.
struct branch {
  std::int16_t vertex;
  std::int16_t colour;
};

/// Greedy colouring on bit sets, colour class by colour class (San Segundo, Rodriguez-Losada and
/// Jimenez, 2011), with the repair of Tomita's MCS in the form of San Segundo et al. (2013): a
/// vertex that would need a new colour replaces its only neighbour in an older class, if that
/// neighbour can move to another class.
template <std::size_t Words>
class colouring {
 public:
  using set = bits<Words>;

  colouring() = default;
  explicit colouring(problem<Words> const& instance) { use(instance); }

  /// Switches to this graph and keeps the allocated memory.
  void use(problem<Words> const& instance) {
    instance_ = &instance;
    auto const class_count = static_cast<std::size_t>(instance.order()) + 2;
    if (classes_.size() < class_count) classes_.resize(class_count);
  }

  /// Appends the candidates with a colour above `pruned_colours` to `branches`, by increasing
  /// colour. The search need not branch on the others: with all candidates before them they cannot
  /// form a large enough clique.
  template <typename Branches>
  void operator()(set candidates, int pruned_colours, Branches& branches) {
    int colour = 1;
    std::size_t first = 0;
    while (true) {
      while (first < Words && candidates.word[first] == 0) ++first;
      if (first == Words) return;
      if (fill_class(candidates, first, colour, pruned_colours, branches)) ++colour;
    }
  }

 private:
  set& members(int colour) { return classes_[static_cast<std::size_t>(colour)]; }

  /// Takes a maximal independent set out of the candidates. Returns false if all its vertices could
  /// move to older classes.
  template <typename Branches>
  bool fill_class(set& candidates, std::size_t first, int colour, int pruned_colours, Branches& branches) {
    auto possible = candidates;
    auto& colour_class = members(colour);
    colour_class = set::none();
    bool has_members = false;
    for (std::size_t w = first; w < Words; ++w) {
      while (possible.word[w] != 0) {
        int const bit = std::countr_zero(possible.word[w]);
        int const vertex = static_cast<int>(w * 64) + bit;
        possible.word[w] &= possible.word[w] - 1;
        candidates.word[w] &= ~(std::uint64_t{1} << bit);
        auto const& neighbours = instance_->neighbours(vertex);
        for (std::size_t x = w; x < Words; ++x) possible.word[x] &= ~neighbours.word[x];
        if (colour > pruned_colours) {
          if (pruned_colours > 1 && recolour(vertex, pruned_colours)) continue;
          branches.push_back({static_cast<std::int16_t>(vertex), static_cast<std::int16_t>(colour)});
        }
        colour_class.insert(vertex);
        has_members = true;
      }
    }
    return has_members;
  }

  /// Puts `vertex` into one of the first `pruned_colours` classes, moving at most one member of
  /// that class to another of them. Returns false if that is impossible.
  bool recolour(int vertex, int pruned_colours) {
    for (int a = 1; a < pruned_colours; ++a) {
      int const rival = only_member(members(a) & instance_->neighbours(vertex));
      if (rival == many_members) continue;
      if (rival == no_member) {
        members(a).insert(vertex);
        return true;
      }
      for (int b = a + 1; b <= pruned_colours; ++b) {
        if (members(b).intersects(instance_->neighbours(rival))) continue;
        members(a).erase(rival);
        members(a).insert(vertex);
        members(b).insert(rival);
        return true;
      }
    }
    return false;
  }

  static constexpr int no_member = -1;
  static constexpr int many_members = -2;

  static int only_member(set const& vertices) {
    int member = no_member;
    for (std::size_t w = 0; w < Words; ++w) {
      auto const word = vertices.word[w];
      if (word == 0) continue;
      if (member != no_member || (word & (word - 1)) != 0) return many_members;
      member = static_cast<int>(w * 64) + std::countr_zero(word);
    }
    return member;
  }

  problem<Words> const* instance_ = nullptr;
  std::vector<set> classes_;  ///< by colour, from 1
};

}  // namespace apps::clique
