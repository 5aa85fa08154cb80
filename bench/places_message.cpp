// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// places/message, places/flood: tasks for another place without an answer: the time until they
// start there, and the cost of one of many.
#include <skua/skua.hpp>

#include "support/case.hpp"
#include "support/places.hpp"
#include "support/raw_ring.hpp"
#include "support/raw_stream.hpp"

namespace bench {
namespace {

struct stamp {
  std::atomic<std::int64_t> start_time;
};
using stamp_board = shared_board<stamp>;

void stamp_start() { stamp_board::get().start_time.store(wall_ns(), std::memory_order_release); }

/// Nanoseconds from the call until the task starts at the other place. The caller keeps its worker
/// and waits outside of the library.
template <class Send>
std::vector<double> one_way(Send&& send) {
  return take_samples({size(20'000, 200), 200}, [&](int) {
    auto& start = stamp_board::get().start_time;
    start.store(0, std::memory_order_relaxed);
    auto const begin = wall_ns();
    send();
    await([&] { return start.load(std::memory_order_acquire) != 0; }, "a message has not arrived");
    return static_cast<double>(start.load(std::memory_order_relaxed) - begin);
  });
}

/// Half of the raw round trip, and the additional time of the library.
void put_one_way(figures& f, char const* name, std::vector<double> const& ns, double raw) {
  put_latencies(f, name, ns);
  f[std::string(name) + "_beyond_ns"] = median(ns) - raw;
}

figures message() {
  double const raw = raw_round_trip_ns(raw_wait::spinning) / 2;
  stamp_board const shared;
  skua::runtime job{places(2)};
  return job.run([=] {
    require_one_host();
    figures f;
    skua::finish([&] { put_one_way(f, "spawn", one_way([] { skua::spawn(skua::on(1), stamp_start); }), raw); });
    put_one_way(f, "post", one_way([] { skua::post(skua::on(1), stamp_start); }), raw);
    f["raw_us"] = raw * 1e-3;
    return f;
  });
}

void count_one(place_flags flags) {
  auto& n = flags->count;  // one worker: no other task of this place counts at the same time
  n.store(n.load(std::memory_order_relaxed) + 1, std::memory_order_release);
}

figures flood() {
  long const messages = size(1'000'000L, 20'000L);
  double const raw = raw_stream_ns(static_cast<std::uint64_t>(messages));
  skua::runtime job{places(2)};
  return job.run([=] {
    place_flags const received(0);
    auto const per_message = [&](auto&& send_all) {
      return wall_seconds(send_all) * 1e9 / static_cast<double>(messages);
    };
    auto const spawn_ns = [&] {
      return per_message([&] {
        skua::finish([&] {
          for (long i = 0; i < messages; ++i) skua::spawn(skua::on(1), count_one, received);
        });
      });
    };
    figures f;
    (void)count_at(1, received);  // creates the flags at place 1
    f["spawn_ns"] = spawn_ns();
    require(count_at(1, received) == messages, "spawned tasks are missing");
    f["post_ns"] = per_message([&] {
      for (long i = 0; i < messages; ++i) skua::post(skua::on(1), count_one, received);
      while (count_at(1, received) < 2 * messages) {
      }
    });
    require(count_at(1, received) == 2 * messages, "posted tasks are missing");
    f["raw_ns"] = raw;
    f["spawn_beyond_ns"] = f["spawn_ns"] - raw;
    f["per_second"] = 1e9 / f["spawn_ns"];
    f[time_figure] = f["spawn_ns"] * 1e-9 * static_cast<double>(messages);
    return f;
  });
}

}  // namespace

void add_places_message(suite& registry) {
  add_places_case(registry, "places/message", message,
                  {at_most("spawn_beyond_ns", 150), at_most("post_beyond_ns", 150)});
  add_places_case(registry, "places/flood", flood, {at_most("spawn_beyond_ns", 150)});
}

}  // namespace bench
