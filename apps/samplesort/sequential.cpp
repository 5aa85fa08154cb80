// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The sequential programs: std::sort, and a radix sort, which beats it on 64-bit numbers unless
// they are nearly in order.

#include <algorithm>
#include <array>
#include <utility>

#include "../skua/stopwatch.hpp"
#include "problem.hpp"

namespace apps::samplesort {

void radix_sort(std::span<std::uint64_t> keys, std::span<std::uint64_t> room) noexcept {
  constexpr unsigned bytes = 8;
  std::array<std::array<std::size_t, 256>, bytes> counts{};
  for (std::uint64_t const key : keys) {
    for (unsigned b = 0; b < bytes; ++b) ++counts[b][(key >> (8 * b)) & 255];
  }
  std::uint64_t* from = keys.data();
  std::uint64_t* to = room.data();
  for (unsigned b = 0; b < bytes; ++b) {
    auto& next = counts[b];
    if (std::ranges::find(next, keys.size()) != next.end()) continue;
    std::size_t sum = 0;
    for (auto& n : next) sum += std::exchange(n, sum);
    for (std::size_t i = 0; i < keys.size(); ++i) to[next[(from[i] >> (8 * b)) & 255]++] = from[i];
    std::swap(from, to);
  }
  if (from != keys.data()) std::copy(from, from + keys.size(), keys.data());
}

baseline sort_sequential(parameters const& what) {
  baseline found;
  std::vector<std::uint64_t> keys(what.total());
  make_keys(what, 0, keys);
  {
    std::vector<std::uint64_t> room(keys.size());
    stopwatch const watch;
    radix_sort(keys, room);
    found.radix_sort = watch.seconds();
  }
  auto const by_radix = fingerprint_of(keys, 0);
  make_keys(what, 0, keys);
  stopwatch const watch;
  std::sort(keys.begin(), keys.end());
  found.std_sort = watch.seconds();
  found.after = fingerprint_of(keys, 0);
  // Two sequential programs that disagree cannot be a yardstick: nothing has this fingerprint.
  if (by_radix != found.after) found.after.count = ~std::uint64_t{0};
  return found;
}

}  // namespace apps::samplesort
