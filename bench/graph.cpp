// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// graph: tasks that depend on tasks, written in two ways, with two workers.
#include <skua/skua.hpp>

#include <atomic>
#include <memory>
#include <vector>

#include "support/graph.hpp"
#include "support/skua.hpp"

namespace bench {
namespace {

using skua::shared_future;
using row_of_futures = std::vector<shared_future<void>>;

shared_future<void> start_after(row_of_futures const& above, task_graph::columns const& inputs, auto const& compute) {
  auto const input = [&](int i) -> auto const& {
    return above[static_cast<std::size_t>(inputs.numbers[static_cast<std::size_t>(i)])];
  };
  switch (inputs.n) {
    case 1:
      return skua::async(skua::after(input(0)), compute).share();
    case 2:
      return skua::async(skua::after(input(0), input(1)), compute).share();
    default:
      return skua::async(skua::after(input(0), input(1), input(2)), compute).share();
  }
}

void with_after(task_graph& graph) {
  skua::finish([&] {
    row_of_futures above(task_graph::width);
    row_of_futures row(task_graph::width);
    for (int r = 0; r < graph.rows(); ++r) {
      for (int column = 0; column < task_graph::width; ++column) {
        auto const compute = [&graph, r, column] { graph.compute(r, column); };
        row[static_cast<std::size_t>(column)] =
            r == 0 ? skua::async(compute).share() : start_after(above, graph.inputs(r, column), compute);
      }
      std::swap(above, row);
    }
  });
}

/// The program counts for itself; the last input of a task spawns it.
class counted_graph {
 public:
  explicit counted_graph(task_graph& graph)
      : graph_(graph),
        missing_(std::make_unique<std::atomic<int>[]>(static_cast<std::size_t>(graph.rows() * task_graph::width))) {
    for (int row = 1; row < graph.rows(); ++row)
      for (int column = 0; column < task_graph::width; ++column)
        missing(row, column).store(graph.inputs(row, column).n, std::memory_order_relaxed);
  }
  void run() {
    skua::finish([this] {
      for (int column = 0; column < task_graph::width; ++column) spawn(0, column);
    });
  }

 private:
  std::atomic<int>& missing(int row, int column) {
    return missing_[static_cast<std::size_t>(row * task_graph::width + column)];
  }
  void spawn(int row, int column) {
    skua::spawn([this, row, column] {
      graph_.compute(row, column);
      if (row + 1 == graph_.rows()) return;
      for (int const next : graph_.inputs(row + 1, column))
        if (missing(row + 1, next).fetch_sub(1, std::memory_order_acq_rel) == 1) spawn(row + 1, next);
    });
  }

  task_graph& graph_;
  std::unique_ptr<std::atomic<int>[]> missing_;
};

void measure(benchmark::State& state, graph_pattern pattern) {
  skua::runtime place{workers(2)};
  auto const report = [&](char const* name, auto const& run) {
    report_shortest_task(state, name, pattern, [&](task_graph& graph) { place.run([&] { run(graph); }); });
  };
  report("after_us", with_after);
  report("counters_us", [](task_graph& graph) { counted_graph(graph).run(); });
}

}  // namespace

void add_graph(suite& registry) {
  add_graphs(registry, "", measure, {at_most("after_us", 0.6), at_most("counters_us", 0.35)});
}

}  // namespace bench
