// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// speedup: two workers against one worker of the same program, wall time.
#include "support/speedup.hpp"

#include <skua/skua.hpp>

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

/// Seconds of `rounds` runs of `solve` on so many workers, without starting and ending them; negative when an answer is
/// wrong. The rounds make a run long enough for the ticks of /proc/stat.
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

void speedup_fib(benchmark::State& state) {
  long const n = size(40, 27);
  report_speedup(state, [n](int count) { return timed(count, 1, fib_answer(n), [n] { return fib_finish(n); }); });
}

void speedup_uts(benchmark::State& state) {
  apps::uts::tree const tree = t1();
  report_speedup(state, [&tree](int count) {
    return timed(count, size(3, 1), t1_answer, [&] { return apps::uts::walk_parallel(tree, quietly(count)); });
  });
}

/// A dense random graph: its proof takes long enough that reading it in and the first dive do not count. The answer is a
/// clique as large as the sequential program's.
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
  all.add("speedup/uts", speedup_uts, {at_least("speedup", 1.9)}, 1);
  all.add("speedup/fib", speedup_fib, {at_least("speedup", 1.9)}, 1);
  all.add("speedup/clique", speedup_clique, {at_least("speedup", 1.9)}, 1);
}

}  // namespace bench
