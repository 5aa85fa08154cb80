// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// places/steal: from the moment a place has nothing left to do, and asks another one, until a
// stolen task starts there; while the victim's worker calls the library now and then, and while it
// only computes.
//
// The thief must ask at a known time. A first task sits on its only worker until the loot is there
// to be taken; it left the victim in answer to the thief's last request or lifeline, so nothing is
// sent to the thief that it does not ask for now.
#include <unistd.h>
#include <skua/skua.hpp>

#include "support/case.hpp"
#include "support/fib_finish.hpp"
#include "support/places.hpp"
#include "support/raw_ring.hpp"

namespace bench {
namespace {

constexpr int loot_tasks = 4;
constexpr unsigned settling_us = 300;

struct round {
  std::atomic<int> sitting;
  std::atomic<int> go;
  std::atomic<int> ran;
  std::atomic<std::int64_t> asked;
  std::atomic<std::int64_t> started;  // the first one elsewhere
};
using board = shared_board<round>;

void sit(int i) {
  auto& b = board::get();
  require(skua::here() == 1, "the first task was not taken");
  b.sitting.store(i, std::memory_order_release);
  await([&] { return b.go.load(std::memory_order_acquire) == i; }, "the thief was not released");
  b.asked.store(wall_ns(), std::memory_order_release);
}

void loot() {
  auto& b = board::get();
  std::int64_t none = 0;
  if (skua::here() == 1) b.started.compare_exchange_strong(none, wall_ns(), std::memory_order_acq_rel);
  b.ran.fetch_add(1, std::memory_order_acq_rel);
}

/// One round; `work` is what the victim does until its loot has started elsewhere.
template <class Work>
double latency(int i, Work&& work) {
  auto& b = board::get();
  b.ran.store(0, std::memory_order_relaxed);
  b.started.store(0, std::memory_order_relaxed);
  skua::finish([&] {
    skua::spawn(skua::any, sit, i);
    await([&] { return b.sitting.load(std::memory_order_acquire) == i; }, "nobody took the first task");
    for (int k = 0; k < loot_tasks; ++k) skua::spawn(skua::any, loot);
    usleep(settling_us);  // whoever sends without being asked does it now
    b.go.store(i, std::memory_order_release);
    await(
        [&] {
          work();
          return b.started.load(std::memory_order_acquire) != 0;
        },
        "nothing was stolen");
  });
  require(b.ran.load(std::memory_order_acquire) == loot_tasks, "not every task ran once");
  return static_cast<double>(b.started.load(std::memory_order_acquire) - b.asked.load(std::memory_order_acquire));
}

template <class Work>
figures steal(Work work) {
  double const spinning = raw_round_trip_ns(raw_wait::spinning);
  double const asleep = raw_round_trip_ns(raw_wait::asleep);
  board const shared;
  skua::runtime job{places(2)};
  return job.run([=] {
    require_one_host();
    figures f;
    std::vector<double> ns;
    int const warm_up = 5;
    int const samples = size(500, 20);
    for (int i = 1; i <= warm_up + samples; ++i) {
      double const took = latency(i, work);
      if (i > warm_up) ns.push_back(took);
    }
    put_latencies(f, "latency", ns);
    f["raw_us"] = spinning * 1e-3;
    f["raw_asleep_us"] = asleep * 1e-3;
    return f;
  });
}

void call_library() { require(fib_finish(opaque(10L)) == fib_answer(10), "the victim computes wrongly"); }
void compute() { spin_ns(1000); }

}  // namespace

void add_places_steal(suite& all) {
  add_places_case(all, "places/steal", [] { return steal(call_library); }, {at_most("latency_us", 2)});
  add_places_case(all, "places/steal_long", [] { return steal(compute); }, {at_most("latency_us", 200)});
}

}  // namespace bench
