// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The tree of numerical semigroups: the root is N; a child lacks one more number, a minimal
// generator above the Frobenius number. Nodes at depth g are the semigroups of genus g.
//
// To count those of genus g, enumerate the whole tree of `problem(g, unbuilt)` and add up `value`
// of all its nodes. The sum is exact for genus g and for all genera up to g, although the tree ends
// at depth g - unbuilt: the last level, or the last two, are counted from the generators of the
// nodes above them. Each unbuilt level divides the number of nodes by 1.6, and the time by more.
// Small subtrees are counted when their root is visited (walk.hpp), so a search has fewer nodes
// than the tree; consider this when rates are compared.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "decompositions.hpp"
#include "problem.hpp"
#include "right_generators.hpp"
#include "walk.hpp"

namespace apps::semigroups {

/// Three numbers, trivially copyable, so it can be sent without encoding, like its nodes.
template <typename Semigroup>
class problem {
 public:
  using node = Semigroup;

  /// How small subtrees are searched: node by node, or by walk.hpp when their root is visited.
  enum class small_subtrees : std::int32_t { in_nodes, at_once };

  /// 0 <= genus <= Semigroup::largest_genus + 1; unbuilt is 1 or 2.
  problem() = default;
  problem(int genus, int unbuilt, small_subtrees granularity = small_subtrees::at_once)
      : unbuilt_(std::min(unbuilt, genus)), deepest_(genus - unbuilt_), small_subtrees_(granularity) {}

  node root() const { return node::all(); }

  class children_type {
   public:
    children_type() = default;
    explicit children_type(node const& n) : generators_(n) {}
    bool next(node& child) { return generators_.next(child); }
    std::size_t left() const { return generators_.left(); }

   private:
    typename node::generators generators_;
  };

  children_type children(node const& n) const {
    return n.genus < deepest_ && !small(n) ? children_type(n) : children_type();
  }

  /// The contribution of a node: itself, and at the lowest level also the nodes below it that are
  /// never built. For a small subtree: all its nodes.
  tally value(node const& n) const {
    if (n.genus == deepest_) return last_value(n);
    if (!small(n)) return {0, 1};
    tally sum;
    count_subtree(*this, n, deepest_ - n.genus, sum);
    return sum;
  }

  /// Checks a node from a file.
  bool valid(node const& n) const { return n.genus <= deepest_ && n.valid(); }

  /// `value` of a node at the lowest level.
  tally last_value(node const& n) const {
    if (unbuilt_ == 0) return {1, 1};
    auto const children = n.children();
    if (unbuilt_ == 1) return {children, 1 + children};
    auto const grandchildren = n.grandchildren();
    return {grandchildren, 1 + children + grandchildren};
  }

  /// The depth of the lowest level that is built, and the number of levels below it (less for genus
  /// 0 and 1).
  int deepest() const { return deepest_; }
  int unbuilt() const { return unbuilt_; }

 private:
  /// True if the subtree is too small for the engine: microseconds. With c children and l levels
  /// there are about as many nodes as ways to choose up to l of c. Tested only on a few levels,
  /// since counting children costs time.
  bool small(node const& n) const {
    constexpr std::array<std::uint8_t, 11> max_children{0, 0, 0, 0, 20, 0, 0, 14, 0, 0, 12};
    int const levels = deepest_ - n.genus;
    if (levels >= static_cast<int>(max_children.size()) || small_subtrees_ == small_subtrees::in_nodes) return false;
    auto const limit = max_children[static_cast<std::size_t>(levels)];
    return limit != 0 && n.children() <= limit;
  }

  int unbuilt_ = 0;
  int deepest_ = 0;
  small_subtrees small_subtrees_ = small_subtrees::at_once;
};

/// Represents a type in a call.
template <typename Semigroup>
struct kind {
  using type = Semigroup;
};

/// The words of right_generators for the largest genera.
__extension__ using two_words = unsigned __int128;

/// Calls `body(kind<Semigroup>{})` with the smallest semigroup that suffices for this genus.
template <typename Body>
auto with_semigroup(int genus, method representation, Body&& body) {
  int const built_genus = genus - 1;
  if (representation == method::right_generators) {
    if (built_genus <= right_generators<std::uint64_t>::largest_genus)
      return body(kind<right_generators<std::uint64_t>>{});
    return body(kind<right_generators<two_words>>{});
  }
  if (built_genus <= decompositions<4>::largest_genus) return body(kind<decompositions<4>>{});
  if (built_genus <= decompositions<7>::largest_genus) return body(kind<decompositions<7>>{});
  if (built_genus <= decompositions<10>::largest_genus) return body(kind<decompositions<10>>{});
  return body(kind<decompositions<13>>{});
}

}  // namespace apps::semigroups
