// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// statistics: the cost that collecting the time breakdown adds to fib/finish. One worker.
#include <skua/skua.hpp>

#include "support/fib_finish.hpp"
#include "support/skua.hpp"

namespace bench {
namespace {

/// Two per cent is less than the random difference of two runs: each repetition takes the median of
/// several pairs.
void measure_collection(benchmark::State& state) {
  long const n = size(36, 27);
  skua::options options_on = workers(1);
  options_on.stats = skua::stats_level::on;
  skua::runtime runtime_off{workers(1)};
  skua::runtime runtime_on{options_on};
  report_rounds(state, size(5, 1), [&](int) -> figures {
    double const off = checked_fib_seconds(runtime_off, n, fib_finish);
    double const on = checked_fib_seconds(runtime_on, n, fib_finish);
    return {{time_figure, on},
            {"percent", 100 * (on / off - 1)},
            {"off_ns", off * 1e9 / fib_spawns(n)},
            {"on_ns", on * 1e9 / fib_spawns(n)}};
  });
}

}  // namespace

void add_statistics(suite& registry) { registry.add("statistics/on", measure_collection, {at_most("percent", 2)}); }

}  // namespace bench
