// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// speedup: two workers against one worker of the same program, wall time.
// crowd: 32 or 128 workers per processor against one. speedup/places: two places of one
// worker each against one.
#include "support/speedup.hpp"

#include <skua/skua.hpp>

#include <algorithm>
#include <thread>

#include "clique/generator.hpp"
#include "clique/problem.hpp"
#include "clique/search.hpp"
#include "support/case.hpp"
#include "support/fib_finish.hpp"
#include "support/places.hpp"
#include "support/skua.hpp"
#include "support/uts.hpp"

namespace bench {
namespace {

/// The options of an application: this many workers, no progress line.
apps::common_options quiet_options(int count) {
  apps::common_options options;
  options.workers = count;
  options.quiet = true;
  return options;
}

/// Seconds of `rounds` runs of `solve` on this many workers, without starting and ending them;
/// negative if an answer is wrong. The rounds make a run long enough for the ticks of /proc/stat.
template <class Solve, class Answer>
double checked_seconds(int count, int rounds, Answer const& answer, Solve&& solve) {
  skua::runtime place{workers(count)};
  return place.run([&] {
    bool is_right = true;
    double const seconds = wall_seconds([&] {
      for (int round = 0; round < rounds; ++round) is_right = solve() == answer && is_right;
    });
    return is_right ? seconds : -1.0;
  });
}

void fib(benchmark::State& state, worker_pair workers) {
  long const n = size(40, 27);
  auto const run = [n](int count) { return checked_seconds(count, 1, fib_answer(n), [n] { return fib_finish(n); }); };
  report_speedup(state, run, workers);
}

void speedup_uts(benchmark::State& state, worker_pair workers) {
  apps::uts::tree const tree = t1();
  auto const run = [&tree](int count) {
    return checked_seconds(count, size(3, 1), t1_answer,
                           [&] { return apps::uts::walk_parallel(tree, quiet_options(count)); });
  };
  report_speedup(state, run, workers);
}

/// Scopes of 64 tasks of a third of a microsecond, one after the other: workers run out of tasks
/// all the time.
void short_scopes(benchmark::State& state, worker_pair workers) {
  constexpr int tasks = 64;
  constexpr long fib_index = 11;
  auto const run = [](int count) {
    return checked_seconds(count, size(30'000, 300), tasks * fib_answer(fib_index), [] {
      skua::sum<long> total;
      skua::finish([&] {
        for (int i = 0; i < tasks; ++i) skua::spawn([&total] { total += fib_sequential(opaque(fib_index)); });
      });
      return total.get();
    });
  };
  report_speedup(state, run, workers);
}

worker_pair crowd(int per_processor = 32) {
  int const processors = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  return {processors, per_processor * processors};
}

/// A dense random graph: its proof takes so long that reading the graph and the first dive do not
/// matter. The answer must be a clique as large as that of the sequential program.
void speedup_clique(benchmark::State& state) {
  apps::clique::graph const graph = apps::clique::generate(quick() ? "MANN_a9" : "random:170,0.9,1");
  auto const expected = static_cast<int>(apps::clique::search_sequential(graph).vertices.size());
  report_speedup(state, [&](int count) {
    return checked_seconds(count, 1, expected, [&] {
      auto const vertices = apps::clique::search_parallel(graph).best.vertices;
      return apps::clique::is_clique(graph, vertices) ? static_cast<int>(vertices.size()) : -1;
    });
  });
}

/// The name of the measurement of the tree at this many places.
std::string uts_at_places(int count) { return "speedup/places_" + std::to_string(count); }

figures measure_uts(int count) {
  skua::runtime job{places(count)};
  return job.run([] {
    apps::uts::tree const tree = t1();
    apps::common_options options = quiet_options(1);
    require(apps::uts::walk_parallel(tree, options) == t1_answer, "wrong answer");  // connects the places
    return figures{{only_figure, wall_seconds([&] {
                      for (int round = 0; round < size(5, 1); ++round)
                        require(apps::uts::walk_parallel(tree, options) == t1_answer, "wrong answer");
                    })}};
  });
}

void speedup_places(benchmark::State& state) {
  report_speedup(state, [](int count) { return measure_in_child(uts_at_places(count)); });
}

}  // namespace

void add_speedup(suite& registry) {
  auto const add = [&registry](char const* name, auto run, worker_pair workers, double min_speedup) {
    registry.add(
        name, [run, workers](benchmark::State& state) { run(state, workers); }, {at_least("speedup", min_speedup)}, 1);
  };
  add("speedup/uts", speedup_uts, {}, 1.9);
  add("speedup/fib", fib, {}, 1.9);
  registry.add("speedup/clique", speedup_clique, {at_least("speedup", 1.9)}, 1);
  registry.add("speedup/places", speedup_places, {at_least("speedup", 1.9)}, 1);
  for (int const count : {1, 2}) registry.add_measurement(uts_at_places(count), [count] { return measure_uts(count); });
  add("crowd/uts", speedup_uts, crowd(), 0.7);
  add("crowd/fib", fib, crowd(), 0.7);
  add("crowd/short_scopes", short_scopes, crowd(), 0.9);
  add("crowd/wide_scopes", short_scopes, crowd(128), 0.7);
}

}  // namespace bench
