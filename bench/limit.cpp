// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// limit: the cost that a limit adds to a complete search if it is never reached, at one place and
// at two processes.
#include <skua/skua.hpp>

#include <limits>
#include <optional>

#include "queens/search.hpp"
#include "support/case.hpp"
#include "support/places.hpp"
#include "support/skua.hpp"

namespace bench {
namespace {

namespace queens = apps::queens;

constexpr std::int64_t out_of_reach = std::numeric_limits<std::int64_t>::max();

/// CPU seconds of all places together until now.
double cpu_of_places() {
  double seconds = 0;
  for (int p = 0; p < skua::places(); ++p) seconds += 1e-9 * static_cast<double>(skua::at(p, [] { return cpu_ns(); }));
  return seconds;
}

/// CPU seconds of one search. Call in a task.
double search_seconds(int board, std::optional<std::int64_t> limit) {
  double const cpu_before = cpu_of_places();
  apps::common_options options;
  options.quiet = true;
  queens::outcome const result = queens::search_parallel(board, queens::default_cutoff(board), limit, options);
  double const seconds = cpu_of_places() - cpu_before;
  require(!result.cancelled && queens::agrees_with_known(board, result.count), "the search gave a wrong answer");
  require(result.ran == result.spawned, "the tasks of the search do not add up");
  return seconds;
}

/// One per cent is less than the random difference of two runs: takes medians of pairs; every other
/// pair begins with the limit.
figures compare_pairs() {
  int const board = size(14, 10);
  (void)search_seconds(board, std::nullopt);
  return medians_of_rounds({size(8, 1)}, [&](int pair) -> figures {
    double limited = 0;
    if (pair % 2 != 0) limited = search_seconds(board, out_of_reach);
    double const plain = search_seconds(board, std::nullopt);
    if (pair % 2 == 0) limited = search_seconds(board, out_of_reach);
    return {{time_figure, limited},
            {"percent", 100 * (limited / plain - 1)},
            {"plain_ms", plain * 1e3},
            {"limit_ms", limited * 1e3}};
  });
}

figures at_places(int count) {
  if (count == 1) return skua::runtime{workers(1)}.run(compare_pairs);
  return skua::runtime{places(count)}.run(compare_pairs);
}

}  // namespace

void add_limit(suite& registry) {
  add_places_case(registry, "limit/queens", [] { return at_places(1); }, {at_most("percent", 1)});
  add_places_case(registry, "limit/queens_places", [] { return at_places(2); }, {at_most("percent", 1)});
}

}  // namespace bench
