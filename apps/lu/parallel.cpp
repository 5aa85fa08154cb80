// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LU by block columns as a graph of jobs. Each place issues the jobs of its own block columns, all
// at once and without waiting: a job starts when the future of the panel it applies and that of the
// last job on its columns are ready.
//
// The block column that is factorised next is a job by itself, the first of its step, and goes on
// to factorise it: the next panel is known while the rest of this step still runs. No other
// priority is needed: jobs start in the order in which they become ready, those of one panel in the
// order of their issue. The others are updated several at a time, for a product is the faster the
// wider it is.

#include <algorithm>
#include <chrono>
#include <skua/skua.hpp>
#include <vector>

#include "node.hpp"
#include "problem.hpp"

namespace apps::lu {
namespace {

struct counters {
  skua::sum<std::uint64_t> panels, updates, exchanges;
};

/// Applies panel k to the block columns [first, first + count) of this place.
struct update {
  all_nodes all;
  counters done;
  int k;
  int first;
  int count;

  void operator()() const {
    node& at = *all;
    matrix_shape const& shape = at.shape();
    int const last = at.tile(first + count - 1);
    int const width = (count - 1) * shape.tile + shape.width(last);
    update_columns(at.ops(), shape, k, at.at(k), at.pivots(), at.columns(first), width);
    at.used(k, count);
    done.updates += static_cast<std::uint64_t>(count);
    if (at.tile(first) == k + 1) factorise(all, done, k + 1);
  }

  static void factorise(all_nodes const& all, counters const& done, int k) {
    node& at = *all;
    factorise_panel(at.ops(), at.shape(), k, at.columns(at.deal().index(k)), at.pivots());
    done.panels += 1;
    at.publish(all, k);
  }
};

/// Issues the jobs of one place.
class issuer {
 public:
  issuer(all_nodes const& all, counters const& count)
      : all_(all),
        done_(count),
        node_(*all),
        group_(std::max(1, skua::workers() == 1 ? node_.count() : node_.count() / (2 * skua::workers()))),
        last_(static_cast<std::size_t>(node_.count()), skua::make_ready_future().share()) {}

  void issue_all() {
    int const tiles = node_.shape().tiles;
    if (node_.deal().owner(0) == node_.here())
      skua::spawn([all = all_, done = done_] { update::factorise(all, done, 0); });
    for (int k = 0; k + 1 < tiles; ++k) issue_step(k);
    for (int i = 0; i < node_.count(); ++i) {
      if (node_.tile(i) + 1 == tiles) continue;
      skua::spawn(skua::after(node_.all_known()), [all = all_, done = done_, i] {
        exchange_later(all->shape(), all->tile(i), all->pivots(), all->columns(i));
        done.exchanges += 1;
      });
    }
  }

 private:
  void issue_step(int k) {
    int const count = node_.count();
    int first = node_.deal().after(node_.here(), k);
    if (first < count && node_.tile(first) == k + 1) issue(k, first++, 1);
    while (first < count) {
      int const next = std::min(count, (first / group_ + 1) * group_);
      issue(k, first, next - first);
      first = next;
    }
  }
  // What is updated together now was so in the step before.
  void issue(int k, int first, int count) {
    auto const from = last_.begin() + first;
    done const job = skua::async(skua::after(node_.known(k), *from), update{all_, done_, k, first, count}).share();
    std::fill(from, from + count, job);
  }

  all_nodes all_;
  counters done_;
  node& node_;
  int group_;               // block columns of a job: every worker gets two jobs of the first step
  std::vector<done> last_;  // on each block column, the last job issued so far
};

/// Brings the block columns together; the pivots are known here.
void gather(all_nodes const& all, skua::shared_array<double> const& store, factors& to) {
  dealt const deal(to.shape.tiles, skua::places());
  for (int k = 0; k < to.shape.tiles; ++k) {
    auto const offset = static_cast<std::ptrdiff_t>(to.shape.elements(deal.index(k) * to.shape.tile));
    (void)skua::copy(store.part(deal.owner(k)) + offset, to.column(to.shape.first(k)),
                     to.shape.elements(to.shape.width(k)));
  }
  auto const pivots = all->pivots();
  to.pivots.assign(pivots.begin(), pivots.end());
}

}  // namespace

parallel_result factorise_parallel(blas const& ops, factors& a, std::uint64_t seed) {
  parallel_result made;
  skua::finish([&] {
    int const places = skua::places();
    dealt const deal(a.shape.tiles, places);
    std::size_t const part = a.shape.elements(deal.most() * a.shape.tile);
    skua::shared_array<double> const store(part * static_cast<std::size_t>(places));
    all_nodes const all(plan{a.shape.order, a.shape.tile, seed, &ops == lapack_blas()}, store);
    counters const count;
    skua::run_spmd([all] { all->generate(); });

    auto const start = std::chrono::steady_clock::now();
    skua::run_spmd([all, count] { issuer(all, count).issue_all(); });
    made.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    made.jobs = {count.panels.get(), count.updates.get(), count.exchanges.get()};
    skua::finish([&] { gather(all, store, a); });
  });
  return made;
}

}  // namespace apps::lu
