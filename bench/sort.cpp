// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sort: the samplesort of the application at one place of two workers.
#include <skua/skua.hpp>

#include "common/app.hpp"
#include "support/case.hpp"
#include "support/skua.hpp"
#include "support/sort.hpp"

namespace bench {
namespace {

double samplesort() {
  skua::runtime place{workers(2)};
  apps::common_options options;
  options.quiet = true;
  auto const result = place.run([&] { return apps::samplesort::sort_parallel(keys_to_sort(), options); });
  return result.in_order && result.before.unordered == result.after.unordered ? result.seconds : -1.0;
}

}  // namespace

void add_sort(suite& registry) {
  registry.add("sort/u64", [](benchmark::State& state) { report_sort(state, samplesort); }, {}, 1);
}

}  // namespace bench
