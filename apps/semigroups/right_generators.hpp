// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A numerical semigroup as three words, after Bras-Amorós and Fernández-González, "The
// right-generators descendant of a numerical semigroup", Math. Comp. 89 (2020).
//
// m is the multiplicity, c the conductor. A child is the semigroup without one right generator: a
// minimal generator x >= c. It keeps the right generators above x. Every other number that needs x
// in one sum also is m plus some element, except x + m. That number becomes a generator if there is
// no other sum x + m = a + b. With a = m + i and b = x - i for i > 0, these are all numbers i with
// both m + i and x - i in the semigroup. With the elements from m upwards in one word and those
// from x downwards in another, one AND tells whether there are any.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace apps::semigroups {

/// 32 bytes with a word of 64 bits. Trivially copyable.
///
/// Half of the sums a + b = x + m are enough, those with a <= b; so i <= (x - m) / 2 < c / 2 <=
/// genus, and one word has the whole answer. Shifts by the multiplicity must also fit.
template <typename Word>
struct right_generators {
  static constexpr int width = static_cast<int>(sizeof(Word) * 8);
  static constexpr int largest_genus = width - 2;
  /// Wide enough that the object has no padding.
  using small = std::conditional_t<sizeof(Word) == 8, std::int16_t, std::int32_t>;

  Word up;    ///< bit i > 0: m + i is in the semigroup
  Word down;  ///< bit i: c - 1 - i is in the semigroup and greater than m
  Word next;  ///< bit k: c + k is a right generator
  small multiplicity;
  small gap;    ///< c - m; 0 for an ordinary semigroup, which has all numbers from m on
  small count;  ///< bits of `next`
  small genus;

  /// N itself, the root of the tree.
  static right_generators all() { return ordinary(1); }

  /// Checks a node from a file: true if this is a semigroup of at most the largest genus with
  /// correct words.
  bool valid() const {
    if (genus < 0 || genus > largest_genus || multiplicity < 1 || multiplicity > genus + 1 || gap < 0) return false;
    int const conductor = multiplicity + gap;
    if (gap != 0 ? conductor > 2 * genus : genus != multiplicity - 1) return false;
    // The elements up to the largest right generator: from `up`, and beyond its width from `down`.
    // All other members follow from them.
    auto const index = [](int x) { return static_cast<std::size_t>(x); };
    std::array<bool, index_end> element{};
    int const end = conductor + multiplicity;
    for (int x = 0; x < end; ++x) {
      bool const in_up = x - multiplicity < width ? has(up, x - multiplicity) : has(down, conductor - 1 - x);
      element[index(x)] = x == 0 || x == multiplicity || x >= conductor || (x > multiplicity && in_up);
    }
    if (gap != 0 && element[index(conductor - 1)]) return false;
    if (std::count(element.begin(), element.begin() + end, false) != genus) return false;
    right_generators derived = *this;
    derived.up = ~one;
    derived.down = derived.next = 0;
    derived.count = 0;
    for (int x = multiplicity + 1; x < conductor; ++x) {
      if (!element[index(x)]) {
        derived.up = cleared(derived.up, x - multiplicity);
      } else if (conductor - 1 - x < width) {
        derived.down |= one << (conductor - 1 - x);
      }
    }
    for (int x = 1; x < end; ++x) {
      bool is_sum = false;
      for (int a = multiplicity; a <= x / 2; ++a) is_sum = is_sum || (element[index(a)] && element[index(x - a)]);
      if (is_sum && !element[index(x)]) return false;
      if (x < conductor || is_sum) continue;
      derived.next |= one << (x - conductor);
      ++derived.count;
    }
    return up == derived.up && down == derived.down && next == derived.next && count == derived.count;
  }

  /// The number of children of this node.
  std::uint64_t children() const { return static_cast<std::uint64_t>(count); }

  /// The number of children of all its children.
  std::uint64_t grandchildren() const {
    auto result = static_cast<std::uint64_t>(count * (count - 1) / 2);
    // The ordinary semigroup: the first child has two more than the rule says, the second has one
    // more.
    if (gap == 0) return result + (count == 1 ? 2 : 3);
    for (Word open = next; open != 0; open &= open - 1) result += gains(seen_from(lowest(open))) ? 1 : 0;
    return result;
  }

  /// The children, by increasing generator. The semigroup must not move while they are used.
  class generators {
   public:
    generators() = default;
    explicit generators(right_generators const& semigroup)
        : semigroup_(&semigroup), open_(semigroup.next), remaining_(semigroup.count) {}

    bool next(right_generators& child) {
      if (open_ == 0) return false;
      --remaining_;
      auto const k = lowest(open_);
      open_ &= open_ - 1;
      if (semigroup_->gap == 0) {
        child = semigroup_->below_ordinary(k, remaining_);
      } else {
        semigroup_->without(k, remaining_, child);
      }
      return true;
    }

    std::size_t left() const { return static_cast<std::size_t>(remaining_); }

   private:
    right_generators const* semigroup_ = nullptr;
    Word open_ = 0;
    int remaining_ = 0;
  };

  /// The lowest set bit; `bits` must not be 0.
  static int lowest(Word bits) {
    if constexpr (sizeof(Word) <= 8) {
      return std::countr_zero(bits);
    } else {
      auto const low = static_cast<std::uint64_t>(bits);
      return low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<std::uint64_t>(bits >> 64));
    }
  }

  // The two basic steps, on the words alone.

  /// Bit i: x - i is in the semigroup and greater than m, where x = c + k. Not for the ordinary
  /// semigroup: its c is m.
  static Word seen_from(Word down, int k) { return down << (k + 1) | ((one << (k + 1)) - 1); }
  /// `up` without m + x.
  static Word cleared(Word up, int x) { return x < width ? up & ~(one << x) : up; }

 private:
  static constexpr Word one = 1;

  /// Above the largest number that `valid` reads: conductor + multiplicity <= 2 genus + genus + 1.
  static constexpr std::size_t index_end = 3 * width;

  static bool has(Word bits, int i) { return i >= 0 && i < width && (bits >> i & 1) != 0; }

  Word seen_from(int k) const { return seen_from(down, k); }

  /// True if x + m becomes a generator when x is removed.
  bool gains(Word window) const { return (up & window) == 0; }

  /// Makes `child` this semigroup without c + k, which has `generators_above` right generators
  /// above it.
  void without(int k, int generators_above, right_generators& child) const {
    Word const window = seen_from(k);
    bool const has_new_generator = gains(window);
    int const x = gap + k;  // as a bit of `up`
    child.up = cleared(up, x);
    child.down = window & ~one;
    child.next = next >> (k + 1) | Word{has_new_generator} << (multiplicity - 1);
    child.multiplicity = multiplicity;
    child.gap = static_cast<small>(x + 1);
    child.count = static_cast<small>(generators_above + (has_new_generator ? 1 : 0));
    child.genus = static_cast<small>(genus + 1);
  }

  static right_generators ordinary(int multiplicity) {
    right_generators result{};
    result.up = ~one;
    result.down = 0;
    result.next = (one << multiplicity) - 1;
    result.multiplicity = static_cast<small>(multiplicity);
    result.gap = 0;
    result.count = result.multiplicity;
    result.genus = static_cast<small>(multiplicity - 1);
    return result;
  }

  /// The ordinary semigroup without m + k.
  right_generators below_ordinary(int k, int generators_above) const {
    if (k == 0) return ordinary(multiplicity + 1);
    right_generators child{};
    child.up = up & ~(one << k);
    child.down = ((one << k) - 1) & ~one;
    child.next = next >> (k + 1) | Word{k == 1} << (multiplicity - 1);
    child.multiplicity = multiplicity;
    child.gap = static_cast<small>(k + 1);
    child.count = static_cast<small>(generators_above + (k == 1 ? 1 : 0));
    child.genus = static_cast<small>(genus + 1);
    return child;
  }
};

}  // namespace apps::semigroups
