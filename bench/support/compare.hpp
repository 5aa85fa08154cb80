// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The measurement that most cases share: the sequential run and the parallel run of the same
// problem, one after the other.
#pragma once

#include <benchmark/benchmark.h>

#include "support/case.hpp"
#include "support/clock.hpp"

namespace bench {

/// `sequential` and `parallel` return their answers; both must equal `answer`. Each repetition of
/// the case measures one pair, so a drifting machine (frequency, neighbours) affects both sides
/// alike.
template <class Answer, class Sequential, class Parallel>
void compare(benchmark::State& state, double operations, Answer const& answer, Sequential&& sequential,
             Parallel&& parallel) {
  for (auto _ : state) {
    Answer sequential_answer{};
    Answer parallel_answer{};
    double const sequential_seconds = cpu_seconds([&] { sequential_answer = sequential(); });
    double const parallel_seconds = cpu_seconds([&] { parallel_answer = parallel(); });
    if (sequential_answer != answer) return fail(state, "the sequential run gave a wrong answer");
    if (parallel_answer != answer) return fail(state, "the parallel run gave a wrong answer");
    state.SetIterationTime(parallel_seconds);
    state.counters["ns_per_op"] = (parallel_seconds - sequential_seconds) * 1e9 / operations;
    state.counters["ratio"] = parallel_seconds / sequential_seconds;
    state.counters["seq_ns"] = sequential_seconds * 1e9 / operations;
  }
}

}  // namespace bench
