// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "generator.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "../common/error.hpp"
#include "../common/input.hpp"

namespace apps::knapsack {
namespace {

/// The linear congruential generator of lrand48 in POSIX.
class random_48 {
 public:
  explicit random_48(int seed) : state_(static_cast<std::uint64_t>(seed) << 16 | 0x330e) {}

  /// 0 to bound - 1.
  amount below(amount bound) {
    state_ = (state_ * 0x5deece66d + 0xb) & ((std::uint64_t{1} << 48) - 1);
    return static_cast<amount>(state_ >> 17) % bound;
  }
  amount up_to(amount max_value) { return below(max_value) + 1; }

 private:
  std::uint64_t state_;
};

/// Makes the items one after the other.
class maker {
 public:
  explicit maker(recipe const& settings)
      : type_(settings.type), range_(settings.range), tenth_(settings.range / 10), random_(settings.series) {
    if (type_ < 11 || type_ > 13) return;
    for (auto& base_item : span_) {
      base_item = related(type_ - 10);
      base_item.weight = (base_item.weight + 4) / 5;
      base_item.profit = (base_item.profit + 4) / 5;
    }
  }

  item operator()() {
    // Every class draws this weight, even if it does not use it: the following numbers depend on
    // it.
    auto const first = random_.up_to(range_);
    switch (type_) {
      case 1:
      case 2:
      case 3:
        return related(type_, first);
      case 4:  // inverse strongly correlated
        return {first, first + tenth_};
      case 5: {  // almost strongly correlated
        amount const noise = range_ / 500;
        return {first + tenth_ + random_.below(noise + 1) - range_ / 1000, first};
      }
      case 6:  // subset sum
        return {first, first};
      case 7:  // subset sum of even numbers, with an odd capacity
        return {even(first), even(first)};
      case 8:  // strongly correlated of even numbers, with an odd capacity
        return {even(first) + tenth_, even(first)};
      case 9:  // uncorrelated, with similar weights
        return {first, random_.below(tenth_) + 100 * range_};
      case 11:
      case 12:
      case 13: {  // small multiples of two items
        auto const factor = random_.up_to(10);
        auto const& base_item = span_[static_cast<std::size_t>(random_.below(2))];
        return {factor * base_item.profit, factor * base_item.weight};
      }
      default:
        return special(random_.up_to(range_));
    }
  }

 private:
  static amount even(amount value) { return 2 * ((value + 1) / 2); }

  item related(int correlation) { return related(correlation, random_.up_to(range_)); }

  /// 1: uncorrelated, 2: weakly correlated, 3: strongly correlated.
  item related(int correlation, amount weight) {
    if (correlation == 1) return {random_.up_to(range_), weight};
    if (correlation == 3) return {weight + tenth_, weight};
    return {std::max<amount>(1, random_.below(2 * tenth_ + 1) + weight - tenth_), weight};
  }

  item special(amount weight) const {
    if (type_ == 14) return {weight + (weight % 6 == 0 ? 3 : 2) * tenth_, weight};  // multiple strongly correlated
    if (type_ == 15) return {3 * ((weight + 2) / 3), weight};                       // profits rounded up
    // On an arc of a circle.
    amount const square = 4 * range_ * range_ - (weight - 2 * range_) * (weight - 2 * range_);
    return {static_cast<amount>(2 * std::sqrt(static_cast<double>(square)) / 3), weight};
  }

  int type_;
  amount range_;
  amount tenth_;
  random_48 random_;
  std::array<item, 2> span_{};
};

}  // namespace

recipe recipe_from(std::string const& text) {
  auto const fail = [&] {
    throw input_error("--instance: expected TYPE,N,R,SERIES with TYPE 1 to 9 or 11 to 16, N from 1 to " +
                      std::to_string(max_items) + ", R from 10 to 10000000 and SERIES from 1 to 100, found " +
                      shown(text));
  };
  std::array<int, 4> values{};
  char const* position = text.data();
  char const* const last = position + text.size();
  for (auto& value : values) {
    auto const [end, error] = std::from_chars(position, last, value);
    bool const is_last = &value == &values.back();
    if (error != std::errc{} || (end == last) != is_last || (!is_last && *end != ',')) fail();
    position = is_last ? end : end + 1;
  }
  auto const is_between = [](int value, int min_value, int max_value) {
    return value >= min_value && value <= max_value;
  };
  recipe const result{values[0], values[1], values[2], values[3]};
  if (!is_between(result.type, 1, 16) || result.type == 10 ||
      !is_between(result.items, 1, static_cast<int>(max_items)) || !is_between(result.range, 10, 10'000'000) ||
      !is_between(result.series, 1, 100)) {
    fail();
  }
  return result;
}

instance generate(recipe const& settings) {
  instance result;
  result.name = "knapPI_" + std::to_string(settings.type) + "_" + std::to_string(settings.items) + "_" +
                std::to_string(settings.range) + "_" + std::to_string(settings.series);
  maker make(settings);
  amount heaviest = 0;
  for (int i = 0; i < settings.items; ++i) {
    result.items.push_back(make());
    heaviest = std::max(heaviest, result.items.back().weight);
  }
  result.capacity = std::max(heaviest, settings.series * sums_of(result).weight / 101);
  if (settings.type == 7 || settings.type == 8) result.capacity = 2 * (result.capacity / 2) + 1;
  return result;
}

}  // namespace apps::knapsack
