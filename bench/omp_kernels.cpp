// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernels: graph kernels with loops of Skua and of OpenMP, in turn.
#if SKUA_BENCH_OMP

#include <omp.h>

#include <string>

#include "support/clock.hpp"
#include "support/kernels.hpp"
#include "support/rounds.hpp"
#include "support/skua.hpp"

namespace bench {
namespace {

struct skua_loop {
  template <class Body>
  void operator()(std::int64_t n, Body const& body) const {
    skua::finish(
        [&] { skua::for_async(n, [&body](skua::index_range<1> piece) { body(piece.low[0], piece.high[0]); }); });
  }
};

struct omp_loop {
  static constexpr std::int64_t block = 1024;
  int threads;

  template <class Body>
  void operator()(std::int64_t n, Body const& body) const {
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
    for (std::int64_t low = 0; low < n; low += block) body(low, std::min(low + block, n));
  }
};

struct sequential_loop {
  template <class Body>
  void operator()(std::int64_t n, Body const& body) const {
    if (n > 0) body(0, n);
  }
};

network const& sample() {
  static network const graph(apps::bc::graph::rmat(size(18, 10), 2));
  return graph;
}

// The kernels: each returns what all loops must agree on.
struct pages {
  template <class Loop>
  auto operator()(Loop const& loop) const {
    return rank_pages(sample(), loop, size(10, 2));
  }
};
struct components {
  template <class Loop>
  auto operator()(Loop const& loop) const {
    return find_components(sample(), loop);
  }
};
struct distances {
  template <class Loop>
  auto operator()(Loop const& loop) const {
    breadth_first<Loop> search(sample(), loop);
    std::int64_t sum = 0;
    for (vertex source = 0; source < size(8, 2); ++source)
      for (std::int32_t const distance : search.run(source)) sum += distance;
    return sum;
  }
};

/// `ratio_1`, `ratio_2`: the time with that many workers over that with as many OpenMP threads.
template <class Kernel>
void run_case(benchmark::State& state) {
  if (skipped_on_one_cpu(state)) return;
  Kernel const kernel;
  auto const expected = kernel(sequential_loop{});
  for (auto _ : state) {
    load_meter const meter;
    for (int const threads : {1, 2}) {
      skua::runtime place{workers(threads)};
      figures const medians = medians_of_rounds({size(9, 1)}, [&](int) -> figures {
        bool is_right = true;
        double const tasks =
            place.run([&] { return wall_seconds([&] { is_right = kernel(skua_loop{}) == expected; }); });
        double const omp = wall_seconds([&] { is_right = kernel(omp_loop{threads}) == expected && is_right; });
        require(is_right, "wrong answer");
        wait_until_idle();
        return {{time_figure, tasks}, {"ratio_" + std::to_string(threads), tasks / omp}};
      });
      report(state, medians, meter);
    }
  }
}

}  // namespace

void add_omp_kernels(suite& registry) {
  std::vector<target> const targets{at_most("ratio_1", 1.03), at_most("ratio_2", 1.03)};
  registry.add("kernels/pagerank", run_case<pages>, targets, 1);
  registry.add("kernels/components", run_case<components>, targets, 1);
  registry.add("kernels/bfs", run_case<distances>, targets, 1);
}

}  // namespace bench

#endif
