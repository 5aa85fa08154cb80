// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// loop: for_async beside the compiler's loop with one worker, and beside OpenMP's with two.
#if SKUA_BENCH_OMP

#include <omp.h>

#include <algorithm>
#include <string>
#include <vector>

#include "support/clock.hpp"
#include "support/rounds.hpp"
#include "support/skua.hpp"

namespace bench {
namespace {

struct by_skua {
  template <class Body>
  void operator()(std::int64_t n, Body const& body) const {
    skua::finish([&] { skua::for_async(n, body); });
  }
  template <class Element>
  std::uint64_t sum(std::int64_t n, Element const& element) const {
    skua::sum<std::uint64_t> total;
    skua::finish([&] {
      skua::for_async(n, [&](skua::index_range<1> piece) {
        std::uint64_t part = 0;
        for (std::int64_t i = piece.low[0]; i < piece.high[0]; ++i) part += element(i);
        total += part;
      });
    });
    return total.get();
  }
};

struct by_compiler {
  template <class Body>
  void operator()(std::int64_t n, Body const& body) const {
    for (std::int64_t i = 0; i < n; ++i) body(i);
  }
  template <class Element>
  std::uint64_t sum(std::int64_t n, Element const& element) const {
    std::uint64_t total = 0;
    for (std::int64_t i = 0; i < n; ++i) total += element(i);
    return total;
  }
};

struct by_omp {
  template <class Body>
  void operator()(std::int64_t n, Body const& body) const {
#pragma omp parallel for num_threads(2)
    for (std::int64_t i = 0; i < n; ++i) body(i);
  }
  template <class Element>
  std::uint64_t sum(std::int64_t n, Element const& element) const {
    std::uint64_t total = 0;
#pragma omp parallel for num_threads(2) reduction(+ : total)
    for (std::int64_t i = 0; i < n; ++i) total += element(i);
    return total;
  }
};

struct vectors {
  explicit vectors(std::int64_t n) : x(static_cast<std::size_t>(n)), y(x.size()), m(static_cast<std::uint32_t>(n)) {
    for (std::uint32_t i = 0; i < m; ++i) x[i] = static_cast<float>(i % 7), y[i] = static_cast<float>(i % 5);
  }
  std::vector<float> x, y;
  std::uint32_t m;
};

struct saxpy {
  template <class Loop>
  static std::uint64_t run(vectors& v, Loop const& loop) {
    float const* const x = v.x.data();
    float* const y = v.y.data();
    loop(v.m, [x, y](std::int64_t i) { y[i] = 0.5f * x[i] + y[i]; });
    return 0;
  }
};
struct stencil {
  template <class Loop>
  static std::uint64_t run(vectors& v, Loop const& loop) {
    float const* const x = v.x.data();
    float* const y = v.y.data();
    loop(v.m - 2, [x, y](std::int64_t i) { y[i + 1] = 0.25f * x[i] + 0.5f * x[i + 1] + 0.25f * x[i + 2]; });
    return 0;
  }
};
struct sum {
  template <class Loop>
  static std::uint64_t run(vectors& v, Loop const& loop) {
    float const* const x = v.x.data();
    return loop.sum(v.m, [x](std::int64_t i) { return static_cast<std::uint64_t>(x[i]); });
  }
};

/// Seconds of one call, the mean of some; the first one, which wakes threads, is not measured.
template <class Kernel, class Loop>
double seconds_of(vectors& v, std::uint64_t& answer, Loop const& loop) {
  auto const calls = std::max<std::int64_t>(1, size(2'000'000, 1000) / v.m);
  answer = Kernel::run(v, loop);
  double const seconds = wall_seconds([&] {
    for (std::int64_t i = 0; i < calls; ++i) answer += Kernel::run(v, loop);
  });
  return seconds / static_cast<double>(calls);
}

/// `ratio_1`: the time with one worker over that of the compiler's loop; `ratio_2`: with two, over
/// that of OpenMP with two threads.
template <class Kernel>
void measure(benchmark::State& state, std::int64_t n) {
  if (skipped_on_one_cpu(state)) return;
  vectors const input(n);
  vectors v = input;  // the same memory for both
  for (auto _ : state) {
    for (int const threads : {1, 2}) {
      skua::runtime place{workers(threads)};
      std::string const count = std::to_string(threads);
      report(state, medians_of_rounds({size(9, 1)}, [&](int pair) -> figures {
               double time = 0, peer_time = 0;
               std::vector<float> results[2];
               std::uint64_t answers[2];
               for (int const turn : {pair % 2, 1 - pair % 2}) {  // each goes first in half of the pairs
                 std::copy(input.y.begin(), input.y.end(), v.y.begin());
                 auto& answer = answers[turn];
                 if (turn == 0) {
                   time = place.run([&] { return seconds_of<Kernel>(v, answer, by_skua{}); });
                 } else if (threads == 1) {
                   peer_time = seconds_of<Kernel>(v, answer, by_compiler{});
                 } else {
                   peer_time = seconds_of<Kernel>(v, answer, by_omp{});
                   wait_until_idle();
                 }
                 results[turn] = v.y;
               }
               require(answers[0] == answers[1] && results[0] == results[1], "wrong answer");
               return {{time_figure, time},
                       {"us_" + count, time * 1e6},
                       {"ratio_" + count, time / peer_time},
                       {"extra_us_" + count, (time - peer_time) * 1e6}};
             }));
    }
  }
}

template <class Kernel>
void add_sizes(suite& registry, std::string const& name) {
  for (std::int64_t const n : {1'000, 10'000, 100'000, 1'000'000, 10'000'000}) {
    std::vector<target> const targets = n == 1000 ? std::vector{at_most("extra_us_1", 0.3)}
                                                  : std::vector{at_most("ratio_1", 1.02), at_most("ratio_2", 1.02)};
    registry.add(
        "loop/" + name + "/" + std::to_string(n), [n](benchmark::State& state) { measure<Kernel>(state, n); }, targets,
        1);
  }
}

}  // namespace

void add_omp_loops(suite& registry) {
  add_sizes<sum>(registry, "sum");
  add_sizes<saxpy>(registry, "saxpy");
  add_sizes<stencil>(registry, "stencil");
}

}  // namespace bench

#endif
