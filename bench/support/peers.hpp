// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The cases that both peers have, written once: the same problems, checks and counters as ours.
#pragma once

#include <benchmark/benchmark.h>

#include <string>

#include "support/case.hpp"
#include "support/compare.hpp"
#include "support/idle.hpp"
#include "support/latency.hpp"
#include "support/programs.hpp"
#include "support/speedup.hpp"
#include "support/twins.hpp"
#include "support/uts.hpp"

namespace bench {

/// Smaller than ours, to save time: the cost per node does not depend on n.
template <class Runtime, class Fib>
void compare_fib(benchmark::State& state, Fib const& fib) {
  long const n = size(30, 22);
  compare(
      state, fib_spawns(n), fib_answer(n), [n] { return fib_sequential(opaque(n)); },
      [&] { return Runtime::run(1, [&] { return fib(opaque(n)); }); });
}

inline long fanout_tasks() { return size(10'000'000L, 100'000L); }

template <class Runtime>
long fanout(long n) {
  return Runtime::run(1, [n] {
    fanout_counter counter;
    Runtime::fork([&counter, n](auto&& start) {
      for (long i = 0; i < n; ++i) start([&counter] { counter.count(); });
    });
    return counter.value;
  });
}

template <class Runtime>
void compare_fanout(benchmark::State& state) {
  long const n = fanout_tasks();
  compare(state, static_cast<double>(n), n, [n] { return fanout_sequential(n); }, [n] { return fanout<Runtime>(n); });
}

template <class Runtime>
void compare_uts(benchmark::State& state) {
  apps::uts::tree const tree = t1();
  compare(
      state, static_cast<double>(t1_answer.nodes), t1_answer, [&] { return apps::uts::walk_sequential(tree); },
      [&] { return Runtime::run(1, [&] { return walk_with<Runtime>(tree); }); });
}

/// `solve()` runs in the peer, without the time to start and to end its threads.
template <class Runtime, class Answer, class Solve>
void report_peer_speedup(benchmark::State& state, Answer const& answer, Solve const& solve) {
  report_speedup(state, [&](int threads) {
    return Runtime::run(threads, [&] {
      bool is_right = false;
      double const seconds = wall_seconds([&] { is_right = solve() == answer; });
      return is_right ? seconds : -1;
    });
  });
}

/// `speedup_n` is the number of speedup/fib.
template <class Runtime>
void add_peer(suite& registry, long speedup_n) {
  std::string const suffix = Runtime::suffix;
  add_programs<Runtime>(registry);
  registry.add("fib/finish" + suffix, [](benchmark::State& state) { compare_fib<Runtime>(state, fib_fork<Runtime>); });
  registry.add("uts/T1" + suffix, compare_uts<Runtime>);
  add_latencies<Runtime>(registry);
  registry.add("idle/cpu" + suffix, [](benchmark::State& state) {
    for (auto _ : state) {
      Runtime::run(2, [] { return fib_fork<Runtime>(16); });
      report(state, measure_idle());
    }
  });
  registry.add(
      "speedup/fib" + suffix,
      [n = speedup_n](benchmark::State& state) {
        report_peer_speedup<Runtime>(state, fib_answer(n), [n] { return fib_fork<Runtime>(n); });
      },
      {}, 1);
}

}  // namespace bench
