// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Betweenness centrality with tasks of a few sources each. All tasks are known in advance: each
// place gets its even share in one list, and stealing balances the different costs of the shares.
//
// Every place makes its own copy of the graph from the seed, and adds the scores of its sources to
// its row in global memory. At the end each place fetches its vertices' part of every row, so the
// sums are in an array distributed over all places.

#include <algorithm>
#include <functional>
#include <mutex>
#include <skua/finish.hpp>
#include <skua/memory.hpp>
#include <skua/place.hpp>
#include <skua/place_local.hpp>
#include <skua/progress.hpp>
#include <skua/reducer.hpp>
#include <skua/spawn.hpp>
#include <skua/spmd.hpp>
#include <span>
#include <tuple>
#include <type_traits>
#include <vector>

#include "brandes.hpp"
#include "problem.hpp"

namespace apps::bc {
namespace {

/// The state that all tasks of a place share.
struct shared_graph {
  explicit shared_graph(parameters const& settings) : local_graph(graph::rmat(settings.scale, settings.seed)) {}
  graph local_graph;
  std::mutex row;  // guards this place's row while a task adds to it
};

/// The work of one task. Handles only: trivially copyable, sent without encoding.
struct part {
  skua::place_local<shared_graph> shared;
  skua::shared_array<double> rows;  // one at each place
  skua::count done;                 // sources
  skua::sum<std::int64_t> inner;
  skua::sum<std::int64_t> reached;
  skua::max<std::int64_t> farthest;

  void operator()(vertex first, vertex end) const {
    brandes work(shared->local_graph);
    for (vertex source = first; source < end; ++source) work.add(source);
    {
      std::span<double> const local_row = rows.local();
      std::lock_guard const guard(shared->row);
      std::transform(local_row.begin(), local_row.end(), work.scores().begin(), local_row.begin(), std::plus<>());
    }
    inner += work.counts().inner;
    reached += work.counts().reached;
    farthest += work.counts().farthest;
    done += static_cast<std::uint64_t>(end - first);
  }
};

static_assert(std::is_trivially_copyable_v<part>);

/// Sums up the scores of the vertices of one place.
struct add_up {
  skua::shared_array<double> rows;
  skua::shared_array<double> scores;

  void operator()() const {
    std::span<double> const local_scores = scores.local();
    if (local_scores.empty()) return;
    std::vector<double> remote_scores(local_scores.size());
    for (int p = 0; p < skua::places(); ++p) {
      skua::get(rows.part(p) + static_cast<std::ptrdiff_t>(scores.element(0)), std::span(remote_scores)).get();
      std::transform(local_scores.begin(), local_scores.end(), remote_scores.begin(), local_scores.begin(),
                     std::plus<>());
    }
  }
};

using sources = std::tuple<vertex, vertex>;

/// The even share of a place, in bundles.
std::vector<sources> share(int place, int places, vertex order, int bundle) {
  std::int64_t const bundles = (order + bundle - 1) / bundle;
  std::vector<sources> result;
  for (std::int64_t i = bundles * place / places; i < bundles * (place + 1) / places; ++i) {
    auto const first = static_cast<vertex>(i * bundle);
    result.emplace_back(first, std::min(order, static_cast<vertex>(first + bundle)));
  }
  return result;
}

}  // namespace

answer compute_parallel(parameters const& settings, int bundle, common_options const& options) {
  vertex const order = vertex{1} << settings.scale;
  auto const vertices = static_cast<std::size_t>(order);
  auto const places = static_cast<std::size_t>(skua::places());
  skua::place_local<shared_graph> const shared(settings);
  skua::shared_array<double> const rows(vertices * places, vertices);
  skua::shared_array<double> const scores(vertices);
  skua::progress const live("bc", options.progress("sources", static_cast<std::uint64_t>(order)));
  part const work{shared, rows, live.counter(), {}, {}, {}};
  answer result;
  // Every place makes its graph first: a task that waits for it has begun, and cannot be stolen.
  skua::run_spmd([shared] { (void)*shared; });
  skua::finish([&] {
    for (int p = 0; p < skua::places(); ++p) {
      auto const list = share(p, skua::places(), order, bundle);
      result.tasks += list.size();
      skua::spawn_all(skua::any.from(p), list, work);
    }
  });
  skua::finish([&] {
    for (int p = 0; p < skua::places(); ++p) skua::spawn(skua::on(p), add_up{work.rows, scores});
  });
  result.scores.resize(vertices);
  skua::finish([&] {
    std::size_t first = 0;
    for (int p = 0; p < skua::places(); ++p) {
      std::size_t const n = scores.shape().size_at(p);
      if (n != 0) skua::get(scores.part(p), std::span(result.scores).subspan(first, n));
      first += n;
    }
  });
  result.counts = {work.inner.get(), work.reached.get(), work.farthest.get()};
  result.edges = work.shared->local_graph.edges();
  return result;
}

}  // namespace apps::bc
