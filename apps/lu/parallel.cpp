// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Tiled LU as a graph of jobs (Chasapis, Unified futures, 2013, figures 4.4, 4.5 and 4.8). The loops only issue: each job
// starts when the futures of the last writers of its tiles are ready, so no step waits for a whole row or column. Beyond the
// thesis, where the master ran dgetrf and dtstrf itself, these are jobs too.

#include <cstddef>
#include <skua/skua.hpp>
#include <vector>

#include "kernels.hpp"
#include "problem.hpp"

namespace apps::lu {
namespace {

using done = skua::shared_future<void>;

// For each tile the job that writes it last, of those issued so far.
class last_writers {
 public:
  explicit last_writers(int tiles)
      : tiles_(static_cast<std::size_t>(tiles)), writers_(tiles_ * tiles_, skua::make_ready_future().share()) {}

  done& of(int m, int n) { return writers_[static_cast<std::size_t>(m) * tiles_ + static_cast<std::size_t>(n)]; }

 private:
  std::size_t tiles_;
  std::vector<done> writers_;
};

// What all jobs share; it outlives them on the stack of the factorisation.
struct context {
  blas const& ops;
  tiled_matrix& a;
  skua::sum<std::uint64_t> dgetrf, dgessm, dtstrf, dssssm;
};

void issue_step(context& all, last_writers& tile, int k) {
  int const tiles = all.a.tiles();
  tile.of(k, k) = skua::async(skua::after(tile.of(k, k)), [&all, k] {
                    dgetrf(all.ops, all.a, k);
                    all.dgetrf += 1;
                  }).share();
  for (int n = k + 1; n < tiles; ++n) {
    tile.of(k, n) = skua::async(skua::after(tile.of(k, k), tile.of(k, n)), [&all, k, n] {
                      dgessm(all.ops, all.a, k, n);
                      all.dgessm += 1;
                    }).share();
  }
  for (int m = k + 1; m < tiles; ++m) {
    tile.of(k, k) = tile.of(m, k) = skua::async(skua::after(tile.of(k, k), tile.of(m, k)), [&all, m, k] {
                                      dtstrf(all.ops, all.a, m, k);
                                      all.dtstrf += 1;
                                    }).share();
    for (int n = k + 1; n < tiles; ++n) {
      tile.of(k, n) = tile.of(m, n) =
          skua::async(skua::after(tile.of(m, k), tile.of(k, n), tile.of(m, n)), [&all, m, n, k] {
            dssssm(all.ops, all.a, m, n, k);
            all.dssssm += 1;
          }).share();
    }
  }
}

}  // namespace

job_counts factorise_parallel(blas const& ops, tiled_matrix& a) {
  context all{ops, a, {}, {}, {}, {}};
  skua::finish([&] {
    last_writers tile(a.tiles());
    for (int k = 0; k < a.tiles(); ++k) issue_step(all, tile, k);
    tile.of(a.tiles() - 1, a.tiles() - 1).get();  // every job leads to the last one, and so does every failure
  });
  return {all.dgetrf.get(), all.dgessm.get(), all.dtstrf.get(), all.dssssm.get()};
}

}  // namespace apps::lu
