// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// places/steal: from the moment when a place runs out of work and asks another one, until a stolen
// task starts there. The victim's worker calls the library now and then, or only computes.
//
// The thief must ask at a known time. A first task occupies its only worker until the loot can be
// stolen. The victim sent that task in answer to the thief's last request or lifeline, so it sends
// nothing more before the thief asks again.
#include <unistd.h>
#include <skua/skua.hpp>

#include "support/case.hpp"
#include "support/places.hpp"
#include "support/raw_ring.hpp"

namespace bench {
namespace {

constexpr int loot_tasks = 4;
constexpr unsigned settling_us = 300;

struct round {
  std::atomic<int> sitting_round;
  std::atomic<int> released_round;
  std::atomic<int> run_count;
  std::atomic<std::int64_t> ask_time;
  std::atomic<std::int64_t> steal_start;  // when the first one started at the thief
};
using round_board = shared_board<round>;

void sit(int i) {
  auto& b = round_board::get();
  require(skua::here() == 1, "the first task was not taken");
  b.sitting_round.store(i, std::memory_order_release);
  await([&] { return b.released_round.load(std::memory_order_acquire) == i; }, "the thief was not released");
  b.ask_time.store(wall_ns(), std::memory_order_release);
}

void loot() {
  auto& b = round_board::get();
  std::int64_t unset = 0;
  if (skua::here() == 1) b.steal_start.compare_exchange_strong(unset, wall_ns(), std::memory_order_acq_rel);
  b.run_count.fetch_add(1, std::memory_order_acq_rel);
}

/// Runs one round; the victim calls `work` until its loot has started at the thief.
template <class Work>
double latency(int i, Work&& work) {
  auto& b = round_board::get();
  b.run_count.store(0, std::memory_order_relaxed);
  b.steal_start.store(0, std::memory_order_relaxed);
  skua::finish([&] {
    skua::spawn(skua::any, sit, i);
    await([&] { return b.sitting_round.load(std::memory_order_acquire) == i; }, "the first task was not stolen");
    for (int k = 0; k < loot_tasks; ++k) skua::spawn(skua::any, loot);
    usleep(settling_us);  // a place that sends without a request does it now
    b.released_round.store(i, std::memory_order_release);
    await(
        [&] {
          work();
          return b.steal_start.load(std::memory_order_acquire) != 0;
        },
        "nothing was stolen");
  });
  require(b.run_count.load(std::memory_order_acquire) == loot_tasks, "not every task ran once");
  return static_cast<double>(b.steal_start.load(std::memory_order_acquire) -
                             b.ask_time.load(std::memory_order_acquire));
}

template <class Work>
figures steal(Work work) {
  double const spinning = raw_round_trip_ns(raw_wait::spinning);
  double const asleep = raw_round_trip_ns(raw_wait::asleep);
  round_board const shared;
  skua::runtime job{places(2)};
  return job.run([=] {
    require_one_host();
    figures f;
    counts const n{size(500, 20), 5};
    put_latencies(f, "latency", take_samples(n, [=](int i) { return latency(i + n.warm_up + 1, work); }));
    f["raw_us"] = spinning * 1e-3;
    f["raw_asleep_us"] = asleep * 1e-3;
    return f;
  });
}

void compute() { spin_ns(1000); }

}  // namespace

void add_places_steal(suite& registry) {
  add_places_case(registry, "places/steal", [] { return steal(call_library); }, {at_most("latency_us", 2)});
  add_places_case(registry, "places/steal_long", [] { return steal(compute); }, {at_most("latency_us", 200)});
}

}  // namespace bench
