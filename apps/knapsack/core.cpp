// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core.hpp"

#include <algorithm>
#include <limits>

namespace apps::knapsack {
namespace {

struct numbered_item : item {
  int original = 0;
};

/// The items that can be used at all, by falling density; of equal densities the heavier first.
std::vector<numbered_item> sorted_by_density(instance const& input) {
  std::vector<numbered_item> result;
  for (std::size_t i = 0; i < input.items.size(); ++i) {
    auto const& entry = input.items[i];
    if (entry.weight <= input.capacity && entry.profit > 0) result.push_back({entry, static_cast<int>(i)});
  }
  std::sort(result.begin(), result.end(), [](numbered_item const& a, numbered_item const& b) {
    auto const left = a.profit * b.weight;
    auto const right = b.profit * a.weight;
    if (left != right) return left > right;
    return a.weight != b.weight ? a.weight > b.weight : a.original < b.original;
  });
  return result;
}

/// The relaxation that allows fractions of items, near the break solution.
class linear {
 public:
  linear(std::vector<numbered_item> const& items, amount capacity) : items_(items) {
    for (auto const& entry : items) {
      weights_.push_back(weights_.back() + entry.weight);
      profits_.push_back(profits_.back() + entry.profit);
    }
    // The first sum above the capacity includes the break item.
    auto const upper = std::upper_bound(weights_.begin(), weights_.end(), capacity);
    first_ = static_cast<std::size_t>(upper - weights_.begin()) - 1;
    room_ = capacity - weights_[first_];
  }

  std::size_t break_item() const { return first_; }
  amount profit() const { return profits_[first_]; }
  amount room() const { return room_; }

  /// A solution of at least this profit exists: the best of the break solution filled up in order,
  /// and of the break solution with one or two changes.
  amount reachable() const {
    amount best = profit();
    amount filled = profit();
    amount room_left = room_;
    for (std::size_t i = first_; i < items_.size(); ++i) {
      if (items_[i].weight <= room_) best = std::max(best, profit() + items_[i].profit);
      if (items_[i].weight > room_left) continue;
      room_left -= items_[i].weight;
      filled += items_[i].profit;
    }
    best = std::max(best, filled);
    if (first_ == items_.size()) return best;
    for (std::size_t i = 0; i < first_; ++i) {
      if (items_[first_].weight - items_[i].weight > room_) continue;
      best = std::max(best, profit() + items_[first_].profit - items_[i].profit);
    }
    return best;
  }

  /// No solution that differs from the break solution in item `i` has a higher profit.
  amount bound_with_change(std::size_t i) const {
    auto const& flipped = items_[i];
    if (i < first_) return profit() - flipped.profit + filling(room_ + flipped.weight);
    auto const lacking_room = flipped.weight - room_;
    if (lacking_room <= 0) return profit() + flipped.profit + filling(-lacking_room);
    return profit() + flipped.profit - loss(lacking_room);
  }

 private:
  /// The highest profit that additional room can bring, after the break solution.
  amount filling(amount room) const {
    auto const upper = std::upper_bound(weights_.begin(), weights_.end(), weights_[first_] + room);
    auto const next = static_cast<std::size_t>(upper - weights_.begin()) - 1;
    auto const full_profit = profits_[next] - profits_[first_];
    if (next == items_.size()) return full_profit;
    auto const room_left = weights_[first_] + room - weights_[next];
    return full_profit + room_left * items_[next].profit / items_[next].weight;
  }

  /// The lowest profit that must be given up to make room in the break solution.
  amount loss(amount room) const {
    auto const upper = std::upper_bound(weights_.begin(), weights_.end(), weights_[first_] - room);
    auto const cut_item = static_cast<std::size_t>(upper - weights_.begin()) - 1;
    auto const kept_weight = weights_[first_] - room - weights_[cut_item];
    return profits_[first_] - profits_[cut_item] - kept_weight * items_[cut_item].profit / items_[cut_item].weight;
  }

  std::vector<numbered_item> const& items_;
  std::vector<amount> weights_{0};  ///< of the items before each, and of all
  std::vector<amount> profits_{0};
  std::size_t first_ = 0;
  amount room_ = 0;
};

change make_change(numbered_item const& source, bool is_insertion) {
  // Moved by four roundings: enough for the rounding of the division and that of the product that
  // makes a bound.
  constexpr double margin = 4 * std::numeric_limits<double>::epsilon();
  auto const density = static_cast<double>(source.profit) / static_cast<double>(source.weight);
  auto const sign = is_insertion ? 1 : -1;
  return {density * (1 + sign * margin), static_cast<std::int32_t>(sign * source.profit),
          static_cast<std::int32_t>(sign * source.weight), source.original};
}

}  // namespace

core::core(instance const& input) {
  auto const items = sorted_by_density(input);
  linear const relaxed(items, input.capacity);
  auto const first = relaxed.break_item();
  profit_ = relaxed.profit();
  for (std::size_t i = 0; i < first; ++i) break_solution_.push_back(items[i].original);
  if (first == items.size()) return;
  // The break item does not fit, so the room is less than its weight.
  room_ = static_cast<std::int32_t>(relaxed.room());
  // A change that may lead to a solution as good as the reachable one stays, so the search finds
  // one.
  auto const reachable_profit = relaxed.reachable();
  for (std::size_t i = first; i-- > 0;) {
    if (relaxed.bound_with_change(i) >= reachable_profit) changes_.push_back(make_change(items[i], false));
  }
  removal_count_ = static_cast<int>(changes_.size());
  for (std::size_t i = first; i < items.size(); ++i) {
    if (relaxed.bound_with_change(i) >= reachable_profit) changes_.push_back(make_change(items[i], true));
  }
}

std::vector<int> core::original(std::span<int const> change_numbers) const {
  auto result = break_solution_;
  for (int const number : change_numbers) {
    auto const& entry = changes_[static_cast<std::size_t>(number)];
    if (entry.gain > 0) {
      result.push_back(entry.original);
    } else {
      std::erase(result, entry.original);
    }
  }
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace apps::knapsack
