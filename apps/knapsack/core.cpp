// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core.hpp"

#include <algorithm>
#include <limits>

namespace apps::knapsack {
namespace {

struct numbered : item {
  int original = 0;
};

/// Those that can be used at all, by falling density; of equal ones the heavy first.
std::vector<numbered> by_density(instance const& of) {
  std::vector<numbered> result;
  for (std::size_t i = 0; i < of.items.size(); ++i) {
    auto const& each = of.items[i];
    if (each.weight <= of.capacity && each.profit > 0) result.push_back({each, static_cast<int>(i)});
  }
  std::sort(result.begin(), result.end(), [](numbered const& a, numbered const& b) {
    auto const left = a.profit * b.weight;
    auto const right = b.profit * a.weight;
    if (left != right) return left > right;
    return a.weight != b.weight ? a.weight > b.weight : a.original < b.original;
  });
  return result;
}

/// The relaxation in which items can be cut, near the break solution.
class linear {
 public:
  linear(std::vector<numbered> const& items, amount capacity) : items_(items) {
    for (auto const& each : items) {
      weights_.push_back(weights_.back() + each.weight);
      profits_.push_back(profits_.back() + each.profit);
    }
    // The first sum above the capacity is that of the items up to and with the break item.
    auto const above = std::upper_bound(weights_.begin(), weights_.end(), capacity);
    first_ = static_cast<std::size_t>(above - weights_.begin()) - 1;
    room_ = capacity - weights_[first_];
  }

  std::size_t break_item() const { return first_; }
  amount profit() const { return profits_[first_]; }
  amount room() const { return room_; }

  /// A solution of at least this profit exists: the best of the break solution filled up in order,
  /// and with one change or two.
  amount reachable() const {
    amount best = profit();
    amount filled = profit();
    amount left = room_;
    for (std::size_t i = first_; i < items_.size(); ++i) {
      if (items_[i].weight <= room_) best = std::max(best, profit() + items_[i].profit);
      if (items_[i].weight > left) continue;
      left -= items_[i].weight;
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
    auto const& changed = items_[i];
    if (i < first_) return profit() - changed.profit + filling(room_ + changed.weight);
    auto const missing = changed.weight - room_;
    if (missing <= 0) return profit() + changed.profit + filling(-missing);
    return profit() + changed.profit - loss(missing);
  }

 private:
  /// The most that room can bring, after the break solution.
  amount filling(amount room) const {
    auto const above = std::upper_bound(weights_.begin(), weights_.end(), weights_[first_] + room);
    auto const next = static_cast<std::size_t>(above - weights_.begin()) - 1;
    auto const whole = profits_[next] - profits_[first_];
    if (next == items_.size()) return whole;
    auto const left = weights_[first_] + room - weights_[next];
    return whole + left * items_[next].profit / items_[next].weight;
  }

  /// The least that it costs to make room in the break solution.
  amount loss(amount room) const {
    auto const above = std::upper_bound(weights_.begin(), weights_.end(), weights_[first_] - room);
    auto const cut = static_cast<std::size_t>(above - weights_.begin()) - 1;
    auto const kept = weights_[first_] - room - weights_[cut];
    return profits_[first_] - profits_[cut] - kept * items_[cut].profit / items_[cut].weight;
  }

  std::vector<numbered> const& items_;
  std::vector<amount> weights_{0};  ///< of the items before each, and of all
  std::vector<amount> profits_{0};
  std::size_t first_ = 0;
  amount room_ = 0;
};

change made_of(numbered const& of, bool in) {
  // Four roundings away from the quotient: enough for that of the division and that of the product
  // which makes a bound.
  constexpr double more = 4 * std::numeric_limits<double>::epsilon();
  auto const density = static_cast<double>(of.profit) / static_cast<double>(of.weight);
  auto const sign = in ? 1 : -1;
  return {density * (1 + sign * more), static_cast<std::int32_t>(sign * of.profit),
          static_cast<std::int32_t>(sign * of.weight), of.original};
}

}  // namespace

core::core(instance const& of) {
  auto const items = by_density(of);
  linear const relaxed(items, of.capacity);
  auto const first = relaxed.break_item();
  profit_ = relaxed.profit();
  for (std::size_t i = 0; i < first; ++i) broken_.push_back(items[i].original);
  if (first == items.size()) return;
  // The break item does not fit, so this is less than its weight.
  room_ = static_cast<std::int32_t>(relaxed.room());
  // A change that may lead to a solution as good as the known one stays, so the search finds one.
  auto const known = relaxed.reachable();
  for (std::size_t i = first; i-- > 0;) {
    if (relaxed.bound_with_change(i) >= known) changes_.push_back(made_of(items[i], false));
  }
  outs_ = static_cast<int>(changes_.size());
  for (std::size_t i = first; i < items.size(); ++i) {
    if (relaxed.bound_with_change(i) >= known) changes_.push_back(made_of(items[i], true));
  }
}

std::vector<int> core::original(std::span<int const> made) const {
  auto result = broken_;
  for (int const number : made) {
    auto const& each = changes_[static_cast<std::size_t>(number)];
    if (each.gain > 0) {
      result.push_back(each.original);
    } else {
      std::erase(result, each.original);
    }
  }
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace apps::knapsack
