// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The bound of the search: a colouring of the candidates, which also says on which of them to
// branch.

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
/// vertex that would need a new colour takes the place of a single neighbour in an older class if
/// that one can move to another.
template <std::size_t Words>
class colouring {
 public:
  using set = bits<Words>;

  colouring() = default;
  explicit colouring(problem<Words> const& of) { use(of); }

  /// From now on for this graph, with the memory there is.
  void use(problem<Words> const& of) {
    of_ = &of;
    auto const most = static_cast<std::size_t>(of.order()) + 2;
    if (classes_.size() < most) classes_.resize(most);
  }

  /// Appends to `branches` those candidates that got a colour above `enough`, by increasing colour.
  /// The others can be left alone: together with all before them they are too few to matter.
  template <typename Branches>
  void operator()(set candidates, int enough, Branches& branches) {
    int colour = 1;
    std::size_t first = 0;
    while (true) {
      while (first < Words && candidates.word[first] == 0) ++first;
      if (first == Words) return;
      if (fill_class(candidates, first, colour, enough, branches)) ++colour;
    }
  }

 private:
  set& members(int colour) { return classes_[static_cast<std::size_t>(colour)]; }

  /// Takes a maximal independent set out of the candidates. False if all of it could be moved to
  /// older classes.
  template <typename Branches>
  bool fill_class(set& candidates, std::size_t first, int colour, int enough, Branches& branches) {
    auto possible = candidates;
    auto& own = members(colour);
    own = set::none();
    bool kept = false;
    for (std::size_t w = first; w < Words; ++w) {
      while (possible.word[w] != 0) {
        int const bit = std::countr_zero(possible.word[w]);
        int const vertex = static_cast<int>(w * 64) + bit;
        possible.word[w] &= possible.word[w] - 1;
        candidates.word[w] &= ~(std::uint64_t{1} << bit);
        auto const& neighbours = of_->neighbours(vertex);
        for (std::size_t x = w; x < Words; ++x) possible.word[x] &= ~neighbours.word[x];
        if (colour > enough) {
          if (enough > 1 && moved(vertex, enough)) continue;
          branches.push_back({static_cast<std::int16_t>(vertex), static_cast<std::int16_t>(colour)});
        }
        own.insert(vertex);
        kept = true;
      }
    }
    return kept;
  }

  /// Puts `vertex` into one of the first `enough` classes, if moving at most one member to another
  /// of them makes room.
  bool moved(int vertex, int enough) {
    for (int a = 1; a < enough; ++a) {
      int const rival = only_member(members(a) & of_->neighbours(vertex));
      if (rival == several) continue;
      if (rival == nobody) {
        members(a).insert(vertex);
        return true;
      }
      for (int b = a + 1; b <= enough; ++b) {
        if (!(members(b) & of_->neighbours(rival)).empty()) continue;
        members(a).erase(rival);
        members(a).insert(vertex);
        members(b).insert(rival);
        return true;
      }
    }
    return false;
  }

  static constexpr int nobody = -1;
  static constexpr int several = -2;

  static int only_member(set const& of) {
    int found = nobody;
    for (std::size_t w = 0; w < Words; ++w) {
      auto const word = of.word[w];
      if (word == 0) continue;
      if (found != nobody || (word & (word - 1)) != 0) return several;
      found = static_cast<int>(w * 64) + std::countr_zero(word);
    }
    return found;
  }

  problem<Words> const* of_ = nullptr;
  std::vector<set> classes_;  ///< by colour, from 1
};

}  // namespace apps::clique
