// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// places/finish, places/cancel, places/peek: what four places do together, as a scope that ends, is
// cancelled, or is looked into.
#include <skua/skua.hpp>

#include <algorithm>
#include <array>
#include <stop_token>

#include "support/case.hpp"
#include "support/fib_finish.hpp"
#include "support/places.hpp"
#include "support/raw_ring.hpp"

namespace bench {
namespace {

constexpr int count = 4;

/// As in raw_fan_ns: the others of `count` get one message each and answer.
double raw_us() { return raw_fan_ns(count - 1) * 1e-3; }

figures finish() {
  double const raw = raw_us();
  skua::runtime job{places(count)};
  return job.run([=] {
    place_flags const seen(0);
    for (int p = 0; p < count; ++p) (void)count_at(p, seen);
    int const samples = size(5'000, 50);
    int const warm_up = 50;
    std::vector<double> ns;
    for (int i = -warm_up; i < samples; ++i) {
      auto const begin = wall_ns();
      skua::finish([seen] {
        for (int p = 0; p < count; ++p)
          skua::spawn(skua::on(p), [seen] { seen->count.fetch_add(1, std::memory_order_relaxed); });
      });
      if (i >= 0) ns.push_back(static_cast<double>(wall_ns() - begin));
    }
    for (int p = 0; p < count; ++p)
      require(count_at(p, seen) == samples + warm_up, "not every task ran before its scope ended");
    figures f;
    put_latencies(f, "finish", ns);
    f["raw_us"] = raw;
    return f;
  });
}

struct hearing {
  std::atomic<int> begun;
  std::array<std::atomic<std::int64_t>, count> heard;
};
using board = shared_board<hearing>;

/// The first sign at a place counts: a stop callback, a wait that throws, a look that says so.
void note_heard() {
  std::int64_t none = 0;
  board::get().heard[static_cast<std::size_t>(skua::here())].compare_exchange_strong(none, wall_ns(),
                                                                                     std::memory_order_acq_rel);
}

/// Stays in its scope until that is cancelled.
void listen(bool computes) {
  std::stop_callback const heard(skua::stop_token(), note_heard);
  board::get().begun.fetch_add(1, std::memory_order_acq_rel);
  if (computes) {
    while (!skua::cancelled()) {
    }
    note_heard();
    return;
  }
  skua::promise<int> never;
  try {
    (void)never.get_future().get();
  } catch (skua::cancelled_error const&) {
    note_heard();
  }
}

figures cancel(bool computing) {
  double const raw = raw_us();
  board const shared;
  skua::runtime job{places(count)};
  return job.run([=] {
    require_one_host();
    auto& b = board::get();
    int const samples = size(500, 10);
    std::vector<double> heard;
    std::vector<double> ended;
    for (int i = -5; i < samples; ++i) {
      b.begun.store(0, std::memory_order_relaxed);
      for (auto& h : b.heard) h.store(0, std::memory_order_relaxed);
      std::int64_t begin = 0;
      auto const result = skua::finish([&](skua::scope all) {
        for (int p = 1; p < count; ++p) skua::spawn(skua::on(p), listen, computing);
        await([&] { return b.begun.load(std::memory_order_acquire) == count - 1; }, "a place has not begun");
        begin = wall_ns();
        all.cancel();
        note_heard();
      });
      auto const end = wall_ns();
      require(result.cancelled(), "the scope was not cancelled");
      std::int64_t last = 0;
      for (auto& h : b.heard) {
        require(h.load(std::memory_order_acquire) >= begin, "a place has not heard");
        last = std::max(last, h.load(std::memory_order_acquire));
      }
      if (i < 0) continue;
      heard.push_back(static_cast<double>(last - begin));
      ended.push_back(static_cast<double>(end - begin));
    }
    figures f;
    put_latencies(f, "heard", heard);
    f["ended_us"] = quantile(ended, 0.5) * 1e-3;
    f["raw_us"] = raw;
    return f;
  });
}

/// Adds to the sum, as part of a chain of tasks.
void add_on(skua::sum<long> sum, place_flags stop) {
  require(fib_finish(opaque(10L)) == fib_answer(10), "a busy place computes wrongly");
  sum += 1;
  stop->count.fetch_add(1, std::memory_order_relaxed);
  if (!stop->raised.load(std::memory_order_acquire)) skua::spawn(add_on, sum, stop);
}

/// `call` looks at the sum, which only grows.
std::vector<double> peeks(skua::sum<long> const& sum, int samples) {
  std::vector<double> ns;
  long before = 0;
  for (int i = -20; i < samples; ++i) {
    auto const begin = wall_ns();
    long const seen = sum.peek();
    auto const end = wall_ns();
    require(seen >= before, "peek went back");
    before = seen;
    if (i >= 0) ns.push_back(static_cast<double>(end - begin));
  }
  return ns;
}

figures peek(bool busy) {
  double const raw = raw_us();
  skua::runtime job{places(count)};
  return job.run([=] {
    figures f;
    place_flags const stop(0);
    skua::sum<long> const sum;
    for (int p = 0; p < count; ++p) skua::at(p, [sum, stop] { sum += 5, stop->count += 5; });
    require(sum.peek() == 5 * count, "peek gave a wrong sum");
    skua::finish([&] {
      for (int p = 1; p < count && busy; ++p) skua::spawn(skua::on(p), add_on, sum, stop);
      put_latencies(f, "peek", peeks(sum, busy ? size(500, 10) : size(5'000, 50)));
      for (int p = 1; p < count && busy; ++p) raise_at(p, stop);
    });
    long total = 0;
    for (int p = 0; p < count; ++p) total += count_at(p, stop);
    require(sum.peek() == total, "peek gave a wrong sum at the end");
    f["raw_us"] = raw;
    return f;
  });
}

}  // namespace

void add_places_scope(suite& all) {
  add_places_case(all, "places/finish", finish, {at_most("finish_us", 10)});
  add_places_case(all, "places/cancel", [] { return cancel(false); }, {at_most("heard_us", 20)});
  add_places_case(all, "places/cancel_long", [] { return cancel(true); }, {at_most("heard_us", 200)});
  add_places_case(all, "places/peek", [] { return peek(false); });
  add_places_case(all, "places/peek_busy", [] { return peek(true); });
}

}  // namespace bench
