// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The part of an instance that must be searched: the break solution, and the changes that may
// improve it.
//
// By falling density (profit per weight), items go in until one does not fit: the break solution.
// Every solution is the break solution with some changes; each change removes an item or adds one.
// A change whose linear bound is below the profit of a known solution is never made. The rest is
// called the core, as in Pisinger's EXPKNAP (1995).

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "../clique/bits.hpp"
#include "../common/error.hpp"
#include "problem.hpp"

namespace apps::knapsack {

/// One change of the break solution.
struct change {
  double density;         ///< of the item, moved by a few roundings to the side where bounds stay bounds
  std::int32_t gain;      ///< of profit; negative: the item is removed
  std::int32_t room;      ///< taken from the remaining room; has the sign of `gain`
  std::int32_t original;  ///< the number of the item in the instance
  std::int32_t unused = 0;
};

class core {
 public:
  core() = default;
  explicit core(instance const& input);

  /// Changes are numbered: first those that remove an item, densest last, then those that add an
  /// item, densest first.
  int size() const { return static_cast<int>(changes_.size()); }
  int removal_count() const { return removal_count_; }
  change const* changes() const { return changes_.data(); }

  /// The break solution. Room is 0 if everything fits, since no item is left to add.
  amount profit() const { return profit_; }
  std::int32_t room() const { return room_; }

  /// The items of the break solution after some changes, numbered as in the instance, sorted.
  std::vector<int> original(std::span<int const> change_numbers) const;

  /// Serializes the core, to send it to another place.
  template <typename Archive>
  void serialize(Archive& archive) {
    archive(profit_, room_, removal_count_, changes_, break_solution_);
  }

 private:
  amount profit_ = 0;
  std::int32_t room_ = 0;
  int removal_count_ = 0;
  std::vector<change> changes_;
  std::vector<int> break_solution_;  ///< the break solution
};

inline constexpr int max_changes = 4096;

/// Calls `body(clique::width<Words>{})` with the narrowest of the compiled widths that holds the
/// changes. Throws input_error if there are too many changes.
template <typename Body>
auto with_width(core const& reduced, std::string const& name, Body&& body) {
  auto const size = reduced.size();
  if (size > max_changes) {
    throw input_error(name + ": expected an instance with at most " + std::to_string(max_changes) +
                      " items that matter, found " + std::to_string(size));
  }
  auto const words_needed = (static_cast<std::size_t>(size) + 63) / 64;
  return clique::with_narrowest<1, 4, 16, max_changes / 64>(words_needed, std::forward<Body>(body));
}

}  // namespace apps::knapsack
