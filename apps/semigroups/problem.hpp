// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The tree of numerical semigroups: the root is N, a child lacks one more number, a minimal
// generator above the Frobenius number. Nodes at depth g are the semigroups of genus g.
//
// How to count those of genus g: enumerate the whole tree of `problem(g, unbuilt)` and add up
// `value` of all its nodes. The sum is exact for genus g and for all genera up to g, though the
// tree ends at depth g - unbuilt: the last level, or the last two, are counted from the generators
// of the nodes above them. Each unbuilt level divides the number of nodes by
// 1.6, and the time by more. Small subtrees are counted where their root is looked at (walk.hpp),
// so a search has fewer nodes than the tree; say so when rates are compared.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "count.hpp"
#include "decompositions.hpp"
#include "right_generators.hpp"
#include "walk.hpp"

namespace apps::semigroups {

/// Three numbers, trivially copyable: travels by itself, as its nodes do.
template <typename Semigroup>
class problem {
 public:
  using node = Semigroup;

  /// How small subtrees are searched: node by node, or by walk.hpp where their root is looked at.
  enum class small_ones : std::int32_t { in_nodes, at_once };

  /// 0 <= genus <= Semigroup::largest_genus + 1; unbuilt is 1 or 2.
  problem() = default;
  problem(int genus, int unbuilt, small_ones how = small_ones::at_once)
      : unbuilt_(std::min(unbuilt, genus)), deepest_(genus - unbuilt_), small_ones_(how) {}

  node root() const { return node::all(); }

  class children_type {
   public:
    children_type() = default;
    explicit children_type(node const& of) : generators_(of) {}
    bool next(node& child) { return generators_.next(child); }
    std::size_t left() const { return generators_.left(); }

   private:
    typename node::generators generators_;
  };

  children_type children(node const& of) const {
    return of.genus < deepest_ && !small(of) ? children_type(of) : children_type();
  }

  /// What the node contributes: itself, and at the lowest level also those below it that are never
  /// built. Of a small subtree: all of it.
  tally value(node const& of) const {
    if (of.genus == deepest_) return last_value(of);
    if (!small(of)) return {0, 1};
    tally sum;
    below(*this, of, deepest_ - of.genus, sum);
    return sum;
  }

  /// Of a node from a file.
  bool valid(node const& of) const { return of.genus <= deepest_ && of.valid(); }

  /// `value` of a node at the lowest level.
  tally last_value(node const& of) const {
    if (unbuilt_ == 0) return {1, 1};
    auto const children = of.children();
    if (unbuilt_ == 1) return {children, 1 + children};
    auto const grandchildren = of.grandchildren();
    return {grandchildren, 1 + children + grandchildren};
  }

  /// The depth of the lowest level that is built, and the number of levels below it (less for genus
  /// 0 and 1).
  int deepest() const { return deepest_; }
  int unbuilt() const { return unbuilt_; }

 private:
  /// Whether what is below is too little to be walked by the engine: microseconds. With c children
  /// and l levels there are about as many nodes as ways to choose up to l of c. Looked at on a few
  /// levels only, since it costs to count children.
  bool small(node const& of) const {
    constexpr std::array<std::uint8_t, 11> most_children{0, 0, 0, 0, 20, 0, 0, 14, 0, 0, 12};
    int const levels = deepest_ - of.genus;
    if (levels >= static_cast<int>(most_children.size()) || small_ones_ == small_ones::in_nodes) return false;
    auto const most = most_children[static_cast<std::size_t>(levels)];
    return most != 0 && of.children() <= most;
  }

  int unbuilt_ = 0;
  int deepest_ = 0;
  small_ones small_ones_ = small_ones::at_once;
};

/// Stands for a type in a call.
template <typename Semigroup>
struct kind {
  using type = Semigroup;
};

/// The words of right_generators for the largest genera.
__extension__ using two_words = unsigned __int128;

/// Calls `body(kind<Semigroup>{})` with the smallest semigroup that suffices for this genus.
template <typename Body>
auto with_semigroup(int genus, method how, Body&& body) {
  int const built = genus - 1;
  if (how == method::right_generators) {
    if (built <= right_generators<std::uint64_t>::largest_genus) return body(kind<right_generators<std::uint64_t>>{});
    return body(kind<right_generators<two_words>>{});
  }
  if (built <= decompositions<4>::largest_genus) return body(kind<decompositions<4>>{});
  if (built <= decompositions<7>::largest_genus) return body(kind<decompositions<7>>{});
  if (built <= decompositions<10>::largest_genus) return body(kind<decompositions<10>>{});
  return body(kind<decompositions<13>>{});
}

}  // namespace apps::semigroups
