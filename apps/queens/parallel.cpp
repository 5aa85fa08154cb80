// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The parallel search: every safe placement in the upper rows is a task that spawns its children,
// which may run at any place; below the cutoff a task searches its subtree itself. Counts go into
// reducers, two or three additions per task.
//
// With a limit, the scope of the search is cancelled as soon as the number of solutions is seen to
// have reached it: tasks that wait never start, and those that run give up at the next board with
// more than `uninterrupted_rows` rows to fill.

#include <chrono>
#include <skua/skua.hpp>
#include <type_traits>

#include "../skua/text.hpp"
#include "search.hpp"

namespace apps::queens {
namespace {

/// A search of so many rows takes less than a millisecond; larger ones look whether they are still
/// wanted.
constexpr int uninterrupted_rows = 10;

/// What all tasks of one search share; each place has its own copy.
struct search {
  int last_task_row;  ///< rows without a queen at the cutoff
  skua::sum<std::uint64_t> solutions;
  skua::sum<std::uint64_t> nodes;    ///< but those of the tasks that spawned
  skua::sum<std::uint64_t> inner;    ///< tasks that spawned: one node each
  skua::sum<std::uint64_t> outer;    ///< tasks that searched
  skua::sum<std::uint64_t> spawned;  ///< tasks, whether they ran or not
};

void search_below(search const& run, board const& here, std::int64_t rows_left) {
  if (rows_left <= uninterrupted_rows) {
    tally const part = search_sequential(here, static_cast<int>(rows_left));
    run.solutions += part.solutions;
    run.nodes += part.nodes;
    return;
  }
  if (skua::cancelled()) return;
  run.nodes += 1;
  for_each_square(here.safe(), [&](std::uint32_t square) { search_below(run, here.with(square), rows_left - 1); });
}

/// One placement. 32 bytes, trivially copyable: it fits into a task's slot, and travels as it is.
struct visit {
  board here;
  std::int64_t rows_left;  // wide, so that no byte is left open
  skua::place_local<search> of;

  void operator()() const {
    auto const& run = *of;
    if (rows_left <= run.last_task_row || rows_left == 0) {
      run.outer += 1;
      search_below(run, here, rows_left);
      return;
    }
    run.inner += 1;
    std::uint64_t children = 0;
    for_each_square(here.safe(), [&](std::uint32_t square) {
      ++children;
      skua::spawn(skua::any, visit{here.with(square), rows_left - 1, of});
    });
    run.spawned += children;
  }
};

static_assert(std::is_trivially_copyable_v<visit> && sizeof(visit) <= 48);

double since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

outcome search_parallel(int size, int cutoff, std::optional<std::int64_t> limit, bool show_progress) {
  outcome found;
  std::chrono::steady_clock::time_point reached;  // written by the action before it cancels, read after the scope
  // The outer scope owns the reducers, and ends after what they trigger.
  skua::finish([&] {
    search const run{size - cutoff, {}, {}, {}, {}, {}};
    skua::place_local<search> const of(run);
    progress const live(show_progress, [&](double seconds) {
      auto const nodes = run.nodes.peek() + run.inner.peek();
      return "queens: " + grouped(run.solutions.peek()) + " solutions, " + grouped(nodes) + " nodes, " +
             rate(static_cast<double>(nodes) / seconds, "nodes") + " per second";
    });
    auto const ended = skua::finish([&](skua::scope const& all) {
      if (limit) {
        run.solutions.when(
            [limit = static_cast<std::uint64_t>(*limit)](std::uint64_t solutions) { return solutions >= limit; },
            [&reached, all] {
              reached = std::chrono::steady_clock::now();
              all.cancel();
            });
      }
      run.spawned += 1;
      skua::spawn(skua::any, visit{board::empty(size), size, of});
    });
    if (ended.cancelled()) found.seconds_to_stop = since(reached);
    found.cancelled = ended.cancelled();
    found.never_started = ended.never_started;
    found.count = {run.solutions.get(), run.nodes.get() + run.inner.get()};
    found.ran = run.inner.get() + run.outer.get();
    found.spawned = run.spawned.get();
  });
  return found;
}

}  // namespace apps::queens
