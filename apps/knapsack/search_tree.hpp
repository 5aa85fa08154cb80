// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The search tree of the knapsack for a generic engine: the tree of Pisinger's EXPKNAP (1995).
//
// A node is the break solution with some changes. If it has room, its children add one more item;
// if it is overfull, they remove one more. In both cases a child makes only changes further from
// the break item than those made, nearest first. So every useful solution has one place in the
// tree, and the bounds of siblings fall.

#pragma once

#include <array>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "../clique/bits.hpp"
#include "core.hpp"

namespace apps::knapsack {

/// An upper bound of the profit of every solution that the next change, and those after it, make
/// from one of this profit. |room| < 2^31: unused room is less than the item that was removed, and
/// missing room less than the item that was added.
inline amount bound_after(amount profit, std::int32_t room, double density) {
  double const product = static_cast<double>(room) * density;
  auto const truncated = static_cast<amount>(product);
  return profit + truncated - (product < static_cast<double>(truncated) ? 1 : 0);  // rounded down even if negative
}

template <std::size_t Words>
class problem {
 public:
  struct node {
    amount profit = 0;
    amount bound = 0;                     ///< on every solution below this node and below its later siblings
    std::int32_t room = 0;                ///< negative: too heavy by this amount
    std::array<std::uint16_t, 2> next{};  ///< the first open change: of the removals and of the additions
    clique::bits<Words> change_set{};     ///< the changes made
  };

  class children_type {
   public:
    children_type(problem const& input, node const& parent)
        : parent_(&parent),
          changes_(input.core_.changes()),
          side_(parent.room >= 0 ? 1 : 0),
          position_(parent.next[side_]),
          end_(side_ == 1 ? input.core_.size() : input.core_.removal_count()) {}

    bool next(node& child) {
      if (position_ == end_) return false;
      auto const& next_change = changes_[position_];
      child.bound = bound_after(parent_->profit, parent_->room, next_change.density);
      child.profit = parent_->profit + next_change.gain;
      child.room = parent_->room - next_change.room;
      child.next = parent_->next;
      child.change_set = parent_->change_set;
      child.change_set.insert(position_);
      ++position_;
      child.next[side_] = static_cast<std::uint16_t>(position_);
      return true;
    }

    std::size_t left() const { return static_cast<std::size_t>(end_ - position_); }

    /// Makes change `number` the next child. Returns false if there is no such child.
    bool skip_to(int number) {
      bool const exists = position_ <= number && number < end_;
      if (exists) position_ = number;
      return exists;
    }

   private:
    node const* parent_;
    change const* changes_;
    std::size_t side_;
    int position_;
    int end_;
  };

  /// A child's bound also holds for all its later siblings.
  static constexpr bool prune_level = true;

  problem() = default;
  explicit problem(core reduced) : core_(std::move(reduced)) {}

  node root() const {
    node result;
    result.profit = core_.profit();
    result.bound = std::numeric_limits<amount>::max();
    result.room = core_.room();
    result.next[1] = static_cast<std::uint16_t>(core_.removal_count());
    return result;
  }

  children_type children(node const& n) const { return {*this, n}; }

  /// The profit; -1 if the node is too heavy to be a solution.
  amount objective(node const& n) const { return n.room >= 0 ? n.profit : -1; }
  amount bound(node const& n) const { return n.bound; }

  /// Checks a node from a file: makes its changes again from the root and compares the nodes.
  bool valid(node const& n) const {
    std::array<std::vector<int>, 2> changes;  // removals, additions
    bool exists = true;
    n.change_set.for_each([&](int number) {
      exists = exists && number < core_.size();
      changes[number < core_.removal_count() ? 0 : 1].push_back(number);
    });
    std::array<std::size_t, 2> applied_count{};
    node current = root();
    for (std::size_t remaining = changes[0].size() + changes[1].size(); exists && remaining != 0; --remaining) {
      std::size_t const side = current.room >= 0 ? 1 : 0;
      if (applied_count[side] == changes[side].size()) return false;
      node const parent = current;
      children_type children(*this, parent);
      exists = children.skip_to(changes[side][applied_count[side]++]) && children.next(current);
    }
    return exists && current.profit == n.profit && current.bound == n.bound && current.room == n.room &&
           current.next == n.next && current.change_set == n.change_set;
  }

  /// The items of a node, numbered as in the instance, sorted.
  std::vector<int> chosen(node const& n) const {
    std::vector<int> change_numbers;
    n.change_set.for_each([&](int number) { change_numbers.push_back(number); });
    return core_.original(change_numbers);
  }

  /// Serializes the problem, to send it to another place.
  template <typename Archive>
  void serialize(Archive& archive) {
    archive(core_);
  }

 private:
  core core_;
};

static_assert(std::is_trivially_copyable_v<problem<1>::node> && sizeof(problem<1>::node) == 32);

}  // namespace apps::knapsack
