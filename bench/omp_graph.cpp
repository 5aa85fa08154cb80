// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The OpenMP peer of the graphs: tasks with depend clauses.
#if SKUA_BENCH_OMP

#include <omp.h>

#include <vector>

#include "support/graph.hpp"
#include "support/omp.hpp"

namespace bench {
namespace {

void with_depend(task_graph& graph) {
  // only their addresses matter
  std::vector<char> names(static_cast<std::size_t>(graph.rows() * task_graph::width));
  auto* const name = names.data();
  auto* const g = &graph;
  for (int row = 0; row < graph.rows(); ++row) {
    for (int column = 0; column < task_graph::width; ++column) {
      [[maybe_unused]] auto* const own = name + row * task_graph::width + column;
      if (row == 0) {
#pragma omp task firstprivate(g, row, column) depend(out : own[0])
        g->compute(row, column);
        continue;
      }
      [[maybe_unused]] auto* const above = name + (row - 1) * task_graph::width;
      auto const inputs = graph.inputs(row, column);
      int const a = inputs.numbers[0];
      int const b = inputs.numbers[static_cast<std::size_t>(inputs.n > 1 ? 1 : 0)];
      int const c = inputs.numbers[static_cast<std::size_t>(inputs.n - 1)];
      switch (inputs.n) {
        case 1:
#pragma omp task firstprivate(g, row, column) depend(in : above[a]) depend(out : own[0])
          g->compute(row, column);
          break;
        case 2:
#pragma omp task firstprivate(g, row, column) depend(in : above[a], above[b]) depend(out : own[0])
          g->compute(row, column);
          break;
        default:
#pragma omp task firstprivate(g, row, column) depend(in : above[a], above[b], above[c]) depend(out : own[0])
          g->compute(row, column);
          break;
      }
    }
  }
#pragma omp taskwait
}

void measure(benchmark::State& state, graph_pattern pattern) {
  report_shortest_task(state, "after_us", pattern, [](task_graph& graph) {
    omp_runtime::run(2, [&] {
      with_depend(graph);
      return 0;
    });
  });
}

}  // namespace

void add_omp_graph(suite& registry) { add_graphs(registry, "/omp", measure); }

}  // namespace bench

#endif
