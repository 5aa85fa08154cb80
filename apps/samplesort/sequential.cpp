// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The sequential programs: std::sort, and a radix sort, which is faster on 64-bit numbers unless
// they are nearly in order.

#include <algorithm>
#include <array>
#include <utility>

#include "../common/stopwatch.hpp"
#include "problem.hpp"

namespace apps::samplesort {

void radix_sort(std::span<std::uint64_t> keys, std::span<std::uint64_t> buffer) noexcept {
  constexpr unsigned bytes = 8;
  std::array<std::array<std::size_t, 256>, bytes> counts{};
  for (std::uint64_t const key : keys) {
    for (unsigned b = 0; b < bytes; ++b) ++counts[b][(key >> (8 * b)) & 255];
  }
  std::uint64_t* source = keys.data();
  std::uint64_t* target = buffer.data();
  for (unsigned b = 0; b < bytes; ++b) {
    auto& positions = counts[b];
    if (std::ranges::find(positions, keys.size()) != positions.end()) continue;
    std::size_t sum = 0;
    for (auto& n : positions) sum += std::exchange(n, sum);
    for (std::size_t i = 0; i < keys.size(); ++i) target[positions[(source[i] >> (8 * b)) & 255]++] = source[i];
    std::swap(source, target);
  }
  if (source != keys.data()) std::copy(source, source + keys.size(), keys.data());
}

baseline sort_sequential(parameters const& settings) {
  baseline result;
  std::vector<std::uint64_t> keys(settings.total());
  make_keys(settings, 0, keys);
  {
    std::vector<std::uint64_t> buffer(keys.size());
    stopwatch const watch;
    radix_sort(keys, buffer);
    result.radix_sort = watch.seconds();
  }
  auto const by_radix = fingerprint_of(keys, 0);
  make_keys(settings, 0, keys);
  stopwatch const watch;
  std::sort(keys.begin(), keys.end());
  result.std_sort = watch.seconds();
  result.after = fingerprint_of(keys, 0);
  // Two sequential programs that disagree cannot be a reference: no correct result has this
  // fingerprint.
  if (by_radix != result.after) result.after.count = ~std::uint64_t{0};
  return result;
}

}  // namespace apps::samplesort
