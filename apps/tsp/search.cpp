// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Branch and bound with tasks that may run at any place: one per partial tour while many cities are
// left; below that the sequential search.
//
// A task spawns its branches from the farthest city to the nearest. A worker runs its newest task
// first, so a single worker walks the tree of the sequential program, node by node. Thieves take
// the branches that would come last.
//
// The distances are sent to each place once. A task that finds a shorter tour lowers the bound of
// its place, puts the tour into a reducer, which has the result at the end, and sends a task to
// every other place that lowers the bound there. If the tour is short enough, the task cancels the
// scope: queued tasks never start, and running tasks poll every thousand nodes. With `watch` the
// first place reads the reducer at intervals instead, as the paper's program does.

#include "search.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <skua/cancel.hpp>
#include <skua/finish.hpp>
#include <skua/place.hpp>
#include <skua/place_local.hpp>
#include <skua/progress.hpp>
#include <skua/reducer.hpp>
#include <skua/spawn.hpp>
#include <type_traits>

#include "../common/saved_search.hpp"
#include "../common/stop_search.hpp"
#include "depth_first.hpp"
#include "search_tree.hpp"

namespace apps::tsp {
namespace {

/// The results of the tasks. Handles: each place adds to its own part.
struct results {
  skua::best_min<length, std::array<std::uint8_t, max_cities>> shortest;
  skua::sum<std::uint64_t> nodes;
  skua::sum<std::uint64_t> ran;
  skua::sum<std::uint64_t> spawned;
  skua::sum<std::uint64_t> improvements;
  skua::min<std::int64_t> stopped_at;  ///< see nanoseconds()
};

/// Steady clock; comparable between the processes of one host.
std::int64_t nanoseconds() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

/// The state that the tasks of one place share, built there from the distances.
struct shared_search {
  shared_search(instance const& input, int limit, length sufficient_length, results const& handles)
      : tour_problem(input), cutoff(limit), good_enough(sufficient_length), totals(handles) {}

  problem tour_problem;
  int cutoff;
  length good_enough;
  results totals;
  place_bound bound;
};

using place_search = skua::place_local<shared_search>;

/// The incumbent as the engine of one task sees it.
class incumbent {
 public:
  explicit incumbent(place_search shared) : shared_(shared), state_(*shared) {}

  length best() const { return state_.bound.best(); }
  bool stop() const { return skua::cancelled(); }

  void improve(partial_tour const& tour, length closed_length) const {
    if (!state_.bound.lower(closed_length)) return;
    state_.totals.shortest.offer(closed_length, tour.city);
    state_.totals.improvements += 1;
    if (closed_length <= state_.good_enough) {
      state_.totals.stopped_at += nanoseconds();
      skua::cancel();
      return;
    }
    for (int p = 0; p < skua::places(); ++p) {
      if (p == skua::here()) continue;
      state_.totals.spawned += 1;
      skua::spawn(skua::on(p), [shared = shared_, closed_length] {
        shared->totals.ran += 1;
        shared->bound.lower(closed_length);
      });
    }
  }

 private:
  place_search shared_;
  shared_search& state_;
};

/// All tours that begin like this one. Trivially copyable: sent without encoding.
struct branch {
  partial_tour tour;
  place_search shared;

  void operator()() const {
    auto& state = *shared;
    state.totals.ran += 1;
    if (tour.length_so_far >= state.bound.best()) return;
    if (tour.cities_left() <= state.cutoff) {
      incumbent task_incumbent(shared);
      state.totals.nodes += depth_first<incumbent>(state.tour_problem, task_incumbent).search(tour);
      return;
    }
    state.totals.nodes += 1;
    if (state.tour_problem.bound(tour) < state.bound.best()) spawn_branches(state);
  }

  void spawn_branches(shared_search const& state) const {
    std::array<int, max_cities> next_cities;
    std::size_t count = 0;
    state.tour_problem.for_each_next(tour, [&](int city, length) {
      next_cities[count++] = city;
      return true;
    });
    state.totals.spawned += count;
    while (count > 0) {
      branch child = *this;
      int const city = next_cities[--count];
      child.tour.go_to(city, state.tour_problem.distance(tour.last(), city));
      skua::spawn(skua::any, child);
    }
  }
};

static_assert(std::is_trivially_copyable_v<branch>);

}  // namespace

answer search_parallel(instance const& cities, parallel_settings const& settings, common_options const& options) {
  answer result;
  // The outer scope owns the reducers and ends after the action that they trigger.
  skua::finish([&] {
    results const totals;
    length const good_enough = settings.at_most.value_or(-1);
    place_search const shared(cities, settings.cutoff, settings.watch ? -1 : good_enough, totals);
    skua::progress_options line = options.progress("nodes");
    line.source = [&] {
      auto const best = totals.shortest.peek();
      return skua::progress_report{
          totals.nodes.peek(), {}, best ? "length " + std::to_string(best->value) + " so far" : ""};
    };
    skua::progress const live("tsp", line);
    auto const scope_result = skua::finish([&](skua::scope const& search_scope) {
      if (settings.watch) {
        totals.shortest.when([good_enough](auto const& best) { return best && best->value <= good_enough; },
                             [totals, search_scope] {
                               totals.stopped_at += nanoseconds();
                               search_scope.cancel();
                             });
      }
      totals.spawned += 1;
      skua::spawn(skua::any, branch{partial_tour::start(cities.size()), shared});
    });
    auto const end_time = nanoseconds();

    if (auto const best = totals.shortest.get()) {
      result.tour_length = best->value;
      result.tour.assign(best->payload.begin(), best->payload.begin() + cities.size());
    }
    result.nodes = totals.nodes.get();
    result.cancelled = scope_result.cancelled();
    if (result.cancelled) {
      result.seconds_to_stop = std::max(0.0, static_cast<double>(end_time - totals.stopped_at.get()) * 1e-9);
    }
    result.improvements = totals.improvements.get();
    result.spawned = totals.spawned.get();
    result.ran = totals.ran.get();
    result.never_started = scope_result.never_started;
  });
  return result;
}

proof search_by_engine(instance const& cities, search_request const& request, std::optional<length> at_most) {
  proof result;
  std::atomic<bool> short_enough{false};  // a saved tour or one of this run, or both at the same time
  // The scope owns the reducer, and ends after its action.
  skua::finish([&] {
    skua::sum<std::uint64_t> const short_tours;  // tours that are short enough
    auto const stop = [&short_enough] {
      short_enough.store(true, std::memory_order_relaxed);  // relaxed: read when the scope has ended
      stop_search();
    };
    if (at_most) short_tours.when([](std::uint64_t tours) { return tours != 0; }, stop);
    auto const check_saved_tour = [&](std::optional<length> shortest) {
      if (at_most && shortest && *shortest != tour_search::no_tour && *shortest <= *at_most) stop();
    };
    auto const tree = at_most ? tour_search(cities, *at_most, short_tours) : tour_search(cities);
    auto optimum = minimise(tree, request, tour_search::no_tour, check_saved_tour);
    static_cast<search_outcome&>(result) = take_outcome(optimum);
    result.bound = optimum.bound;
    if (optimum) {
      result.tour = optimum.node->cities();
      result.tour_length = optimum.value;
    }
  });
  result.short_enough = short_enough.load(std::memory_order_relaxed);  // relaxed: as above
  return result;
}

}  // namespace apps::tsp
