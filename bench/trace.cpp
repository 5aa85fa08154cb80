// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// trace: the cost of tracing a run with one worker, in processor time of the whole process, with
// the thread that writes the trace.
#include <skua/skua.hpp>

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "support/clock.hpp"
#include "support/rounds.hpp"
#include "support/skua.hpp"
#include "support/twins.hpp"

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

/// Runs `n` tasks of that many steps, in turns without and with a trace.
void measure_trace(benchmark::State& state, int pairs, long n, long steps) {
  scratch_file const file;
  auto const seconds_with = [&](std::string const& trace) {
    bool is_right = false;
    skua::options o = workers(1);
    o.trace = trace;
    double const seconds = cpu_seconds([&] {
      skua::runtime place{o};
      is_right = place.run([=] { return run_tasks(n, steps); });
    });
    require(is_right, "wrong answer");
    return seconds;
  };
  for (auto _ : state) {
    figures f = medians_of_rounds({pairs}, [&](int) -> figures {
      double const plain = seconds_with("");
      double const traced = seconds_with(file.name());
      return {{time_figure, traced},
              {"off_ns", plain * 1e9 / static_cast<double>(n)},
              {"percent", 100 * (traced / plain - 1)}};
    });
    f["extra_ns"] = f[time_figure] * 1e9 / static_cast<double>(n) - f["off_ns"];
    report(state, f);
  }
}

void trace_tasks(benchmark::State& state) { measure_trace(state, size(5, 1), size(10'000'000L, 100'000L), 0); }
void trace_microseconds(benchmark::State& state) {
  measure_trace(state, size(9, 1), size(500'000L, 5'000L), steps_of_a_microsecond());
}

}  // namespace

void add_trace(suite& registry) {
  registry.add("trace/tasks", trace_tasks, {at_most("extra_ns", 15)});
  registry.add("trace/microseconds", trace_microseconds, {at_most("percent", 2)});
}

}  // namespace bench
