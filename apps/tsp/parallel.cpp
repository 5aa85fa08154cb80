// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Branch and bound with tasks that may run at any place: one per partial tour while many cities are
// left, the sequential search below that.
//
// A task spawns its branches from the farthest city to the nearest. A worker runs its newest task
// first, so one worker alone walks the tree of the sequential program, node by node; thieves take
// what would come last.
//
// The distances are sent to each place once. Whoever finds a shorter tour lowers the bound of its
// place, puts the tour into a reducer, whose value counts at the end, and sends a task to every
// other place that lowers the bound there. If the tour is short enough already, it cancels the
// scope: what waits never starts, and what runs looks every thousand nodes.

#include <algorithm>
#include <array>
#include <chrono>
#include <skua/cancel.hpp>
#include <skua/finish.hpp>
#include <skua/place.hpp>
#include <skua/place_local.hpp>
#include <skua/reducer.hpp>
#include <skua/spawn.hpp>
#include <type_traits>

#include "../skua/text.hpp"
#include "depth_first.hpp"
#include "incumbent.hpp"
#include "search.hpp"

namespace apps::tsp {
namespace {

/// What the tasks find out. Handles: each place adds to its own part.
struct results {
  skua::best_min<length, std::array<std::uint8_t, most_cities>> shortest;
  skua::sum<std::uint64_t> nodes;
  skua::sum<std::uint64_t> ran;
  skua::sum<std::uint64_t> spawned;
  skua::sum<std::uint64_t> improvements;
  skua::min<std::int64_t> stopped_at;  ///< see nanoseconds()
};

/// Comparable between the processes of one host.
std::int64_t nanoseconds() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

/// What the tasks of one place share: made there from the distances.
struct shared_search {
  shared_search(instance const& in, int limit, length enough, results const& handles)
      : of(in), cutoff(limit), good_enough(enough), found(handles) {}

  problem of;
  int cutoff;
  length good_enough;
  results found;
  place_bound bound;
};

using shared_here = skua::place_local<shared_search>;

/// The incumbent as the engine of one task sees it.
class incumbent {
 public:
  explicit incumbent(shared_here all) : all_(all), here_(*all) {}

  length best() const { return here_.bound.best(); }
  bool stop() const { return skua::cancelled(); }

  void improve(partial_tour const& tour, length whole) const {
    if (!here_.bound.lower(whole)) return;
    here_.found.shortest.offer(whole, tour.city);
    here_.found.improvements += 1;
    if (whole <= here_.good_enough) {
      here_.found.stopped_at += nanoseconds();
      skua::cancel();
      return;
    }
    for (int p = 0; p < skua::places(); ++p) {
      if (p == skua::here()) continue;
      here_.found.spawned += 1;
      skua::spawn(skua::on(p), [all = all_, whole] {
        all->found.ran += 1;
        all->bound.lower(whole);
      });
    }
  }

 private:
  shared_here all_;
  shared_search& here_;
};

/// All tours that begin like this one. Trivially copyable: it travels as it is.
struct branch {
  partial_tour tour;
  shared_here all;

  void operator()() const {
    auto& here = *all;
    here.found.ran += 1;
    if (tour.so_far >= here.bound.best()) return;
    if (tour.left() <= here.cutoff) {
      incumbent known(all);
      here.found.nodes += depth_first<incumbent>(here.of, known).search(tour);
      return;
    }
    here.found.nodes += 1;
    if (here.of.bound(tour) < here.bound.best()) spawn_branches(here);
  }

  void spawn_branches(shared_search const& here) const {
    std::array<int, most_cities> next;
    std::size_t count = 0;
    here.of.for_each_next(tour, [&](int city, length) {
      next[count++] = city;
      return true;
    });
    here.found.spawned += count;
    while (count > 0) {
      branch below = *this;
      int const city = next[--count];
      below.tour.go_to(city, here.of.distance(tour.last(), city));
      skua::spawn(skua::any, below);
    }
  }
};

static_assert(std::is_trivially_copyable_v<branch>);

}  // namespace

answer search_parallel(instance const& in, wish const& what, common_options const& options) {
  results const found;
  shared_here const all(in, what.cutoff, what.at_most.value_or(-1), found);
  progress const live(options.show_progress(), [&](double seconds) {
    auto const nodes = found.nodes.peek();
    auto const best = found.shortest.peek();
    return "tsp: " + (best ? "length " + std::to_string(best->value) + " so far, " : "") + grouped(nodes) + " nodes, " +
           rate(static_cast<double>(nodes) / seconds, "per second");
  });
  auto const ended = skua::finish([&] {
    found.spawned += 1;
    skua::spawn(skua::any, branch{partial_tour::start(in.size()), all});
  });
  auto const stopped = nanoseconds();

  answer result;
  if (auto const best = found.shortest.get()) {
    result.tour_length = best->value;
    result.tour.assign(best->payload.begin(), best->payload.begin() + in.size());
  }
  result.nodes = found.nodes.get();
  result.cancelled = ended.cancelled();
  if (result.cancelled) {
    result.seconds_to_stop = std::max(0.0, static_cast<double>(stopped - found.stopped_at.get()) * 1e-9);
  }
  result.improvements = found.improvements.get();
  result.spawned = found.spawned.get();
  result.ran = found.ran.get();
  result.never_started = ended.never_started;
  return result;
}

}  // namespace apps::tsp
