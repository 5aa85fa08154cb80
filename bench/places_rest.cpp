// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// places/rest, places/proxies: memory and processor time of idle places; memory and time of scopes
// that are open at another place.
#include <skua/skua.hpp>

#include <algorithm>
#include <chrono>

#include "support/case.hpp"
#include "support/memory.hpp"
#include "support/places.hpp"

namespace bench {
namespace {

constexpr int rest_places = 4;

/// CPU time of an idle place, and the wall time of that rest.
struct rest_times {
  double cpu = 0;
  double wall = 0;
};
rest_times rest_here(std::int64_t ms) {
  rest_times r;
  r.wall = wall_seconds([&] { r.cpu = cpu_seconds([ms] { skua::sleep_for(std::chrono::milliseconds(ms)); }); });
  return r;
}

figures rest() {
  double const kb_before = resident_kb();
  skua::runtime job{places(rest_places)};
  return job.run([=] {
    int const visits = size(2'000, 50);
    place_flags const visited(0);
    for (int i = 0; i < visits; ++i) visit_all(visited);
    skua::sleep_for(std::chrono::milliseconds(100));
    figures f;
    auto const ms = size<std::int64_t>(1000, 100);
    std::vector<skua::future<rest_times>> rest_futures;
    for (int p = 0; p < rest_places; ++p) rest_futures.push_back(skua::async(skua::on(p), rest_here, ms));
    for (int p = 0; p < rest_places; ++p) {
      rest_times const r = rest_futures[static_cast<std::size_t>(p)].get();
      f["cpu_percent"] = std::max(f["cpu_percent"], 100 * r.cpu / r.wall);
      f[time_figure] = r.wall;
    }
    for (int p = 0; p < rest_places; ++p) {
      require(count_at(p, visited) == visits, "not every task ran");
      f["resident_mb"] = std::max(f["resident_mb"], skua::at(p, [] { return resident_kb(); }) / 1024);
    }
    f["growth_mb"] = f["resident_mb"] - kb_before / 1024;
    return f;
  });
}

struct busy_place {
  std::atomic<bool> open;
  std::atomic<bool> closing;
};
using rest_board = shared_board<busy_place>;

/// Keeps the only worker of place 1 busy, so that tasks that arrive behind it wait.
void keep_busy() {
  rest_board::get().open.store(true, std::memory_order_release);
  await([] { return rest_board::get().closing.load(std::memory_order_acquire); }, "the proxies were not released");
}

double resident_at_1() {
  return skua::async(skua::urgent, skua::on(1), [] { return resident_kb(); }).get();
}

struct growth {
  double kb = 0;            // while all scopes are open
  double remaining_kb = 0;  // after their end
  double ns = 0;            // to end one
};

/// Opens `scopes` scopes, each with a task that waits at place 1, then releases them.
growth open_scopes(int scopes, place_flags runs) {
  auto& b = rest_board::get();
  b.open.store(false, std::memory_order_relaxed);
  b.closing.store(false, std::memory_order_relaxed);
  growth g;
  std::int64_t release_time = 0;
  long sent_count = 0;
  double const kb_before = resident_at_1();
  skua::finish([&] {
    skua::spawn(skua::on(1), keep_busy);
    await([&] { return b.open.load(std::memory_order_acquire); }, "place 1 has not begun");
    for (int i = 0; i < scopes; ++i) {
      skua::spawn([runs, &sent_count] {
        skua::finish([runs, &sent_count] {
          skua::spawn(skua::on(1), [runs] { runs->count += 1; });
          ++sent_count;  // one worker
        });
      });
    }
    while (sent_count < scopes) skua::yield();
    // Messages arrive in the order they were sent: after the answer to this one, all tasks have
    // arrived.
    g.kb = (resident_at_1() - kb_before) / scopes;
    release_time = wall_ns();
    b.closing.store(true, std::memory_order_release);
  });
  g.ns = static_cast<double>(wall_ns() - release_time) / scopes;
  g.remaining_kb = (resident_at_1() - kb_before) / scopes;
  return g;
}

figures proxies() {
  rest_board const shared;
  skua::runtime job{places(2)};
  return job.run([] {
    require_one_host();
    int const scopes = size(10'000, 200);
    place_flags const runs(0);
    (void)count_at(1, runs);
    resident_at_1();  // makes place 1 start a standby worker
    growth const first = open_scopes(scopes, runs);
    growth const second = open_scopes(scopes, runs);  // reuses the memory of the first
    require(count_at(1, runs) == 2L * scopes, "a scope ended before its task");
    figures f;
    f["kb_per_proxy"] = first.kb;
    f["kb_left"] = second.remaining_kb;
    f["end_ns"] = second.ns;
    f[time_figure] = second.ns * 1e-9;
    return f;
  });
}

}  // namespace

void add_places_rest(suite& registry) {
  add_places_case(registry, "places/rest", rest, {at_most("growth_mb", 4)});
  add_places_case(registry, "places/proxies", proxies);
}

}  // namespace bench
