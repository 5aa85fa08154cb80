// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Betweenness centrality with tasks of a few sources each. All tasks are known in advance: each place gets its even share in
// one list; stealing evens out what the shares differ in.
//
// Every place makes its own copy of the graph from the seed. Scores are summed up by a reducer with one entry per vertex.

#include <algorithm>
#include <skua/finish.hpp>
#include <skua/place.hpp>
#include <skua/place_local.hpp>
#include <skua/reducer.hpp>
#include <skua/spawn.hpp>
#include <tuple>
#include <type_traits>

#include "../skua/text.hpp"
#include "compute.hpp"

namespace apps::bc {
namespace {

/// What all tasks of a place share.
struct shared_graph {
  explicit shared_graph(parameters const& what) : of(graph::rmat(what.scale, what.seed)) {}
  graph of;
};

/// The work of one task. Handles only: trivially copyable, it travels as it is.
struct part {
  skua::place_local<shared_graph> shared;
  skua::vector_sum<double> scores;
  skua::sum<std::int64_t> inner;
  skua::sum<std::int64_t> reached;
  skua::max<std::int64_t> farthest;

  void operator()(vertex first, vertex end) const {
    brandes work(shared->of);
    for (vertex source = first; source < end; ++source) work.add(source);
    scores += work.scores();
    inner += work.counted().inner;
    reached += work.counted().reached;
    farthest += work.counted().farthest;
  }
};

static_assert(std::is_trivially_copyable_v<part>);

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
  part const work{
      skua::place_local<shared_graph>(what), skua::vector_sum<double>(static_cast<std::size_t>(order)), {}, {}, {}};
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
  found.scores = work.scores.get();
  found.counted = {work.inner.get(), work.reached.get(), work.farthest.get()};
  found.edges = work.shared->of.edges();
  return found;
}

}  // namespace apps::bc
