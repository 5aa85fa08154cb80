// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// search: what the engine costs beside the sequential program of the same tree, and what being
// ready to give parts away adds. One worker.
#include <skua/search/coordination.hpp>
#include <skua/skua.hpp>
#include <vector>

#include "queens/enumerate.hpp"
#include "queens/problem.hpp"
#include "semigroups/known.hpp"
#include "semigroups/parallel.hpp"
#include "support/case.hpp"
#include "support/clock.hpp"
#include "support/skua.hpp"
#include "support/uts.hpp"
#include "uts/enumerate.hpp"

namespace bench {
namespace {

/// `program()` and `engine(coordination)`, the latter in a task, return their answers; all must
/// equal `answer`. Each repetition runs the three one after the other. `sequential` and `automatic`
/// are CPU times over that of the program.
template <class Answer, class Program, class Engine>
void compare_engine(benchmark::State& state, double nodes, Answer const& answer, Program&& program, Engine&& engine) {
  skua::runtime place{workers(1)};
  auto const searched = [&](skua::search::coordination how) { return place.run([&] { return engine(how); }); };
  for (auto _ : state) {
    Answer found[3]{};
    double const base = cpu_seconds([&] { found[0] = program(); });
    double const alone = cpu_seconds([&] { found[1] = searched(skua::search::sequential{}); });
    double const ready = cpu_seconds([&] { found[2] = searched(skua::search::automatic{}); });
    if (found[0] != answer) return fail(state, "the sequential program gave a wrong answer");
    if (found[1] != answer) return fail(state, "the engine gave a wrong answer with the coordination sequential");
    if (found[2] != answer) return fail(state, "the engine gave a wrong answer with the coordination automatic");
    state.SetIterationTime(ready);
    state.counters["sequential"] = alone / base;
    state.counters["automatic"] = ready / base;
    state.counters["seq_ns"] = base * 1e9 / nodes;
    state.counters["extra_ns"] = (ready - base) * 1e9 / nodes;
  }
}

void queens(benchmark::State& state) {
  using namespace apps::queens;
  int const rows = size(14, 10);
  auto const at = static_cast<std::size_t>(rows);
  tally const all{known_solutions[at], known_nodes[at]};
  compare_engine(
      state, static_cast<double>(all.nodes), all, [&] { return search_sequential(board::empty(rows), rows); },
      [&](skua::search::coordination how) { return search_by_engine(rows, {.how = how}).count; });
}

void uts(benchmark::State& state) {
  using namespace apps::uts;
  tree const of = t1();
  compare_engine(
      state, static_cast<double>(t1_answer.nodes), t1_answer, [&] { return walk_sequential(of); },
      [&](skua::search::coordination how) { return walk_search(of, {.how = how}).count; });
}

void semigroups(benchmark::State& state) {
  using namespace apps::semigroups;
  constexpr int unbuilt = 2;
  int const genus = size(35, 20);
  tally const all = known_tally(genus);
  compare_engine(
      state, static_cast<double>(known_tally(genus - unbuilt).up_to), all,
      [&] { return count_sequential(genus, method::decompositions, unbuilt); },
      [&](skua::search::coordination how) {
        return count_parallel(genus, method::decompositions, unbuilt, {.how = how}).count;
      });
}

}  // namespace

void add_search(suite& all) {
  std::vector<target> const targets{at_most("sequential", 1.03), at_most("automatic", 1.05)};
  all.add("search/queens", queens, targets);
  all.add("search/uts", uts, targets);
  all.add("search/semigroups", semigroups, targets);
}

}  // namespace bench
