// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// uts: one task per node of the tree T1, against the application's sequential walk. One worker.
#include <skua/skua.hpp>

#include "support/case.hpp"
#include "support/compare.hpp"
#include "support/skua.hpp"
#include "support/uts.hpp"

namespace bench {
namespace {

void uts_t1(benchmark::State& state) {
  apps::uts::tree const tree = t1();
  apps::common_options options;
  options.workers = 1;
  options.quiet = true;
  skua::runtime place{workers(1)};
  compare(
      state, static_cast<double>(t1_answer.nodes), t1_answer, [&] { return apps::uts::walk_sequential(tree); },
      [&] { return place.run([&] { return apps::uts::walk_parallel(tree, options); }); });
}

}  // namespace

void add_uts(suite& registry) { registry.add("uts/T1", uts_t1, {at_most("ratio", 1.05)}); }

}  // namespace bench
