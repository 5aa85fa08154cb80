// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// places/finish, places/cancel, places/peek: joint operations of four places: a scope that ends, a
// scope that is cancelled, a sum that is read while it changes.
#include <skua/skua.hpp>

#include <algorithm>
#include <array>
#include <stop_token>

#include "support/case.hpp"
#include "support/places.hpp"
#include "support/raw_ring.hpp"

namespace bench {
namespace {

constexpr int scope_places = 4;

/// The time of raw_fan_ns: the other places of `scope_places` get one message each and answer.
double raw_us() { return raw_fan_ns(scope_places - 1) * 1e-3; }

figures finish() {
  double const raw = raw_us();
  skua::runtime job{places(scope_places)};
  return job.run([=] {
    place_flags const visited(0);
    for (int p = 0; p < scope_places; ++p) (void)count_at(p, visited);
    counts const n{size(5'000, 50), 50};
    figures f;
    put_latencies(f, "finish", take_samples(n, [=](int) { return nanoseconds_of([=] { visit_all(visited); }); }));
    for (int p = 0; p < scope_places; ++p)
      require(count_at(p, visited) == n.kept + n.warm_up, "not every task ran before its scope ended");
    f["raw_us"] = raw;
    return f;
  });
}

struct cancel_board {
  std::atomic<int> begun_count;
  std::array<std::atomic<std::int64_t>, scope_places> notice_times;
};
using scope_board = shared_board<cancel_board>;

/// The first notice at a place counts: a stop callback, a wait that throws, or a poll that returns
/// true.
void record_notice() {
  std::int64_t unset = 0;
  scope_board::get().notice_times[static_cast<std::size_t>(skua::here())].compare_exchange_strong(
      unset, wall_ns(), std::memory_order_acq_rel);
}

/// Stays in its scope until the scope is cancelled.
void listen(bool is_computing) {
  std::stop_callback const callback(skua::stop_token(), record_notice);
  scope_board::get().begun_count.fetch_add(1, std::memory_order_acq_rel);
  if (is_computing) {
    while (!skua::cancelled()) {
    }
    record_notice();
    return;
  }
  skua::promise<int> never;
  try {
    (void)never.get_future().get();
  } catch (skua::cancelled_error const&) {
    record_notice();
  }
}

figures cancel(bool is_computing) {
  double const raw = raw_us();
  scope_board const shared;
  skua::runtime job{places(scope_places)};
  return job.run([=] {
    require_one_host();
    auto& b = scope_board::get();
    std::vector<double> end_ns;
    auto const notice_ns = take_samples({size(500, 10), 5}, [&](int i) {
      b.begun_count.store(0, std::memory_order_relaxed);
      for (auto& h : b.notice_times) h.store(0, std::memory_order_relaxed);
      std::int64_t begin = 0;
      auto const result = skua::finish([&](skua::scope search_scope) {
        for (int p = 1; p < scope_places; ++p) skua::spawn(skua::on(p), listen, is_computing);
        await([&] { return b.begun_count.load(std::memory_order_acquire) == scope_places - 1; },
              "a place has not begun");
        begin = wall_ns();
        search_scope.cancel();
        record_notice();
      });
      auto const end = wall_ns();
      require(result.cancelled(), "the scope was not cancelled");
      std::int64_t last = 0;
      for (auto& h : b.notice_times) {
        require(h.load(std::memory_order_acquire) >= begin, "a place has not heard");
        last = std::max(last, h.load(std::memory_order_acquire));
      }
      if (i >= 0) end_ns.push_back(static_cast<double>(end - begin));
      return static_cast<double>(last - begin);
    });
    figures f;
    put_latencies(f, "heard", notice_ns);
    f["ended_us"] = median(end_ns) * 1e-3;
    f["raw_us"] = raw;
    return f;
  });
}

/// Adds to the sum, as part of a chain of tasks.
void add_on(skua::sum<long> sum, place_flags stop) {
  call_library();
  sum += 1;
  stop->count.fetch_add(1, std::memory_order_relaxed);
  if (!stop->raised.load(std::memory_order_acquire)) skua::spawn(add_on, sum, stop);
}

/// Reads the sum, which only grows.
std::vector<double> peeks(skua::sum<long> const& sum, int samples) {
  long value = 0;
  return take_samples({samples, 20}, [&](int) {
    long const last_value = value;
    double const ns = nanoseconds_of([&] { value = sum.peek(); });
    require(value >= last_value, "peek went back");
    return ns;
  });
}

figures peek(bool is_busy) {
  double const raw = raw_us();
  skua::runtime job{places(scope_places)};
  return job.run([=] {
    figures f;
    place_flags const stop(0);
    skua::sum<long> const sum;
    for (int p = 0; p < scope_places; ++p) skua::at(p, [sum, stop] { sum += 5, stop->count += 5; });
    require(sum.peek() == 5 * scope_places, "peek gave a wrong sum");
    skua::finish([&] {
      for (int p = 1; p < scope_places && is_busy; ++p) skua::spawn(skua::on(p), add_on, sum, stop);
      put_latencies(f, "peek", peeks(sum, is_busy ? size(500, 10) : size(5'000, 50)));
      for (int p = 1; p < scope_places && is_busy; ++p) raise_at(p, stop);
    });
    long total = 0;
    for (int p = 0; p < scope_places; ++p) total += count_at(p, stop);
    require(sum.peek() == total, "peek gave a wrong sum at the end");
    f["raw_us"] = raw;
    return f;
  });
}

}  // namespace

void add_places_scope(suite& registry) {
  add_places_case(registry, "places/finish", finish, {at_most("finish_us", 10)});
  add_places_case(registry, "places/cancel", [] { return cancel(false); }, {at_most("heard_us", 20)});
  add_places_case(registry, "places/cancel_long", [] { return cancel(true); }, {at_most("heard_us", 200)});
  add_places_case(registry, "places/peek", [] { return peek(false); });
  add_places_case(registry, "places/peek_busy", [] { return peek(true); });
}

}  // namespace bench
