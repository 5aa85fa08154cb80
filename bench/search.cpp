// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// search: the cost of the engine beside the sequential program of the same tree, and the additional
// cost of being able to give parts away. One worker.
#include <optional>
#include <skua/search/coordination.hpp>
#include <skua/skua.hpp>
#include <vector>

#include "queens/problem.hpp"
#include "queens/search.hpp"
#include "semigroups/problem.hpp"
#include "semigroups/search.hpp"
#include "support/case.hpp"
#include "support/clock.hpp"
#include "support/skua.hpp"
#include "support/uts.hpp"
#include "uts/search.hpp"

namespace bench {
namespace {

/// `program()` and `engine(coordination)`, the latter in a task, return their answers; all must
/// equal `answer`. Each repetition runs the three one after the other. `sequential` and `automatic`
/// are CPU times relative to that of the program.
template <class Answer, class Program, class Engine>
void compare_engine(benchmark::State& state, double nodes, Answer const& answer, Program&& program, Engine&& engine) {
  skua::runtime place{workers(1)};
  auto const run_engine = [&](skua::search::coordination coordination) {
    return place.run([&] { return engine(coordination); });
  };
  for (auto _ : state) {
    Answer answers[3]{};
    double const program_seconds = cpu_seconds([&] { answers[0] = program(); });
    double const sequential_seconds = cpu_seconds([&] { answers[1] = run_engine(skua::search::sequential{}); });
    double const automatic_seconds = cpu_seconds([&] { answers[2] = run_engine(skua::search::automatic{}); });
    if (answers[0] != answer) return fail(state, "the sequential program gave a wrong answer");
    if (answers[1] != answer) return fail(state, "the engine gave a wrong answer with the coordination sequential");
    if (answers[2] != answer) return fail(state, "the engine gave a wrong answer with the coordination automatic");
    state.SetIterationTime(automatic_seconds);
    state.counters["sequential"] = sequential_seconds / program_seconds;
    state.counters["automatic"] = automatic_seconds / program_seconds;
    state.counters["seq_ns"] = program_seconds * 1e9 / nodes;
    state.counters["extra_ns"] = (automatic_seconds - program_seconds) * 1e9 / nodes;
  }
}

void queens(benchmark::State& state) {
  using namespace apps::queens;
  int const rows = size(14, 10);
  auto const index = static_cast<std::size_t>(rows);
  tally const expected{known_solutions[index], known_nodes[index]};
  compare_engine(
      state, static_cast<double>(expected.nodes), expected, [&] { return search_sequential(board::empty(rows), rows); },
      [&](skua::search::coordination coordination) {
        return search_by_engine(rows, {.coordination = coordination}, std::nullopt).count;
      });
}

void uts(benchmark::State& state) {
  using namespace apps::uts;
  tree const tree = t1();
  compare_engine(
      state, static_cast<double>(t1_answer.nodes), t1_answer, [&] { return walk_sequential(tree); },
      [&](skua::search::coordination coordination) { return walk_search(tree, {.coordination = coordination}).count; });
}

void semigroups(benchmark::State& state) {
  using namespace apps::semigroups;
  constexpr int unbuilt = 2;
  int const genus = size(35, 20);
  tally const expected = known_tally(genus);
  compare_engine(
      state, static_cast<double>(known_tally(genus - unbuilt).up_to), expected,
      [&] { return count_sequential(genus, method::decompositions, unbuilt); },
      [&](skua::search::coordination coordination) {
        return count_parallel(genus, method::decompositions, unbuilt, {.coordination = coordination}).count;
      });
}

}  // namespace

void add_search(suite& registry) {
  std::vector<target> const targets{at_most("sequential", 1.03), at_most("automatic", 1.05)};
  registry.add("search/queens", queens, targets);
  registry.add("search/uts", uts, targets);
  registry.add("search/semigroups", semigroups, targets);
}

}  // namespace bench
