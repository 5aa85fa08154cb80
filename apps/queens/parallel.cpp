// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The parallel search: every safe placement in the upper rows is a task that spawns its children; below the cutoff a task
// searches its subtree itself. Counts go into two reducers, one addition per task.
#include <skua/skua.hpp>

#include "../skua/progress.hpp"
#include "../skua/text.hpp"
#include "problem.hpp"

namespace apps::queens {
namespace {

// What all tasks of one search share; it outlives them on the stack of the search.
struct search {
  skua::sum<std::uint64_t> solutions;
  skua::sum<std::uint64_t> nodes;
  int last_task_row = 0;  ///< rows without a queen at the cutoff
};

void visit(search& run, const board& here, int rows_left) {
  if (rows_left <= run.last_task_row || rows_left == 0) {
    const tally part = search_sequential(here, rows_left);
    run.solutions += part.solutions;
    run.nodes += part.nodes;
    return;
  }
  run.nodes += 1;
  for_each_square(here.safe(), [&](std::uint32_t square) {
    skua::spawn([&run, next = here.with(square), rows_left] { visit(run, next, rows_left - 1); });
  });
}

}  // namespace

tally search_parallel(int size, int cutoff, bool show_progress) {
  search run;
  run.last_task_row = size - cutoff;
  progress const live(show_progress, [&](double seconds) {
    auto const nodes = run.nodes.peek();
    return grouped(run.solutions.peek()) + " solutions, " + grouped(nodes) + " nodes, " +
           rate(static_cast<double>(nodes) / seconds, "nodes") + " per second";
  });
  skua::finish([&] { visit(run, board::empty(size), size); });
  return {run.solutions.get(), run.nodes.get()};
}

}  // namespace apps::queens
