// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LU by block columns as a graph of jobs. Each place issues the jobs for its block columns, all at
// once and without waiting. A job starts when two futures are ready: that of the panel it applies,
// and that of the last job on its columns.
//
// The block column that is factorised next is a separate job, the first of its step, and the same
// job factorises it. So the next panel is ready while the rest of this step still runs. No other
// priority is needed: jobs start in the order in which they become ready, and those of one panel in
// the order of their issue. The other block columns are updated several at a time, since a wider
// product is faster.

#include <algorithm>
#include <skua/progress.hpp>
#include <skua/skua.hpp>
#include <utility>
#include <vector>

#include "../common/stopwatch.hpp"
#include "node.hpp"
#include "problem.hpp"

namespace apps::lu {
namespace {

struct counters {
  skua::sum<std::uint64_t> panels, updates, exchanges;
};

/// Applies panel k to the block columns [first, first + count) of this place.
struct update {
  all_nodes nodes;
  counters counts;
  int k;
  int first;
  int count;

  void operator()() const {
    node& local = *nodes;
    matrix_shape const& shape = local.shape();
    int const last = local.tile(first + count - 1);
    int const width = (count - 1) * shape.tile + shape.width(last);
    update_columns(local.ops(), shape, k, local.at(k), local.pivots(), local.columns(first), width);
    local.mark_used(k, count);
    counts.updates += static_cast<std::uint64_t>(count);
    if (local.tile(first) == k + 1) factorise(nodes, counts, k + 1);
  }

  static void factorise(all_nodes const& nodes, counters const& counts, int k) {
    node& local = *nodes;
    factorise_panel(local.ops(), local.shape(), k, local.columns(local.distribution().index(k)), local.pivots());
    counts.panels += 1;
    local.publish(nodes, k);
  }
};

/// Issues the jobs of one place.
class issuer {
 public:
  issuer(all_nodes const& nodes, counters const& count)
      : nodes_(nodes),
        counts_(count),
        node_(*nodes),
        group_(std::max(1, skua::workers() == 1 ? node_.count() : node_.count() / (2 * skua::workers()))),
        last_(static_cast<std::size_t>(node_.count()), skua::make_ready_future().share()) {}

  void issue_all() {
    int const tiles = node_.shape().tiles;
    if (node_.distribution().owner(0) == node_.place())
      skua::spawn([nodes = nodes_, counts = counts_] { update::factorise(nodes, counts, 0); });
    for (int k = 0; k + 1 < tiles; ++k) issue_step(k);
    for (int i = 0; i < node_.count(); ++i) {
      if (node_.tile(i) + 1 == tiles) continue;
      skua::spawn(skua::after(node_.all_ready()), [nodes = nodes_, counts = counts_, i] {
        exchange_later(nodes->shape(), nodes->tile(i), nodes->pivots(), nodes->columns(i));
        counts.exchanges += 1;
      });
    }
  }

 private:
  void issue_step(int k) {
    int const count = node_.count();
    int first = node_.distribution().after(node_.place(), k);
    if (first < count && node_.tile(first) == k + 1) issue(k, first++, 1);
    while (first < count) {
      int const next = std::min(count, (first / group_ + 1) * group_);
      issue(k, first, next - first);
      first = next;
    }
  }
  // Block columns that are updated together now were updated together in the step before.
  void issue(int k, int first, int count) {
    auto const first_job = last_.begin() + first;
    completion const job =
        skua::async(skua::after(node_.panel_ready(k), *first_job), update{nodes_, counts_, k, first, count}).share();
    std::fill(first_job, first_job + count, job);
  }

  all_nodes nodes_;
  counters counts_;
  node& node_;
  int group_;                     // block columns of a job: every worker gets two jobs of the first step
  std::vector<completion> last_;  // for each block column, the last job issued so far
};

/// Gathers the block columns; all pivots are known at this place.
void gather(all_nodes const& nodes, skua::shared_array<double> const& store, factors& result) {
  block_distribution const distribution(result.shape.tiles, skua::places());
  for (int k = 0; k < result.shape.tiles; ++k) {
    auto const offset = static_cast<std::ptrdiff_t>(result.shape.elements(distribution.index(k) * result.shape.tile));
    skua::copy(store.part(distribution.owner(k)) + offset, result.column(result.shape.first(k)),
               result.shape.elements(result.shape.width(k)));
  }
  auto const pivots = nodes->pivots();
  result.pivots.assign(pivots.begin(), pivots.end());
}

}  // namespace

parallel_result factorise_parallel(blas const& ops, matrix_shape const& shape, factors* a, std::uint64_t seed,
                                   skua::progress_options line) {
  parallel_result result;
  skua::finish([&] {
    int const places = skua::places();
    block_distribution const distribution(shape.tiles, places);
    std::size_t const part = shape.elements(distribution.max_count() * shape.tile);
    skua::shared_array<double> const store(part * static_cast<std::size_t>(places));
    all_nodes const nodes(plan{shape.order, shape.tile, seed, source_of(ops)}, store);
    counters const counts;
    skua::run_spmd([nodes] { nodes->generate(); });

    job_counts const expected = expected_jobs(shape.tiles);
    line.total = expected.panels + expected.updates + expected.exchanges;
    line.source = [counts] {
      return skua::progress_report{counts.panels.peek() + counts.updates.peek() + counts.exchanges.peek()};
    };
    skua::progress const live("lu", std::move(line));
    stopwatch const watch;
    skua::run_spmd([nodes, counts] { issuer(nodes, counts).issue_all(); });
    result.seconds = watch.seconds();
    result.jobs = {counts.panels.get(), counts.updates.get(), counts.exchanges.get()};
    if (a != nullptr) skua::finish([&] { gather(nodes, store, *a); });
  });
  return result;
}

}  // namespace apps::lu
