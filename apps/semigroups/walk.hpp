// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The tree of numerical semigroups, counted without the library by recursion. `count_subtree(tree,
// current, levels, sum)` adds `current` and its subtree down to `levels` levels; the lowest level
// is counted without being built. `tree` is the problem.

#pragma once

#include <cstdint>

#include "decompositions.hpp"
#include "problem.hpp"
#include "right_generators.hpp"

namespace apps::semigroups {

template <typename Tree, int Blocks>
void count_subtree(Tree const& tree, decompositions<Blocks> const& current, int levels, tally& sum) {
  if (levels == 0) {
    sum += tree.last_value(current);
    return;
  }
  sum.up_to += 1;
  typename decompositions<Blocks>::generators generators(current);
  decompositions<Blocks> child;
  while (generators.next(child)) count_subtree(tree, child, levels - 1, sum);
}

/// Counts all semigroups of one multiplicity except the ordinary one. The words are arguments and
/// stay in registers, and there is no call for a semigroup without children. Together this is twice
/// as fast as nodes that are objects.
template <typename Word>
class register_walk {
 public:
  using semigroup = right_generators<Word>;

  register_walk(int multiplicity, int unbuilt) : multiplicity_(multiplicity), unbuilt_(unbuilt) {}

  tally count(semigroup const& root, int levels) {
    count_subtree(root.up, root.down, root.next, root.gap, root.count, levels);
    auto const total = 1 + built_count_ + genus_count_ + (unbuilt_ == 2 ? children_ : 0);
    return {genus_count_, total};
  }

 private:
  void count_subtree(Word up, Word down, Word next, int gap, int count, int levels) {
    if (levels == 0) {
      count_last_level(up, down, next, count);
      return;
    }
    while (next != 0) {
      int const k = semigroup::lowest(next);
      Word const window = semigroup::seen_from(down, k);
      bool const has_new_generator = (up & window) == 0;
      --count;
      ++built_count_;
      int const open_count = count + (has_new_generator ? 1 : 0);
      if (open_count != 0) {
        Word const next_generators = next >> (k + 1) | Word{has_new_generator} << (multiplicity_ - 1);
        count_subtree(semigroup::cleared(up, gap + k), window & ~Word{1}, next_generators, gap + k + 1, open_count,
                      levels - 1);
      }
      next &= next - 1;
    }
  }

  void count_last_level(Word up, Word down, Word next, int count) {
    if (unbuilt_ == 1) {
      genus_count_ += static_cast<std::uint64_t>(count);
      return;
    }
    std::uint64_t new_generators = 0;
    for (; next != 0; next &= next - 1) {
      new_generators += (up & semigroup::seen_from(down, semigroup::lowest(next))) == 0 ? 1 : 0;
    }
    children_ += static_cast<std::uint64_t>(count);
    genus_count_ += static_cast<std::uint64_t>(count * (count - 1) / 2) + new_generators;
  }

  int multiplicity_;
  int unbuilt_;
  std::uint64_t built_count_ = 0;  ///< except the first
  std::uint64_t children_ = 0;     ///< of nodes at the lowest level
  std::uint64_t genus_count_ = 0;  ///< semigroups of the requested genus
};

template <typename Tree, typename Word>
void count_subtree(Tree const& tree, right_generators<Word> const& current, int levels, tally& sum) {
  if (levels == 0) {
    sum += tree.last_value(current);
    return;
  }
  if (current.gap != 0) {
    sum += register_walk<Word>(current.multiplicity, tree.unbuilt()).count(current, levels);
    return;
  }
  sum.up_to += 1;
  typename right_generators<Word>::generators generators(current);
  right_generators<Word> child;
  while (generators.next(child)) count_subtree(tree, child, levels - 1, sum);
}

}  // namespace apps::semigroups
