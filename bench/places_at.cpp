// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// places/at, places/urgent: round trips by the library to places that poll, sleep, run a chain of
// tasks, or compute for long.
#include <unistd.h>
#include <skua/skua.hpp>

#include "support/case.hpp"
#include "support/places.hpp"
#include "support/raw_ring.hpp"

namespace bench {
namespace {

constexpr unsigned pause_us = 500;  // long enough to fall asleep

int echo(int x) { return 3 * x + 1; }

/// Round trips by `call(i)`, which must return echo(i), with a pause before each.
template <class Call>
std::vector<double> round_trips(int samples, unsigned pause, Call&& call) {
  return take_samples({samples, pause != 0 ? 10 : 200}, [&](int i) {
    if (pause != 0) usleep(pause);
    int answer = 0;
    double const ns = nanoseconds_of([&] { answer = call(i); });
    require(answer == echo(i), "at gave a wrong answer");
    return ns;
  });
}

int call_at(int i) { return skua::at(1, echo, i); }

/// `times`: the number of raw round trips that the target allows.
figures idle_place(char const* transport, raw_wait wait_mode, double times) {
  bool const is_asleep = wait_mode == raw_wait::asleep;
  // Ranks would all measure the machine at the same time; they are compared with a ping-pong of
  // their MPI.
  raw_side const side = std::string_view(transport) == "inproc" ? raw_side::thread : raw_side::process;
  double const raw = started_as_ranks() ? 0 : raw_round_trip_ns(wait_mode, side);
  skua::runtime job{places(2, transport)};
  return job.run([=] {
    figures f;
    put_latencies(f, "round_trip",
                  round_trips(is_asleep ? size(400, 20) : size(20'000, 200), is_asleep ? pause_us : 0, call_at));
    if (raw == 0) return f;
    f["raw_us"] = raw * 1e-3;
    f["beyond_us"] = f["round_trip_us"] - times * raw * 1e-3;
    return f;
  });
}

/// A link of a chain of tasks; each task calls the library some hundred times.
void link(place_flags stop) {
  call_library();
  stop->count.fetch_add(1, std::memory_order_relaxed);
  if (!stop->raised.load(std::memory_order_acquire)) skua::spawn(link, stop);
}
/// One endless task that calls the library.
void endless_calls(place_flags stop) {
  while (!stop->raised.load(std::memory_order_acquire)) {
    call_library();
    stop->count.fetch_add(1, std::memory_order_relaxed);
  }
}
/// One endless task that never calls the library.
void endless_computation(place_flags stop) {
  while (!stop->raised.load(std::memory_order_acquire)) {
    spin_ns(1000);
    stop->count.fetch_add(1, std::memory_order_relaxed);
  }
}

template <class Call>
figures busy_place(void (*busy_task)(place_flags), int samples, Call call) {
  double const raw = raw_round_trip_ns(raw_wait::asleep);
  skua::runtime job{places(2)};
  return job.run([=] {
    figures f;
    place_flags const stop(0);
    raise_at(1, place_flags(0));  // makes place 1 start a standby worker
    skua::at(1, [stop] { stop->raised.store(false, std::memory_order_release); });
    skua::finish([&] {
      skua::spawn(skua::on(1), busy_task, stop);
      try {
        put_latencies(f, "round_trip", round_trips(samples, pause_us, call));
      } catch (...) {
        raise_at(1, stop);
        throw;
      }
      raise_at(1, stop);
    });
    require(count_at(1, stop) > 0, "the busy place has done nothing");
    f["raw_us"] = raw * 1e-3;
    return f;
  });
}

int call_urgent(int i) { return skua::async(skua::urgent, skua::on(1), echo, i).get(); }

}  // namespace

void add_places_at(suite& registry) {
  add_places_case(registry, "places/at", [] { return idle_place("shm", raw_wait::spinning, 2); },
                  {at_most("beyond_us", 0.5)});
  add_places_case(registry, "places/at_inproc", [] { return idle_place("inproc", raw_wait::spinning, 2); },
                  {at_most("beyond_us", 0.5)});
  add_places_case(registry, "places/at_asleep", [] { return idle_place("shm", raw_wait::asleep, 1); },
                  {at_most("beyond_us", 2)});
  add_places_case(registry, "places/at_chain", [] { return busy_place(link, size(400, 20), call_at); });
  add_places_case(registry, "places/urgent_calls",
                  [] { return busy_place(endless_calls, size(400, 20), call_urgent); });
  add_places_case(registry, "places/urgent_long",
                  [] { return busy_place(endless_computation, size(400, 20), call_urgent); },
                  {at_most("round_trip_us", 200)});
}

}  // namespace bench
