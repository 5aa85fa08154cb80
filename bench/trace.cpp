// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// trace: the cost of tracing a run with one worker, in processor time of the whole process, with
// the thread that writes the trace.
#include <skua/skua.hpp>

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "support/case.hpp"
#include "support/clock.hpp"
#include "support/fanout.hpp"
#include "support/latency.hpp"
#include "support/skua.hpp"

namespace bench {
namespace {

/// A file that goes away with it.
class scratch_file {
 public:
  scratch_file() {
    char const* const folder = std::getenv("TMPDIR");
    name_ = std::string(folder != nullptr ? folder : "/tmp") + "/skua_bench_" + std::to_string(::getpid());
  }
  ~scratch_file() { std::remove(name_.c_str()); }
  scratch_file(scratch_file const&) = delete;
  scratch_file& operator=(scratch_file const&) = delete;
  [[nodiscard]] std::string const& name() const { return name_; }

 private:
  std::string name_;
};

struct pair_of_times {
  double plain = 0;  // seconds, medians
  double traced = 0;
  double percent = 0;  // the median of the pairs
};

/// Runs the job in turns without and with a trace. Returns false if an answer is wrong.
template <class Job>
bool measure_pairs(int pairs, Job&& is_right, pair_of_times& result) {
  scratch_file const file;
  std::vector<double> plain;
  std::vector<double> traced;
  std::vector<double> percent;
  auto const seconds_of = [&](skua::options const& o) {
    bool right = false;
    double const seconds = cpu_seconds([&] {
      skua::runtime place{o};
      right = place.run([&] { return is_right(); });
    });
    return right ? seconds : -1;
  };
  for (int i = 0; i < pairs; ++i) {
    skua::options o = workers(1);
    plain.push_back(seconds_of(o));
    o.trace = file.name();
    traced.push_back(seconds_of(o));
    if (plain.back() < 0 || traced.back() < 0) return false;
    percent.push_back(100 * (traced.back() / plain.back() - 1));
  }
  result = {quantile(plain, 0.5), quantile(traced, 0.5), quantile(percent, 0.5)};
  return true;
}

SKUA_BENCH_NOINLINE bool run_tasks(long n, long steps) {
  fanout_counter counter;
  skua::finish([&counter, n, steps] {
    for (long i = 0; i < n; ++i) {
      skua::spawn([&counter, steps] {
        for (long k = opaque(steps); k > 0; --k) asm volatile("" ::: "memory");
        counter.count();
      });
    }
  });
  return counter.value == n;
}

/// The steps of a task of about a microsecond.
long steps_of_a_microsecond() {
  long const probe = 1'000'000;
  double const seconds = cpu_seconds([] {
    for (long k = opaque(probe); k > 0; --k) asm volatile("" ::: "memory");
  });
  return static_cast<long>(probe * 1e-6 / seconds) + 1;
}

void trace_tasks(benchmark::State& state) {
  long const n = size(10'000'000L, 100'000L);
  for (auto _ : state) {
    pair_of_times t;
    if (!measure_pairs(size(5, 1), [n] { return run_tasks(n, 0); }, t)) return fail(state, "wrong answer");
    state.SetIterationTime(t.traced);
    state.counters["extra_ns"] = (t.traced - t.plain) * 1e9 / static_cast<double>(n);
    state.counters["off_ns"] = t.plain * 1e9 / static_cast<double>(n);
  }
}

void trace_microseconds(benchmark::State& state) {
  long const n = size(500'000L, 5'000L);
  long const steps = steps_of_a_microsecond();
  for (auto _ : state) {
    pair_of_times t;
    if (!measure_pairs(size(9, 1), [=] { return run_tasks(n, steps); }, t)) return fail(state, "wrong answer");
    state.SetIterationTime(t.traced);
    state.counters["percent"] = t.percent;
    state.counters["off_ns"] = t.plain * 1e9 / static_cast<double>(n);
  }
}

}  // namespace

void add_trace(suite& registry) {
  registry.add("trace/tasks", trace_tasks, {at_most("extra_ns", 15)});
  registry.add("trace/microseconds", trace_microseconds, {at_most("percent", 2)});
}

}  // namespace bench
