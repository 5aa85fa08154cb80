// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What is left of an instance to search: the break solution, and the changes that may improve it.
//
// By falling density (profit per weight), items go in until one does not fit: the break solution.
// Every solution is the break solution and some changes, each either taking an item out or putting
// one in. A change whose linear bound is below a solution already known is never made. What is left
// is called the core, as in Pisinger's EXPKNAP (1995).

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "instance.hpp"

namespace apps::knapsack {

/// One change of the break solution.
struct change {
  double density;         ///< of the item, moved by a few roundings to the side where bounds stay bounds
  std::int32_t gain;      ///< of profit; negative: the item goes out
  std::int32_t room;      ///< taken from the room left, as positive as `gain`
  std::int32_t original;  ///< the number of the item in the instance
  std::int32_t unused = 0;
};

class core {
 public:
  core() = default;
  explicit core(instance const& of);

  /// Changes are numbered: first those that take an item out, densest last, then those that put one
  /// in, densest first.
  int size() const { return static_cast<int>(changes_.size()); }
  int outs() const { return outs_; }
  change const* changes() const { return changes_.data(); }

  /// Of the break solution. Room is 0 if everything fits, for then nothing is left to put in.
  amount profit() const { return profit_; }
  std::int32_t room() const { return room_; }

  /// The items of the break solution after some changes, numbered as in the instance, sorted.
  std::vector<int> original(std::span<int const> made) const;

  /// How a core travels to another place.
  template <typename Archive>
  void serialize(Archive& archive) {
    archive(profit_, room_, outs_, changes_, broken_);
  }

 private:
  amount profit_ = 0;
  std::int32_t room_ = 0;
  int outs_ = 0;
  std::vector<change> changes_;
  std::vector<int> broken_;  ///< the break solution
};

}  // namespace apps::knapsack
