// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// speedup: two workers against one worker of the same program, wall time.
// crowd: 32 workers per processor against one per processor.
#include "support/speedup.hpp"

#include <skua/skua.hpp>

#include <algorithm>
#include <thread>

#include "clique/generate.hpp"
#include "clique/graph.hpp"
#include "clique/parallel.hpp"
#include "support/case.hpp"
#include "support/fib_finish.hpp"
#include "support/skua.hpp"
#include "support/uts.hpp"

namespace bench {
namespace {

/// What an application is told: so many workers, no progress line.
apps::common_options quietly(int count) {
  apps::common_options options;
  options.workers = count;
  options.quiet = true;
  return options;
}

/// Seconds of `rounds` runs of `solve` on so many workers, without starting and ending them;
/// negative when an answer is wrong. The rounds make a run long enough for the ticks of /proc/stat.
template <class Solve, class Answer>
double timed(int count, int rounds, Answer const& answer, Solve&& solve) {
  skua::runtime place{workers(count)};
  return place.run([&] {
    bool right = true;
    double const seconds = wall_seconds([&] {
      for (int round = 0; round < rounds; ++round) right = solve() == answer && right;
    });
    return right ? seconds : -1.0;
  });
}

void fib(benchmark::State& state, worker_pair workers) {
  long const n = size(40, 27);
  auto const run = [n](int count) { return timed(count, 1, fib_answer(n), [n] { return fib_finish(n); }); };
  report_speedup(state, run, workers);
}

void uts(benchmark::State& state, worker_pair workers) {
  apps::uts::tree const tree = t1();
  auto const run = [&tree](int count) {
    return timed(count, size(3, 1), t1_answer, [&] { return apps::uts::walk_parallel(tree, quietly(count)); });
  };
  report_speedup(state, run, workers);
}

/// Scopes of 64 tasks of a third of a microsecond, one after the other: workers run out of tasks
/// all the time.
void short_scopes(benchmark::State& state, worker_pair workers) {
  constexpr int tasks = 64;
  constexpr long each = 11;
  auto const run = [](int count) {
    return timed(count, size(30'000, 300), tasks * fib_answer(each), [] {
      skua::sum<long> total;
      skua::finish([&] {
        for (int i = 0; i < tasks; ++i) skua::spawn([&total] { total += fib_sequential(opaque(each)); });
      });
      return total.get();
    });
  };
  report_speedup(state, run, workers);
}

worker_pair crowd() {
  int const processors = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  return {processors, 32 * processors};
}

/// A dense random graph: its proof takes long enough that reading it in and the first dive do not
/// count. The answer is a clique as large as the sequential program's.
void speedup_clique(benchmark::State& state) {
  apps::clique::graph const graph = apps::clique::generate(quick() ? "MANN_a9" : "random:170,0.9,1");
  auto const known = static_cast<int>(apps::clique::search_sequential(graph).vertices.size());
  report_speedup(state, [&](int count) {
    return timed(count, 1, known, [&] {
      auto const found = apps::clique::search_parallel(graph).best.vertices;
      return apps::clique::is_clique(graph, found) ? static_cast<int>(found.size()) : -1;
    });
  });
}

}  // namespace

void add_speedup(suite& all) {
  auto const add = [&all](char const* name, auto run, worker_pair workers, double least) {
    all.add(name, [run, workers](benchmark::State& state) { run(state, workers); }, {at_least("speedup", least)}, 1);
  };
  add("speedup/uts", uts, {}, 1.9);
  add("speedup/fib", fib, {}, 1.9);
  all.add("speedup/clique", speedup_clique, {at_least("speedup", 1.9)}, 1);
  add("crowd/uts", uts, crowd(), 0.7);
  add("crowd/fib", fib, crowd(), 0.7);
  add("crowd/short_scopes", short_scopes, crowd(), 0.7);
}

}  // namespace bench
