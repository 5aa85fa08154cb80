// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/detail/search/ordered.hpp>

#include <algorithm>
#include <numeric>
#include <utility>

namespace skua::search::detail {

std::vector<std::size_t> from_the_smallest(std::vector<std::int64_t> const& numbers) {
  std::vector<std::size_t> order(numbers.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t left, std::size_t right) {
    return std::pair(numbers[left], left) < std::pair(numbers[right], right);
  });
  return order;
}

}  // namespace skua::search::detail
