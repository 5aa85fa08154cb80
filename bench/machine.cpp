// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// machine/sharing: what it costs here that threads share memory, without the library. These are the
// settings with which the simulator models a wide place (docs/reference/simulator.md).
#include <linux/membarrier.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include "support/case.hpp"
#include "support/clock.hpp"
#include "support/opaque.hpp"
#include "support/rounds.hpp"

namespace bench {
namespace {

std::vector<int> usable_processors() {
  cpu_set_t mask;
  std::vector<int> result;
  if (::sched_getaffinity(0, sizeof mask, &mask) != 0) return result;
  for (int i = 0; i < CPU_SETSIZE; ++i)
    if (CPU_ISSET(i, &mask)) result.push_back(i);
  return result;
}

/// Runs `function` in a thread on that processor.
template <class F>
std::jthread on_processor(int processor, F function) {
  return std::jthread([processor, function] {
    cpu_set_t mask;
    CPU_ZERO(&mask);
    CPU_SET(processor, &mask);
    ::sched_setaffinity(0, sizeof mask, &mask);
    function();
  });
}

struct alignas(64) line {
  std::atomic<long> value{0};
};

/// Nanoseconds until a line has moved between two processors. A round trip of a word moves its line
/// four times: each side takes it to write, and fetches it to read.
double line_ns(int first, int second) {
  long const trips = size(20'000, 200);
  line word;
  double seconds = 0;
  {
    auto const a = on_processor(first, [&] {
      while (word.value.load() != -1) {
      }
      seconds = wall_seconds([&] {
        for (long i = 1; i <= trips; ++i) {
          word.value.store(2 * i);
          while (word.value.load() == 2 * i) {
          }
        }
      });
    });
    auto const b = on_processor(second, [&] {
      word.value.store(-1);
      for (long i = 1; i <= trips; ++i) {
        while (word.value.load() != 2 * i) {
        }
        word.value.store(2 * i + 1);
      }
    });
  }
  require(word.value == 2 * trips + 1, "a round trip is missing");
  return seconds * 1e9 / static_cast<double>(4 * trips);
}

/// Nanoseconds of an addition to a counter that all processors add to, by the elapsed time.
double contended_ns(std::vector<int> const& processors) {
  long const additions = size(200'000, 2'000);
  line counter;
  double const seconds = wall_seconds([&] {
    std::vector<std::jthread> threads;
    for (int const processor : processors)
      threads.push_back(on_processor(processor, [&] {
        for (long i = 0; i < additions; ++i) counter.value.fetch_add(1);
      }));
  });
  long const total = additions * static_cast<long>(processors.size());
  require(counter.value == total, "an addition is missing");
  return seconds * 1e9 / static_cast<double>(total);
}

/// A membarrier beside a thread that computes: microseconds of the caller, and of the other thread.
figures membarrier_us(int first, int second) {
  if (::syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) != 0) return {};
  long const steps = size(100'000'000, 1'000'000);
  auto const compute = [steps] {
    return wall_seconds([steps] {
      long sum = 0;
      for (long i = 0; i < steps; ++i) sum += opaque(i);
    });
  };
  std::atomic<bool> has_ended{false};
  double alone = 0, beside = 0, call = 0;
  long calls = 0;
  {
    auto const a = on_processor(first, [&] { alone = compute(); });
  }
  {
    auto const a = on_processor(first, [&] {
      beside = compute();
      has_ended = true;
    });
    auto const b = on_processor(second, [&] {
      call = wall_seconds([&] {
        for (; !has_ended; ++calls) ::syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
      });
    });
  }
  double const n = static_cast<double>(std::max(calls, 1L));
  return {{"membarrier_us", call * 1e6 / n}, {"interrupt_us", std::max(0.0, beside - alone) * 1e6 / n}};
}

figures measure_sharing(std::vector<int> const& processors) {
  std::vector<double> lines;
  for (std::size_t i = 1; i < processors.size(); ++i) lines.push_back(line_ns(processors[0], processors[i]));
  std::sort(lines.begin(), lines.end());
  figures result = membarrier_us(processors[0], processors[1]);
  result["line_ns"] = lines.front();
  result["other_line_ns"] = lines[lines.size() / 2];
  result["far_line_ns"] = lines.back();
  result["contended_ns"] = contended_ns(processors);
  return result;
}

void sharing(benchmark::State& state) {
  std::vector<int> const processors = usable_processors();
  if (skipped_on_one_cpu(state)) return;
  for (auto _ : state) {
    load_meter const load;
    figures f = medians_of_rounds({size(5, 1)}, [&](int) { return measure_sharing(processors); });
    f[time_figure] = f["line_ns"] * 1e-9;
    report(state, f, load);
  }
}

}  // namespace

void add_machine(suite& registry) { registry.add("machine/sharing", sharing, {}, 1); }

}  // namespace bench
