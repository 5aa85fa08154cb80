// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The peer of the case sort: the parallel std::sort, which the standard library does with oneTBB.
#if SKUA_BENCH_TBB

#include <algorithm>
#include <execution>

#include "support/sort.hpp"
#include "support/tbb.hpp"

namespace bench {
namespace {

double parallel_std_sort() {
  auto const what = keys_to_sort();
  std::vector<std::uint64_t> keys(what.keys);
  make_keys(what, 0, keys);
  auto const before = apps::samplesort::fingerprint_of(keys, 0);
  double const seconds =
      on_tbb(2, [&] { return wall_seconds([&] { std::sort(std::execution::par, keys.begin(), keys.end()); }); });
  bool const same = apps::samplesort::fingerprint_of(keys, 0).unordered == before.unordered;
  return same && std::ranges::is_sorted(keys) ? seconds : -1.0;
}

}  // namespace

void add_tbb_sort(suite& all) {
  all.add("sort/u64/tbb", [](benchmark::State& state) { report_sort(state, parallel_std_sort); }, {}, 1);
}

}  // namespace bench

#endif
