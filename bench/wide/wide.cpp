// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// skua-wide: one program, by one runtime, on one number of workers. tools/wide.sh calls it for each
// combination. It needs no package; oneTBB and OpenMP are parts of it where they exist.
//
//     skua-wide                                           a line about this build, and its runtimes
//     skua-wide PROGRAM RUNTIME WORKERS LEAST_MS SHARE_MS
//
// The problem grows until a run takes LEAST_MS, and runs are repeated until SHARE_MS have passed.
// skua-wide prints the first three arguments, the operations of one run, the median, the minimum
// and the maximum of the seconds, the number of runs, and the load by other processes. Exit code:
// success, failure after a wrong answer, usage.
#define SKUA_BENCH_ALONE
#include <skua/skua.hpp>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <string_view>
#include <thread>

#include <skua/algorithm.hpp>
#include <skua/exit_codes.hpp>

#include "support/latency.hpp"
#include "support/programs.hpp"
#include "support/skua.hpp"
#include "support/twins.hpp"
#include "support/uts.hpp"
#if SKUA_BENCH_TBB
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <execution>

#include "support/tbb.hpp"
#endif
#if SKUA_BENCH_OMP
#include <parallel/algorithm>

#include "support/omp.hpp"
#endif

namespace bench {
namespace {

using keys = std::vector<std::uint64_t>;

// The runtimes, as skua_runtime describes them, with a loop and a sort.

struct sequential {
  static auto run(int, auto&& body) { return body(); }
  static void fork(auto&& body) {
    body([](auto&& task) { task(); });
  }
  static void fork_all(auto&& body) { fork(body); }
  static int thread_number() { return 0; }
  static void loop(int, long n, auto const& body) { body(0, n); }
  static void sort(int, keys& k) { std::sort(k.begin(), k.end()); }
};

struct skua_with_loop : skua_runtime {
  static void loop(int, long n, auto const& body) {
    skua::finish([&] { skua::for_async(n, [&](skua::index_range<1> piece) { body(piece.low[0], piece.high[0]); }); });
  }
  static void sort(int, keys& k) { skua::sort(k.begin(), k.end()); }
};

#if SKUA_BENCH_TBB
struct tbb_with_loop : tbb_runtime {
  static void loop(int, long n, auto const& body) {
    tbb::parallel_for(tbb::blocked_range(0L, n), [&](auto const& piece) { body(piece.begin(), piece.end()); });
  }
  static void sort(int, keys& k) { std::sort(std::execution::par, k.begin(), k.end()); }
};
#endif

#if SKUA_BENCH_OMP
struct omp_with_loop : omp_runtime {
  static constexpr bool loops_make_teams = true;
  static void loop(int threads, long n, auto const& body) {
#pragma omp parallel for num_threads(threads)
    for (int part = 0; part < threads; ++part) body(n * part / threads, n * (part + 1) / threads);
  }
  static void sort(int threads, keys& k) {
    __gnu_parallel::sort(k.begin(), k.end(),
                         __gnu_parallel::default_parallel_tag(static_cast<unsigned short>(threads)));
  }
};
#endif

struct plan {
  int workers;
  double least_seconds;
  double share_seconds;
};
struct result {
  double operations = 1;
  std::vector<double> seconds{};
  bool is_right = true;
};

/// `solve(size)` returns the answer, and `expected(size)`, called after it, the right one.
/// `prepare()` comes before the first run.
template <class Runtime, bool has_loop = false>
result measure(
    plan const& p, std::array<int, 2> sizes, auto const& operations, auto const& expected, auto const& solve,
    std::function<void()> const& prepare = [] {}) {
  constexpr std::size_t most_runs = 10;
  auto const take_runs = [&] {
    prepare();
    result r;
    int size = sizes.front();
    double seconds = 0;
    auto const begin = wall_ns();
    auto const has_time = [&] { return 1e-9 * static_cast<double>(wall_ns() - begin) + seconds < p.share_seconds; };
    while (r.is_right && (r.seconds.empty() || (r.seconds.size() < most_runs && has_time()))) {
      decltype(solve(size)) answer{};
      seconds = wall_seconds([&] { answer = solve(size); });
      r.is_right = answer == static_cast<decltype(answer)>(expected(size));
      if (r.seconds.empty() && seconds < p.least_seconds && size < sizes.back()) {
        ++size;
      } else {
        r.seconds.push_back(seconds);
      }
    }
    if (r.seconds.size() > 1) r.seconds.erase(r.seconds.begin());  // it has warmed up
    r.operations = static_cast<double>(operations(size));
    return r;
  };
  if constexpr (has_loop && requires { Runtime::loops_make_teams; }) {
    return take_runs();
  } else {
    return Runtime::run(p.workers, take_runs);
  }
}

/// 2^size calls of a loop over two arrays, each of sixteen million elements in a full run. The
/// runtime also fills the arrays, so that their parts are near the processors that use them.
template <class Runtime>
result measure_loop(plan const& p, bool is_stencil) {
  auto const n = static_cast<long>(4096 + p.least_seconds * (1 << 28));
  auto const x = std::make_unique_for_overwrite<float[]>(static_cast<std::size_t>(n + 2));
  auto const y = std::make_unique_for_overwrite<float[]>(static_cast<std::size_t>(n + 2));
  long calls = 0;
  auto const fill = [&, x = x.get(), y = y.get()] {
    Runtime::loop(p.workers, n + 2, [=](long low, long high) {
      for (long i = low; i < high; ++i) x[i] = static_cast<float>(i % 7), y[i] = 0;
    });
  };
  auto const solve = [&, x = x.get(), y = y.get()](int size) {
    for (long const end = calls + (1L << size); calls < end; ++calls) {
      Runtime::loop(p.workers, n, [=](long low, long high) {
        if (is_stencil) {
          for (long i = low; i < high; ++i) y[i] = 0.25F * x[i] + 0.5F * x[i + 1] + 0.25F * x[i + 2];
        } else {
          for (long i = low; i < high; ++i) y[i] = 0.5F * x[i] + y[i];
        }
      });
    }
    return n;
  };
  auto const right_elements = [&](int) {  // all numbers are exact
    long count = 0;
    for (long i = 0; i < n; ++i)
      count += y[i] == (is_stencil ? (x[i] + 2 * x[i + 1] + x[i + 2]) / 4 : 0.5F * static_cast<float>(calls) * x[i]);
    return count;
  };
  return measure<Runtime, true>(p, {0, 30}, [=](int size) { return n << size; }, right_elements, solve, fill);
}

/// Random numbers, equal for each count of workers: in a full run half a million for each
/// processor, if the memory suffices.
template <class Runtime>
result measure_sort(plan const& p) {
  double const room = static_cast<double>(sysconf(_SC_AVPHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE)) / 64;
  double const count = 1024 + p.least_seconds * (1 << 23) * std::max(1U, std::thread::hardware_concurrency());
  keys input(static_cast<std::size_t>(std::min(room, count)));
  std::generate(input.begin(), input.end(), std::mt19937_64(1));
  keys sorted = input;
  auto const is_right = [&](int) {
    bool const is_sorted = std::is_sorted(sorted.begin(), sorted.end());
    auto const sum = std::reduce(sorted.begin(), sorted.end());
    sorted = input;
    return is_sorted && sum == std::reduce(input.begin(), input.end());
  };
  return measure<Runtime, true>(
      p, {0, 0}, [&](int) { return input.size(); }, is_right,
      [&](int) { return Runtime::sort(p.workers, sorted), true; });
}

/// How long it takes until tasks have started on this many other workers, which sleep.
template <class Runtime>
result measure_wake(int tasks, plan const& p) {
  auto const samples = static_cast<int>(std::clamp(p.share_seconds / 0.004, 5.0, 200.0));
  auto const sleep = [] { usleep(2'000); };
  latencies delays = Runtime::run(p.workers, [=] { return collect_latencies<Runtime>(samples, sleep, tasks); });
  for (double& time : delays.ns) time *= 1e-9;
  return {1, delays.ns, delays.complete};
}

/// 2^size scopes, one after the other, each of 64 tasks of a third of a microsecond.
template <class Runtime>
result measure_scopes(plan const& p) {
  constexpr long tasks = 64, fib_index = 11;
  auto const count = [](int size) { return tasks << size; };
  auto const expected = [&](int size) { return fib_answer(fib_index) * count(size); };
  return measure<Runtime>(p, {0, 30}, count, expected, [](int size) {
    long sum = 0;
    for (long scope = 0; scope < 1L << size; ++scope) {
      std::array<long, tasks> parts{};
      Runtime::fork([&parts](auto&& start) {
        for (long& part : parts) start([&part] { part = fib_sequential(opaque(fib_index)); });
      });
      sum = std::accumulate(parts.begin(), parts.end(), sum);
    }
    return sum;
  });
}

template <class Runtime>
std::optional<result> measure_named(std::string_view name, plan const& p) {
  auto const fib = [](long n) {
    return std::is_same_v<Runtime, sequential> ? fib_sequential(opaque(n)) : fib_fork<Runtime>(opaque(n));
  };
  if (name == "fib") return measure<Runtime>(p, {12, 50}, fib_spawns, fib_answer, fib);
  if (name == "wrong") return measure<Runtime>(p, {12, 50}, fib_spawns, fib_spawns, fib);  // never the right answer
  if (name == "uts") {  // trees like T1 of support/uts.hpp, with depths from 5 on
    constexpr int most_spare_workers = 64;
    static constexpr long nodes[] = {3987,      16'000,     63'914,     257'042,     1'031'269,
                                     4'130'071, 16'526'523, 66'106'929, 264'459'392, 1'057'675'516};
    auto const count = [](int depth) { return nodes[depth - 5]; };
    return measure<Runtime>(p, {5, 14}, count, count, [&](int depth) {
      apps::uts::parameters parameters = t1().tree_parameters();
      parameters.depth = depth;
      return walk_with<Runtime>(apps::uts::tree(parameters), p.workers + most_spare_workers).nodes;
    });
  }
  if (name == "nqueens") {  // boards from 8 rows on
    static constexpr long ways[] = {92, 352, 724, 2680, 14'200, 73'712, 365'596, 2'279'184, 14'772'512};
    static constexpr long tasks[] = {2057,      8394,       35'539,      166'926,      856'189,
                                     4'674'890, 27'358'553, 171'129'072, 1'141'190'303};
    return measure<Runtime>(
        p, {8, 16}, [](int board) { return tasks[board - 8]; }, [](int board) { return ways[board - 8]; },
        [](int board) { return nqueens::run<Runtime>(board); });
  }
  if (name == "saxpy" || name == "stencil") return measure_loop<Runtime>(p, name == "stencil");
  if (name == "sort") return measure_sort<Runtime>(p);
  if (name == "scopes") return measure_scopes<Runtime>(p);
  if (name == "wake_one") return measure_wake<Runtime>(1, p);
  if (name == "wake_all") return measure_wake<Runtime>(p.workers - 1, p);
  return {};
}

std::optional<result> measure_with(std::string_view runtime, std::string_view name, plan const& p) {
  if (runtime == "sequential") return measure_named<sequential>(name, p);
  if (runtime == "skua") return measure_named<skua_with_loop>(name, p);
#if SKUA_BENCH_TBB
  if (runtime == "tbb") return measure_named<tbb_with_loop>(name, p);
#endif
#if SKUA_BENCH_OMP
  if (runtime == "omp") return measure_named<omp_with_loop>(name, p);
#endif
  return {};
}

}  // namespace
}  // namespace bench

int main(int count, char** arguments) {
  if (count == 1) {
    std::printf("%s\nskua%s%s\n", SKUA_WIDE_ABOUT, SKUA_BENCH_TBB ? " tbb" : "", SKUA_BENCH_OMP ? " omp" : "");
    return skua::exit_code::success;
  }
  bench::load_meter const load;
  std::optional<bench::result> outcome;
  if (count == 6 && std::atoi(arguments[3]) > 0)
    outcome =
        bench::measure_with(arguments[2], arguments[1],
                            {std::atoi(arguments[3]), std::atof(arguments[4]) / 1e3, std::atof(arguments[5]) / 1e3});
  if (!outcome) {
    std::fputs("skua-wide: expected PROGRAM RUNTIME WORKERS LEAST_MS SHARE_MS: run tools/wide.sh\n", stderr);
    return skua::exit_code::usage;
  }
  if (!outcome->is_right) return skua::exit_code::failure;
  auto const& seconds = outcome->seconds;
  std::printf("%s %s %s %.0f %.9f %.9f %.9f %zu %.3f\n", arguments[1], arguments[2], arguments[3], outcome->operations,
              bench::median(seconds), bench::quantile(seconds, 0), bench::quantile(seconds, 1), seconds.size(),
              load.other_load());
  return skua::exit_code::success;
}
