// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// algorithms: each parallel algorithm of Skua beside the sequential one of the standard library,
// std::execution::par and GNU parallel mode, with two workers. All are measured in turn, so that a
// busy machine disturbs them alike; a figure is the median of the rounds.
#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <skua/algorithm.hpp>
#include <skua/skua.hpp>

#include "support/algorithms.hpp"
#include "support/clock.hpp"
#include "support/rounds.hpp"
#include "support/skua.hpp"

namespace bench {

#define SKUA_BENCH_CALL(function, ...) std::function(__VA_ARGS__)
void call_sequential(algorithm_name name, algorithm_data& d) { SKUA_BENCH_CALLS(SKUA_BENCH_CALL) }
#undef SKUA_BENCH_CALL

#define SKUA_BENCH_CALL(function, ...) skua::function(__VA_ARGS__)
void call_skua(algorithm_name name, algorithm_data& d) { SKUA_BENCH_CALLS(SKUA_BENCH_CALL) }
#undef SKUA_BENCH_CALL

namespace {

struct algorithm_case {
  algorithm_name name;
  char const* text;
  bool changes_input;
  bool has_gnu_form;
};
#define SKUA_BENCH_ROW(name, changes_input, has_gnu_form, call) \
  {algorithm_name::name, #name, changes_input, has_gnu_form},
constexpr algorithm_case algorithm_cases[] = {SKUA_BENCH_ALGORITHMS(SKUA_BENCH_ROW, )};
#undef SKUA_BENCH_ROW

algorithm_data make_data(algorithm_name name, std::size_t n) {
  algorithm_data d;
  std::mt19937_64 random(n);
  d.keys.resize(n);
  for (std::uint64_t& k : d.keys) k = random();
  if (name == algorithm_name::merge) {
    std::sort(d.keys.begin(), d.keys.begin() + d.half());
    std::sort(d.keys.begin() + d.half(), d.keys.end());
  }
  if (name == algorithm_name::unique) {
    for (std::size_t i = 0; i + 1 < n; ++i) d.keys[i + 1] = random() % 2 != 0 ? d.keys[i] : d.keys[i] + 1;
  }
  d.out_keys.resize(n);
  d.numbers.resize(n);
  for (double& x : d.numbers) x = static_cast<double>(random() >> 40) * 0x1p-24;
  // of equal elements GNU parallel mode may find a later one
  if (name == algorithm_name::min_element) d.numbers[n - n / 3] = -1;
  d.sums.resize(n);
  return d;
}

bool is_near(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)); }

/// Whether a call has given the answer of the sequential one.
bool agrees(algorithm_name name, algorithm_data const& d, algorithm_data const& expected) {
  switch (name) {
    case algorithm_name::reduce:
    case algorithm_name::transform_reduce:
      return is_near(d.result, expected.result);
    case algorithm_name::inclusive_scan:
    case algorithm_name::exclusive_scan:
      return std::equal(d.sums.begin(), d.sums.end(), expected.sums.begin(), is_near);
    case algorithm_name::nth_element: {
      auto const nth = d.keys[static_cast<std::size_t>(d.half())];
      return nth == expected.keys[static_cast<std::size_t>(d.half())] &&
             std::all_of(d.keys.begin(), d.keys.begin() + d.half(), [=](std::uint64_t k) { return k <= nth; });
    }
    case algorithm_name::partition:
      return d.result == expected.result && std::is_partitioned(d.keys.begin(), d.keys.end(), even_key()) &&
             std::reduce(d.keys.begin(), d.keys.end()) == std::reduce(expected.keys.begin(), expected.keys.end());
    case algorithm_name::unique: {
      auto const kept_count = static_cast<std::ptrdiff_t>(expected.result);
      return d.result == expected.result &&
             std::equal(d.keys.begin(), d.keys.begin() + kept_count, expected.keys.begin());
    }
    default:
      return d.keys == expected.keys && d.out_keys == expected.out_keys && d.numbers == expected.numbers &&
             d.sums == expected.sums && d.result == expected.result;
  }
}

struct algorithm_peer {
  char const* text;
  algorithm_call call;
};

/// Seconds of one call, the mean of some; negative after a wrong answer. The first call is not
/// timed: it wakes the threads of the peer.
double seconds_of(algorithm_case const& c, algorithm_call call, algorithm_data const& input, algorithm_data& d,
                  algorithm_data const& expected) {
  std::size_t const calls = std::clamp<std::size_t>(300'000 / (input.keys.size() + 1), 1, 300);
  double seconds = 0;
  d = input;
  call(c.name, d);
  if (!agrees(c.name, d, expected)) return -1;
  if (c.changes_input) {
    for (std::size_t i = 0; i < calls; ++i) {
      d.keys = input.keys;
      d.numbers = input.numbers;
      // another order for each call: the processor would learn the comparisons of a small input
      if (c.name != algorithm_name::unique && c.name != algorithm_name::for_each)
        std::rotate(d.keys.begin(), d.keys.begin() + static_cast<std::ptrdiff_t>(i * 97 % d.keys.size()), d.keys.end());
      seconds += wall_seconds([&] { call(c.name, d); });
    }
  } else {
    seconds = wall_seconds([&] {
      for (std::size_t i = 0; i < calls; ++i) call(c.name, d);
    });
  }
  return agrees(c.name, d, expected) ? seconds / static_cast<double>(calls) : -1;
}

void measure_algorithm(benchmark::State& state, algorithm_case const& c, std::size_t n) {
  if (skipped_on_one_cpu(state)) return;
  std::vector<algorithm_peer> peers{{"sequential", call_sequential}, {"skua", call_skua}};
#if SKUA_BENCH_TBB
  peers.push_back({"par", call_tbb});
#endif
#if SKUA_BENCH_OMP
  if (c.has_gnu_form) peers.push_back({"gnu", call_gnu});
#endif
  algorithm_data const input = make_data(c.name, n);
  algorithm_data expected = input;
  call_sequential(c.name, expected);
  for (auto _ : state) {
    skua::runtime place{workers(2)};
    algorithm_data d = input;
    figures f = medians_of_rounds({size(n >= 10'000'000 ? 4 : 14, 1), 1}, [&](int) {
      figures times;
      for (algorithm_peer const& peer : peers) {
        double t = 0;
        wait_until_idle();
        auto const measured = [&] { t = seconds_of(c, peer.call, input, d, expected); };
        if (peer.call == call_skua) {
          place.run(measured);
        } else {
          measured();
        }
        require(t >= 0, (std::string(c.text) + ": " + peer.text + " gave a wrong answer").c_str());
        times[std::string(peer.text) + "_us"] = t * 1e6;
      }
      return times;
    });
    double best = f["sequential_us"];
    for (auto const& [name, us] : f)
      if (name != "skua_us") best = std::min(best, us);
    f[time_figure] = f["skua_us"] * 1e-6;
    f["to_sequential"] = f["skua_us"] / f["sequential_us"];
    f["to_best"] = f["skua_us"] / best;
    report(state, f);
  }
}

}  // namespace

// env SKUA_BENCH_LARGE: 1: skua-bench has the cases algorithms/… with 10^8 elements as well
void add_algorithms(suite& registry) {
  std::vector<std::size_t> sizes{1'000, 10'000, 100'000, 1'000'000, 10'000'000};
  if (quick()) sizes = {1'000, 100'000};
  char const* const large = std::getenv("SKUA_BENCH_LARGE");
  if (large != nullptr && std::string(large) == "1") sizes.push_back(100'000'000);
  for (algorithm_case const& c : algorithm_cases) {
    for (std::size_t const n : sizes) {
      registry.add(
          std::string("algorithms/") + c.text + "/" + std::to_string(n),
          [&c, n](benchmark::State& state) { measure_algorithm(state, c, n); }, {at_most("to_best", 1.05)}, 1);
    }
  }
}

}  // namespace bench
