// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// block: two tasks of one worker that wake each other in turn; blocked: the memory of a waiting
// task or coroutine.
#include <skua/skua.hpp>

#include <atomic>

#include "support/case.hpp"
#include "support/child.hpp"
#include "support/compare.hpp"
#include "support/memory.hpp"
#include "support/opaque.hpp"
#include "support/rounds.hpp"
#include "support/skua.hpp"

namespace bench {
namespace {

/// Two events each way: a round resets one event while its successor sets the other.
struct table {
  skua::event ping[2];
  skua::event pong[2];
  long rounds = 0;
};

SKUA_BENCH_NOINLINE long ping_pong(long rounds) {
  table t;
  skua::finish([&t, rounds] {
    skua::spawn([&t, rounds] {
      for (long i = 0; i < rounds; ++i) {
        t.ping[i & 1].wait();
        t.ping[i & 1].reset();
        ++t.rounds;
        t.pong[i & 1].set();
      }
    });
    for (long i = 0; i < rounds; ++i) {
      t.ping[i & 1].set();
      t.pong[i & 1].wait();
      t.pong[i & 1].reset();
    }
  });
  return t.rounds;
}

/// Plays the rounds with flags, without waiting.
SKUA_BENCH_NOINLINE long ping_pong_sequential(long rounds) {
  bool ping[2] = {};
  bool pong[2] = {};
  long rounds_done = 0;
  for (long i = 0; i < rounds; ++i) {
    ping[i & 1] = true;
    touch(ping);
    ping[i & 1] = false;
    ++rounds_done;
    pong[i & 1] = true;
    touch(pong);
    pong[i & 1] = false;
    touch(&rounds_done);
  }
  return rounds_done;
}

void resume(benchmark::State& state) {
  long const rounds = size(2'000'000L, 50'000L);
  skua::runtime place{workers(1)};
  compare(
      state, 2.0 * static_cast<double>(rounds), rounds, [=] { return ping_pong_sequential(rounds); },
      [&] { return place.run([=] { return ping_pong(rounds); }); });
}

/// The object on which the waiters wait, and the counts of waiting and of resumed ones.
template <class Gate>
struct waiting_room {
  Gate gate;
  std::atomic<long> waiting{0};
  std::atomic<long> resumed{0};
};

/// Makes `count` waiters with `make(room)`; returns the growth of memory per waiter in KB while all
/// of them wait.
template <class Gate, class Make>
double growth_kb(long count, Make make) {
  skua::runtime place{workers(1)};
  return place.run([=] {
    waiting_room<Gate> room;
    double growth = 0;
    double const kb_before = resident_kb();
    skua::finish([&] {
      for (long i = 0; i < count; ++i) make(room);
      while (room.waiting.load() < count) skua::yield();
      growth = resident_kb() - kb_before;
      room.gate.open();
    });
    require(room.resumed.load() == count, "not every waiter was resumed");
    return growth / static_cast<double>(count);
  });
}

struct event_gate {
  skua::event opened;
  void open() { opened.set(); }
};

double task_kb() {
  return growth_kb<event_gate>(size(20'000L, 2'000L), [](waiting_room<event_gate>& room) {
    skua::spawn([&room] {
      ++room.waiting;
      room.gate.opened.wait();
      ++room.resumed;
    });
  });
}

struct future_gate {
  skua::promise<void> promise;
  skua::shared_future<void> opened = promise.get_future().share();
  void open() { promise.set_value(); }
};

skua::task<void> wait_in(waiting_room<future_gate>* room) {
  ++room->waiting;
  co_await room->gate.opened;
  ++room->resumed;
}

double coroutine_kb() {
  return growth_kb<future_gate>(size(200'000L, 20'000L),
                                [](waiting_room<future_gate>& room) { skua::spawn(wait_in, &room); });
}

void memory(benchmark::State& state) {
  for (auto _ : state) {
    state.SetIterationTime(wall_seconds([&] {
      state.counters["kb_per_task"] = measure_in_child("blocked_tasks");
      state.counters["kb_per_coroutine"] = measure_in_child("blocked_coroutines");
    }));
  }
}

}  // namespace

void add_block(suite& registry) {
  registry.add("block/resume", resume, {at_most("ns_per_op", 30)});
  registry.add("blocked/memory", memory, {at_most("kb_per_task", 8.5), at_most("kb_per_coroutine", 0.4)});
  registry.add_measurement("blocked_tasks", task_kb);
  registry.add_measurement("blocked_coroutines", coroutine_kb);
}

}  // namespace bench
