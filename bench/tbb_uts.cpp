// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The oneTBB peers of the tree search: one task per node, all tasks in one task group.
#if SKUA_BENCH_TBB

#include <tbb/task_group.h>

#include "support/case.hpp"
#include "support/compare.hpp"
#include "support/speedup.hpp"
#include "support/tbb.hpp"
#include "support/uts.hpp"

namespace bench {
namespace {

template <class Hash>
struct search {
  apps::uts::tree const& tree;
  tbb::task_group& group;
  uts_team& team;

  void visit(apps::uts::node const& node) const {
    int const children = team.thread_counts[tbb::this_task_arena::current_thread_index()].add(tree, node);
    for (int i = 0; i < children; ++i)
      group.run([s = *this, child = tree.child<Hash>(node, static_cast<std::uint32_t>(i))] { s.visit(child); });
  }
};

apps::uts::totals walk(apps::uts::tree const& tree) {
  uts_team team;
  tbb::task_group group;
  apps::uts::with_fastest_hash([&](auto hash) { search<decltype(hash)>{tree, group, team}.visit(tree.root()); });
  group.wait();
  return team.all();
}

void tbb_t1(benchmark::State& state) {
  apps::uts::tree const tree = t1();
  compare(
      state, static_cast<double>(t1_answer.nodes), t1_answer, [&] { return apps::uts::walk_sequential(tree); },
      [&] { return on_tbb(1, [&] { return walk(tree); }); });
}

void speedup_uts(benchmark::State& state) {
  apps::uts::tree const tree = t1();
  report_speedup(state, [&](int threads) {
    return on_tbb(threads, [&] {
      apps::uts::totals totals;
      double const seconds = wall_seconds([&] { totals = walk(tree); });
      return totals == t1_answer ? seconds : -1;
    });
  });
}

}  // namespace

void add_tbb_uts(suite& registry) {
  registry.add("uts/T1/tbb", tbb_t1);
  registry.add("speedup/uts/tbb", speedup_uts, {}, 1);
}

}  // namespace bench

#endif
