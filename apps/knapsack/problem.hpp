// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The search tree of the knapsack, for a generic engine: that of Pisinger's EXPKNAP (1995).
//
// A node is the break solution with some changes. If it has room, its children put one more item
// in; if it is overfull, they take one more out; in both cases only changes further from the break
// item than those made, nearest first. So every solution worth having has one place in the tree,
// and the bounds of siblings fall.

#pragma once

#include <array>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "../clique/bits.hpp"
#include "core.hpp"

namespace apps::knapsack {

/// No solution that the next change, and those after it, make out of one of this profit is better.
/// |room| < 2^31: what is left over is less than the item that was taken out, and what is missing
/// less than the item that was put in.
inline amount bound_after(amount profit, std::int32_t room, double density) {
  double const more = static_cast<double>(room) * density;
  auto const cut = static_cast<amount>(more);
  return profit + cut - (more < static_cast<double>(cut) ? 1 : 0);  // rounded down also if negative
}

template <std::size_t Words>
class problem {
 public:
  struct node {
    amount profit = 0;
    amount bound = 0;                     ///< on every solution below this node, and below its later siblings
    std::int32_t room = 0;                ///< negative: too heavy by so much
    std::array<std::uint16_t, 2> next{};  ///< the first change left, of those that take out and of those that put in
    clique::bits<Words> made{};           ///< the changes
  };

  class children_type {
   public:
    children_type(problem const& of, node const& parent)
        : parent_(&parent),
          changes_(of.core_.changes()),
          side_(parent.room >= 0 ? 1 : 0),
          at_(parent.next[side_]),
          end_(side_ == 1 ? of.core_.size() : of.core_.outs()) {}

    bool next(node& child) {
      if (at_ == end_) return false;
      auto const& made = changes_[at_];
      child.bound = bound_after(parent_->profit, parent_->room, made.density);
      child.profit = parent_->profit + made.gain;
      child.room = parent_->room - made.room;
      child.next = parent_->next;
      child.made = parent_->made;
      child.made.insert(at_);
      ++at_;
      child.next[side_] = static_cast<std::uint16_t>(at_);
      return true;
    }

    std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }

    /// The child that makes change `number` is the next one. False: there is no such child.
    bool skip_to(int number) {
      bool const exists = at_ <= number && number < end_;
      if (exists) at_ = number;
      return exists;
    }

   private:
    node const* parent_;
    change const* changes_;
    std::size_t side_;
    int at_;
    int end_;
  };

  /// The bound of a node is that of its parent for it and all its later siblings.
  static constexpr bool prune_level = true;

  problem() = default;
  explicit problem(core of) : core_(std::move(of)) {}

  node root() const {
    node result;
    result.profit = core_.profit();
    result.bound = std::numeric_limits<amount>::max();
    result.room = core_.room();
    result.next[1] = static_cast<std::uint16_t>(core_.outs());
    return result;
  }

  children_type children(node const& n) const { return {*this, n}; }

  /// The profit; -1 if the node is too heavy to be a solution.
  amount objective(node const& n) const { return n.room >= 0 ? n.profit : -1; }
  amount bound(node const& n) const { return n.bound; }

  /// Of a node from a file: whether its changes, made again from the root, lead to an equal node.
  bool valid(node const& n) const {
    std::array<std::vector<int>, 2> changes;  // those that take out, those that put in
    bool exists = true;
    n.made.for_each([&](int number) {
      exists = exists && number < core_.size();
      changes[number < core_.outs() ? 0 : 1].push_back(number);
    });
    std::array<std::size_t, 2> done{};
    node current = root();
    for (std::size_t rest = changes[0].size() + changes[1].size(); exists && rest != 0; --rest) {
      std::size_t const side = current.room >= 0 ? 1 : 0;
      if (done[side] == changes[side].size()) return false;
      node const parent = current;
      children_type children(*this, parent);
      exists = children.skip_to(changes[side][done[side]++]) && children.next(current);
    }
    return exists && current.profit == n.profit && current.bound == n.bound && current.room == n.room &&
           current.next == n.next && current.made == n.made;
  }

  /// The items of a node, numbered as in the instance, sorted.
  std::vector<int> chosen(node const& n) const {
    std::vector<int> made;
    n.made.for_each([&](int number) { made.push_back(number); });
    return core_.original(made);
  }

  /// How a problem travels to another place.
  template <typename Archive>
  void serialize(Archive& archive) {
    archive(core_);
  }

 private:
  core core_;
};

static_assert(std::is_trivially_copyable_v<problem<1>::node> && sizeof(problem<1>::node) == 32);

}  // namespace apps::knapsack
