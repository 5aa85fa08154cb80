// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The graph of jobs over many places. Each place issues the jobs of its own tiles, and no others: a job runs where the lower of
// the tiles it writes is. What it needs from another place is a future here that becomes ready when the tile has come. The
// upper tile of a pair moves down its column from place to place; what eliminations leave goes along the row.

#include <chrono>
#include <cstddef>
#include <skua/skua.hpp>
#include <vector>

#include "kernels.hpp"
#include "node.hpp"
#include "problem.hpp"

namespace apps::lu {
namespace {

struct counters {
  skua::sum<std::uint64_t> dgetrf, dgessm, dtstrf, dssssm;
};

/// Issues the jobs of one place.
class issuer {
 public:
  issuer(all_nodes const& all, counters const& count)
      : all_(all), count_(count), node_(*all), tiles_(node_.shape().tiles), last_(size(tiles_) * size(tiles_)) {
    for (auto& writer : last_) writer = skua::make_ready_future().share();
  }

  void issue_all() {
    for (int k = 0; k < tiles_; ++k) {
      issue_top(k);
      for (int m = k + 1; m < tiles_; ++m) issue_pair(k, m);
    }
  }

 private:
  static std::size_t size(int i) noexcept { return static_cast<std::size_t>(i); }
  done& last(int m, int n) { return last_[size(m) * size(tiles_) + size(n)]; }

  // How many of row m's tiles right of column k are here.
  int users(int m, int k) const {
    int found = 0;
    for (int n = k + 1; n < tiles_; ++n) found += node_.mine(m, n) ? 1 : 0;
    return found;
  }
  // The factors of (m, k), `last` being the job that makes them if that is here.
  done factors(int m, int k) {
    if (node_.mine(m, k)) return last(m, k);
    node_.expect_users(m, k, users(m, k));
    return node_.arrival({item::factors, m, k, 0});
  }
  // Tile (k, n) as the elimination with tile row m needs it.
  done upper(int k, int n, int m) {
    return node_.mine(m - 1, n) ? last(k, n) : node_.arrival({item::upper, k, n, m});
  }

  void issue_top(int k) {
    if (node_.mine(k, k)) last(k, k) = skua::async(skua::after(last(k, k)), [all = all_, c = count_, k] { factorise(all, c, k); }).share();
    if (users(k, k) == 0) return;
    done const diagonal = factors(k, k);
    for (int n = k + 1; n < tiles_; ++n) {
      if (!node_.mine(k, n)) continue;
      last(k, n) = skua::async(skua::after(diagonal, last(k, n)), [all = all_, c = count_, k, n] { solve(all, c, k, n); }).share();
    }
  }

  void issue_pair(int k, int m) {
    if (node_.mine(m, k)) {
      last(k, k) = last(m, k) =
          skua::async(skua::after(upper(k, k, m), last(m, k)), [all = all_, c = count_, m, k] { eliminate(all, c, m, k); }).share();
    }
    if (users(m, k) == 0) return;
    done const pair = factors(m, k);
    for (int n = k + 1; n < tiles_; ++n) {
      if (!node_.mine(m, n)) continue;
      last(k, n) = last(m, n) = skua::async(skua::after(pair, upper(k, n, m), last(m, n)), [all = all_, c = count_, m, n, k] {
                                  apply(all, c, m, n, k);
                                }).share();
    }
  }

  static void factorise(all_nodes const& all, counters const& c, int k) {
    node& at = *all;
    double* const tile = at.home(k, k);
    double* const kept = at.factors(k, k);
    int const rows = at.shape().extent(k);
    at.ops().factorise(rows, rows, tile, at.shape().tile, at.layout().pivots(kept));
    std::copy_n(tile, at.shape().square(), kept);
    c.dgetrf += 1;
    at.offer_factors(all, k, k);
    if (k + 1 < at.shape().tiles) at.pass_on(all, k, k, k);
  }
  static void solve(all_nodes const& all, counters const& c, int k, int n) {
    node& at = *all;
    double* const diagonal = at.factors(k, k);
    apply_diagonal(at.ops(), at.shape(), at.shape().extent(k), at.shape().extent(n), diagonal, at.layout().pivots(diagonal),
                   at.home(k, n), at.shape().tile);
    at.used(k, k);
    c.dgessm += 1;
    if (k + 1 < at.shape().tiles) at.pass_on(all, k, n, k);
  }
  static void eliminate(all_nodes const& all, counters const& c, int m, int k) {
    node& at = *all;
    double* const tile = at.home(m, k);
    eliminate_pair(at.ops(), at.shape(), at.shape().extent(k), at.shape().extent(m), at.upper(k, k),
                   {tile, at.layout().inverse(tile), at.layout().pivots(tile)});
    c.dtstrf += 1;
    at.offer_factors(all, m, k);
    at.pass_on(all, k, k, m);
  }
  static void apply(all_nodes const& all, counters const& c, int m, int n, int k) {
    node& at = *all;
    double* const pair = at.factors(m, k);
    apply_pair(at.ops(), at.shape(), at.shape().extent(k), at.shape().extent(m), at.shape().extent(n),
               {pair, at.layout().inverse(pair), at.layout().pivots(pair)}, at.upper(k, n), at.home(m, n), at.shape().tile);
    at.used(m, k);
    c.dssssm += 1;
    at.pass_on(all, k, n, m);
  }

  all_nodes all_;
  counters count_;
  node& node_;
  int tiles_;
  std::vector<done> last_;
};

/// Brings the tiles and what lies beside them together.
void gather(skua::shared_array<double> const& store, place_grid const& grid, block_layout const& layout, tiled_matrix& to) {
  auto const at = [&](int m, int n, std::size_t offset) { return store.part(grid.owner(m, n)) + static_cast<std::ptrdiff_t>(offset); };
  for (int m = 0; m < to.tiles(); ++m) {
    for (int n = 0; n < to.tiles(); ++n) {
      auto const values = at(m, n, layout.tile(m, n));
      (void)skua::copy(values, to.values(m, n), to.shape().square());
      if (m < n) continue;
      auto const beside = (m == n ? at(m, m, layout.diagonal(m)) : values) + static_cast<std::ptrdiff_t>(to.shape().square());
      (void)skua::copy(beside, to.inverse(m, n), m == n ? 0 : to.shape().strip());
      (void)skua::copy(skua::global_cast<std::int32_t>(beside + static_cast<std::ptrdiff_t>(to.shape().strip())), to.pivots(m, n),
                       static_cast<std::size_t>(to.tile()));
    }
  }
}

}  // namespace

distributed_result factorise_distributed(blas const& ops, tiled_matrix& a, std::uint64_t seed) {
  distributed_result made;
  skua::finish([&] {
    place_grid const grid(skua::places());
    block_layout const layout(a.shape(), grid);
    std::size_t const part = layout.blocks() * layout.doubles();
    skua::shared_array<double> const store(part * static_cast<std::size_t>(skua::places()));
    all_nodes const all(plan{a.order(), a.tile(), seed, &ops == lapack_blas()}, store);
    counters const count;
    skua::run_spmd([all] { all->generate(); });

    auto const start = std::chrono::steady_clock::now();
    skua::run_spmd([all, count] { issuer(all, count).issue_all(); });
    made.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    made.jobs = {count.dgetrf.get(), count.dgessm.get(), count.dtstrf.get(), count.dssssm.get()};
    skua::finish([&] { gather(store, grid, layout, a); });
  });
  return made;
}

}  // namespace apps::lu
