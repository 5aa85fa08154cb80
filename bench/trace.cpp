// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// trace and record: the cost of watching a run with one worker. For a trace it is the processor
// time of the whole process, with the thread that writes it. For a record it is the elapsed time,
// because its ticker is a thread beside the worker.
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
#include "support/uts.hpp"

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
  double watched = 0;
  double percent = 0;  // the median of the pairs
};

/// Runs the job in turns without and with `watch(options, file)`, by the clock `seconds_in`; false:
/// a wrong answer.
template <class Clock, class Watch, class Job>
bool measure_pairs(int pairs, Clock&& seconds_in, Watch&& watch, Job&& is_right, pair_of_times& result) {
  scratch_file const file;
  std::vector<double> plain;
  std::vector<double> watched;
  std::vector<double> percent;
  auto const seconds_of = [&](skua::options const& o) {
    bool right = false;
    double const seconds = seconds_in([&] {
      skua::runtime place{o};
      right = place.run([&] { return is_right(); });
    });
    return right ? seconds : -1;
  };
  for (int i = 0; i < pairs; ++i) {
    skua::options o = workers(1);
    plain.push_back(seconds_of(o));
    watch(o, file.name());
    watched.push_back(seconds_of(o));
    if (plain.back() < 0 || watched.back() < 0) return false;
    percent.push_back(100 * (watched.back() / plain.back() - 1));
  }
  result = {quantile(plain, 0.5), quantile(watched, 0.5), quantile(percent, 0.5)};
  return true;
}

void with_trace(skua::options& o, std::string const& file) { o.trace = file; }
void with_record(skua::options& o, std::string const& file) { o.record = file; }

constexpr auto processor_time = [](auto&& f) { return cpu_seconds(f); };
constexpr auto passing_time = [](auto&& f) { return wall_seconds(f); };

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
    if (!measure_pairs(size(5, 1), processor_time, with_trace, [n] { return run_tasks(n, 0); }, t))
      return fail(state, "wrong answer");
    state.SetIterationTime(t.watched);
    state.counters["extra_ns"] = (t.watched - t.plain) * 1e9 / static_cast<double>(n);
    state.counters["off_ns"] = t.plain * 1e9 / static_cast<double>(n);
  }
}

void trace_microseconds(benchmark::State& state) {
  long const n = size(500'000L, 5'000L);
  long const steps = steps_of_a_microsecond();
  for (auto _ : state) {
    pair_of_times t;
    if (!measure_pairs(size(9, 1), processor_time, with_trace, [=] { return run_tasks(n, steps); }, t)) {
      return fail(state, "wrong answer");
    }
    state.SetIterationTime(t.watched);
    state.counters["percent"] = t.percent;
    state.counters["off_ns"] = t.plain * 1e9 / static_cast<double>(n);
  }
}

void record_uts(benchmark::State& state) {
  apps::uts::tree const tree = t1();
  apps::common_options options;
  options.workers = 1;
  options.quiet = true;
  for (auto _ : state) {
    pair_of_times t;
    bool const is_right = measure_pairs(
        size(5, 1), passing_time, with_record, [&] { return apps::uts::walk_parallel(tree, options) == t1_answer; }, t);
    if (!is_right) return fail(state, "wrong answer");
    state.SetIterationTime(t.watched);
    state.counters["percent"] = t.percent;
    state.counters["off_ns"] = t.plain * 1e9 / static_cast<double>(t1_answer.nodes);
  }
}

}  // namespace

void add_trace(suite& registry) {
  registry.add("trace/tasks", trace_tasks, {at_most("extra_ns", 15)});
  registry.add("trace/microseconds", trace_microseconds, {at_most("percent", 2)});
  registry.add("record/uts", record_uts, {at_most("percent", 10)});
}

}  // namespace bench
