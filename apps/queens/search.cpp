// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The parallel search: every safe placement in the upper rows is a task that spawns its children,
// which may run at any place. Below the cutoff a task searches its subtree itself. Counts go into
// reducers, with two or three additions per task.
//
// With a limit, the search cancels its scope as soon as it sees that the number of solutions has
// reached the limit. Queued tasks then never start. Running tasks stop at the next board with more
// than `uninterrupted_rows` rows to fill.

#include "search.hpp"

#include <skua/progress.hpp>
#include <skua/skua.hpp>
#include <type_traits>

#include "../common/saved_search.hpp"
#include "../common/stop_search.hpp"
#include "../common/stopwatch.hpp"
#include "../common/text.hpp"
#include "search_tree.hpp"

namespace apps::queens {
namespace {

/// A search of this many rows takes less than a millisecond; larger searches poll for cancellation.
constexpr int uninterrupted_rows = 10;

/// The state that all tasks of one search share; each place has its own copy.
struct search {
  int last_task_row;  ///< rows without a queen at the cutoff
  skua::sum<std::uint64_t> solutions;
  skua::sum<std::uint64_t> nodes;    ///< except those of the tasks that spawned
  skua::sum<std::uint64_t> inner;    ///< tasks that spawned: one node each
  skua::sum<std::uint64_t> outer;    ///< tasks that searched
  skua::sum<std::uint64_t> spawned;  ///< tasks, whether they ran or not
};

void search_below(search const& run, board const& position, std::int64_t rows_left) {
  if (rows_left <= uninterrupted_rows) {
    tally const part = search_sequential(position, static_cast<int>(rows_left));
    run.solutions += part.solutions;
    run.nodes += part.nodes;
    return;
  }
  if (skua::cancelled()) return;
  run.nodes += 1;
  for_each_square(position.safe(),
                  [&](std::uint32_t square) { search_below(run, position.with(square), rows_left - 1); });
}

/// One placement. 32 bytes, trivially copyable: it fits into a task's slot and is sent without
/// encoding.
struct visit {
  board position;
  std::int64_t rows_left;  // 64 bits wide, so that the object has no padding
  skua::place_local<search> shared;

  void operator()() const {
    auto const& run = *shared;
    if (rows_left <= run.last_task_row || rows_left == 0) {
      run.outer += 1;
      search_below(run, position, rows_left);
      return;
    }
    run.inner += 1;
    std::uint64_t children = 0;
    for_each_square(position.safe(), [&](std::uint32_t square) {
      ++children;
      skua::spawn(skua::any, visit{position.with(square), rows_left - 1, shared});
    });
    run.spawned += children;
  }
};

static_assert(std::is_trivially_copyable_v<visit> && sizeof(visit) <= 48);

}  // namespace

outcome search_parallel(int size, int cutoff, std::optional<std::int64_t> limit, common_options const& options) {
  outcome result;
  // The action sets it before it cancels, and the code after the scope reads it.
  std::optional<stopwatch> since_limit;
  // The outer scope owns the reducers and ends after the actions that they trigger.
  skua::finish([&] {
    search const run{size - cutoff, {}, {}, {}, {}, {}};
    skua::place_local<search> const shared(run);
    skua::progress_options line = options.progress("nodes");
    line.source = [&] {
      return skua::progress_report{
          run.nodes.peek() + run.inner.peek(), {}, grouped(run.solutions.peek()) + " solutions"};
    };
    skua::progress const live("queens", line);
    auto const ended = skua::finish([&](skua::scope const& search_scope) {
      if (limit) {
        run.solutions.when(
            [limit = static_cast<std::uint64_t>(*limit)](std::uint64_t solutions) { return solutions >= limit; },
            [&since_limit, search_scope] {
              since_limit.emplace();
              search_scope.cancel();
            });
      }
      run.spawned += 1;
      skua::spawn(skua::any, visit{board::empty(size), size, shared});
    });
    if (ended.cancelled() && since_limit) result.seconds_to_stop = since_limit->seconds();
    result.cancelled = ended.cancelled();
    result.never_started = ended.never_started;
    result.count = {run.solutions.get(), run.nodes.get() + run.inner.get()};
    result.ran = run.inner.get() + run.outer.get();
    result.spawned = run.spawned.get();
  });
  return result;
}

enumerated search_by_engine(int size, search_request const& request, std::optional<std::int64_t> limit) {
  if (!limit) {
    auto result = enumerate<add_tallies>(board_tree(size), request);
    return {take_outcome(result), result.value};
  }
  auto const enough = static_cast<std::uint64_t>(*limit);
  enumerated result;
  // The scope owns the reducer, and ends after its action.
  skua::finish([&] {
    skua::sum<std::uint64_t> const solution_count;  // in this run
    std::optional<std::uint64_t> saved;             // before it
    auto const stop = [&result] {
      result.limit_reached = true;
      stop_search();
    };
    auto const watch_limit = [&](tally const& before) {
      if (saved) return;
      saved = before.solutions;
      if (*saved >= enough) return stop();
      solution_count.when([missing = enough - *saved](std::uint64_t solutions) { return solutions >= missing; }, stop);
    };
    auto counted = enumerate<add_tallies>(board_tree(size, solution_count), request, watch_limit);
    static_cast<search_outcome&>(result) = take_outcome(counted);
    result.count = counted.value;
  });
  return result;
}

}  // namespace apps::queens
