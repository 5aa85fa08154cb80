// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The OpenMP peer of the tree search: one task per node, all tasks in one task group.
#if SKUA_BENCH_OMP

#include <omp.h>

#include "support/case.hpp"
#include "support/compare.hpp"
#include "support/omp.hpp"
#include "support/uts.hpp"

namespace bench {
namespace {

template <class Hash>
struct search {
  apps::uts::tree const& tree;
  uts_team& team;

  void visit(apps::uts::node const& node) const {
    int const children = team.thread_counts[omp_get_thread_num()].add(tree, node);
    search const s = *this;
    for (int i = 0; i < children; ++i) {
      apps::uts::node const child = tree.child<Hash>(node, static_cast<std::uint32_t>(i));
#pragma omp task firstprivate(s, child)
      s.visit(child);
    }
  }
};

apps::uts::totals walk(apps::uts::tree const& tree) {
  uts_team team;
#pragma omp taskgroup
  apps::uts::with_fastest_hash([&](auto hash) { search<decltype(hash)>{tree, team}.visit(tree.root()); });
  return team.all();
}

void uts_t1(benchmark::State& state) {
  apps::uts::tree const tree = t1();
  compare(
      state, static_cast<double>(t1_answer.nodes), t1_answer, [&] { return apps::uts::walk_sequential(tree); },
      [&] { return on_omp(1, [&] { return walk(tree); }); });
}

}  // namespace

void add_omp_uts(suite& registry) { registry.add("uts/T1/omp", uts_t1); }

}  // namespace bench

#endif
