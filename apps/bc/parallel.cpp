// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Betweenness centrality with tasks of a few sources each. All tasks are known in advance: each
// place gets its even share in one list; stealing evens out what the shares differ in.
//
// Every place makes its own copy of the graph from the seed, and adds up the scores of the sources
// it has looked at in a row of its own, in global memory. At the end each place fetches its
// vertices' part of every row: the sums lie in an array dealt to all places.

#include <algorithm>
#include <functional>
#include <mutex>
#include <skua/finish.hpp>
#include <skua/memory.hpp>
#include <skua/place.hpp>
#include <skua/place_local.hpp>
#include <skua/reducer.hpp>
#include <skua/spawn.hpp>
#include <span>
#include <tuple>
#include <type_traits>
#include <vector>

#include "../skua/text.hpp"
#include "compute.hpp"

namespace apps::bc {
namespace {

/// What all tasks of a place share.
struct shared_graph {
  explicit shared_graph(parameters const& what) : of(graph::rmat(what.scale, what.seed)) {}
  graph of;
  std::mutex row;  // of this place; held while a task adds to it
};

/// The work of one task. Handles only: trivially copyable, it travels as it is.
struct part {
  skua::place_local<shared_graph> shared;
  skua::shared_array<double> rows;  // one at each place
  skua::sum<std::int64_t> inner;
  skua::sum<std::int64_t> reached;
  skua::max<std::int64_t> farthest;

  void operator()(vertex first, vertex end) const {
    brandes work(shared->of);
    for (vertex source = first; source < end; ++source) work.add(source);
    {
      std::span<double> const mine = rows.local();
      std::lock_guard const hold(shared->row);
      std::transform(mine.begin(), mine.end(), work.scores().begin(), mine.begin(), std::plus<>());
    }
    inner += work.counted().inner;
    reached += work.counted().reached;
    farthest += work.counted().farthest;
  }
};

static_assert(std::is_trivially_copyable_v<part>);

/// The sums of the vertices of one place.
struct add_up {
  skua::shared_array<double> rows;
  skua::shared_array<double> scores;

  void operator()() const {
    std::span<double> const mine = scores.local();
    if (mine.empty()) return;
    std::vector<double> theirs(mine.size());
    for (int p = 0; p < skua::places(); ++p) {
      skua::get(rows.part(p) + static_cast<std::ptrdiff_t>(scores.element(0)), std::span(theirs)).get();
      std::transform(mine.begin(), mine.end(), theirs.begin(), mine.begin(), std::plus<>());
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

answer compute_parallel(parameters const& what, int bundle, common_options const& options) {
  vertex const order = vertex{1} << what.scale;
  auto const vertices = static_cast<std::size_t>(order);
  auto const places = static_cast<std::size_t>(skua::places());
  part const work{
      skua::place_local<shared_graph>(what), skua::shared_array<double>(vertices * places, vertices), {}, {}, {}};
  skua::shared_array<double> const scores(vertices);
  progress const live(options.show_progress(), [&](double seconds) {
    auto const pairs = static_cast<std::uint64_t>(work.reached.peek());
    return "bc: " + grouped(pairs) + " pairs, " + rate(static_cast<double>(pairs) / seconds, "per second");
  });
  answer found;
  skua::finish([&] {
    for (int p = 0; p < skua::places(); ++p) {
      auto const list = share(p, skua::places(), order, bundle);
      found.tasks += list.size();
      skua::spawn_all(skua::any.from(p), list, work);
    }
  });
  skua::finish([&] {
    for (int p = 0; p < skua::places(); ++p) skua::spawn(skua::on(p), add_up{work.rows, scores});
  });
  found.scores.resize(vertices);
  skua::finish([&] {
    std::size_t first = 0;
    for (int p = 0; p < skua::places(); ++p) {
      std::size_t const n = scores.shape().size_at(p);
      if (n != 0) (void)skua::get(scores.part(p), std::span(found.scores).subspan(first, n));
      first += n;
    }
  });
  found.counted = {work.inner.get(), work.reached.get(), work.farthest.get()};
  found.edges = work.shared->of.edges();
  return found;
}

}  // namespace apps::bc
