// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The tree of numerical semigroups as one would count it without a library: recursion. `below(of,
// here, levels, sum)` adds what is below `here` and itself, down to so many levels, of which the
// lowest is one that is counted without being built; `of` is the problem.

#pragma once

#include <cstdint>

#include "count.hpp"
#include "decompositions.hpp"
#include "right_generators.hpp"

namespace apps::semigroups {

template <typename Tree, int Blocks>
void below(Tree const& of, decompositions<Blocks> const& here, int levels, tally& sum) {
  if (levels == 0) {
    sum += of.last_value(here);
    return;
  }
  sum.up_to += 1;
  typename decompositions<Blocks>::generators generators(here);
  decompositions<Blocks> child;
  while (generators.next(child)) below(of, child, levels - 1, sum);
}

/// All semigroups of one multiplicity but the ordinary one. The words are arguments and never meet
/// memory, and nobody is called for a semigroup without children: together this is twice as fast as
/// nodes that are objects.
template <typename Word>
class register_walk {
 public:
  using semigroup = right_generators<Word>;

  register_walk(int multiplicity, int unbuilt) : multiplicity_(multiplicity), unbuilt_(unbuilt) {}

  tally count(semigroup const& from, int levels) {
    below(from.up, from.down, from.next, from.gap, from.count, levels);
    auto const all = 1 + built_ + counted_ + (unbuilt_ == 2 ? children_ : 0);
    return {counted_, all};
  }

 private:
  void below(Word up, Word down, Word next, int gap, int count, int levels) {
    if (levels == 0) {
      last(up, down, next, count);
      return;
    }
    while (next != 0) {
      int const k = semigroup::lowest(next);
      Word const seen = semigroup::seen_from(down, k);
      bool const gained = (up & seen) == 0;
      --count;
      ++built_;
      int const left = count + (gained ? 1 : 0);
      if (left != 0) {
        Word const after = next >> (k + 1) | Word{gained} << (multiplicity_ - 1);
        below(semigroup::cleared(up, gap + k), seen & ~Word{1}, after, gap + k + 1, left, levels - 1);
      }
      next &= next - 1;
    }
  }

  void last(Word up, Word down, Word next, int count) {
    if (unbuilt_ == 1) {
      counted_ += static_cast<std::uint64_t>(count);
      return;
    }
    std::uint64_t gained = 0;
    for (; next != 0; next &= next - 1) {
      gained += (up & semigroup::seen_from(down, semigroup::lowest(next))) == 0 ? 1 : 0;
    }
    children_ += static_cast<std::uint64_t>(count);
    counted_ += static_cast<std::uint64_t>(count * (count - 1) / 2) + gained;
  }

  int multiplicity_;
  int unbuilt_;
  std::uint64_t built_ = 0;     ///< but the first
  std::uint64_t children_ = 0;  ///< of nodes at the lowest level
  std::uint64_t counted_ = 0;   ///< semigroups of the genus asked for
};

template <typename Tree, typename Word>
void below(Tree const& of, right_generators<Word> const& here, int levels, tally& sum) {
  if (levels == 0) {
    sum += of.last_value(here);
    return;
  }
  if (here.gap != 0) {
    sum += register_walk<Word>(here.multiplicity, of.unbuilt()).count(here, levels);
    return;
  }
  sum.up_to += 1;
  typename right_generators<Word>::generators generators(here);
  right_generators<Word> child;
  while (generators.next(child)) below(of, child, levels - 1, sum);
}

}  // namespace apps::semigroups
