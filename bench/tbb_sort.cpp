// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The peer of the case sort: the parallel std::sort, which the standard library implements with
// oneTBB.
#if SKUA_BENCH_TBB

#include <algorithm>
#include <execution>

#include "support/sort.hpp"
#include "support/tbb.hpp"

namespace bench {
namespace {

double parallel_std_sort() {
  auto const settings = keys_to_sort();
  std::vector<std::uint64_t> keys(settings.keys);
  make_keys(settings, 0, keys);
  auto const input_fingerprint = apps::samplesort::fingerprint_of(keys, 0);
  double const seconds =
      on_tbb(2, [&] { return wall_seconds([&] { std::sort(std::execution::par, keys.begin(), keys.end()); }); });
  bool const is_permutation = apps::samplesort::fingerprint_of(keys, 0).unordered == input_fingerprint.unordered;
  return is_permutation && std::ranges::is_sorted(keys) ? seconds : -1.0;
}

}  // namespace

void add_tbb_sort(suite& registry) {
  registry.add("sort/u64/tbb", [](benchmark::State& state) { report_sort(state, parallel_std_sort); }, {}, 1);
}

}  // namespace bench

#endif
