// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A read of a reducer contains every update that happened before it, also while its scope has tasks
// at other places.
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "remote/cases.hpp"

namespace {

using namespace place_test;

/// Calls f(place) for each place except the caller's, one after the other.
template <class F>
void at_other_places(F const& f) {
  int const me = skua::here();
  for (int p = 0; p < skua::places(); ++p) {
    if (p != me) f(p);
  }
}

/// An identity that replicas must request.
struct largest_under {
  long limit;
  long operator()(long a, long b) const { return std::max(a < limit ? a : -1, b < limit ? b : -1); }
};

PLACE_CASE(read_of_every_kind_after_at) {
  for (int k = 0; k < fewer(10, 3); ++k) {
    skua::sum<double> reals;
    skua::min<int> smallest;
    skua::best_max<int, std::string> best;
    skua::vector_sum<long> row(5);
    skua::reducer<long, largest_under> under(-1, largest_under{1000});
    int n = 0;
    at_other_places([&](int p) {
      skua::at(p, [=] {
        reals += 0.5;
        smallest += -skua::here();
        best.offer(skua::here(), "of " + std::to_string(skua::here()));
        row[2] += 7;
        under += skua::here();
        under += 1000;
      });
      ++n;
      SAME(reals.get(), n * 0.5);
      SAME(smallest.get(), -p);
      SAME(best.get()->payload, "of " + std::to_string(p));
      SAME(row.get()[2], 7L * n);
      SAME(row[2].get(), 7L * n);
      SAME(under.get(), static_cast<long>(p));
    });
  }
}

PLACE_CASE(read_after_a_phase_of_a_phaser) {
  skua::finish([] {
    skua::sum<long> s;
    skua::phaser ph(skua::phaser_mode::signal_wait);
    int const phases = fewer(8, 4);
    for (int p = 0; p < skua::places(); ++p) {
      skua::spawn(skua::on(p), phased(ph, skua::phaser_mode::signal_wait), [=] {
        for (int k = 0; k < phases; ++k) {
          s += 1;
          ph.next();
          ph.next();  // while the body reads the sum
        }
      });
    }
    for (int k = 1; k <= phases; ++k) {
      ph.next();
      SAME(s.get(), static_cast<long>(k) * skua::places());
      ph.next();
    }
    ph.drop();
  });
}

PLACE_CASE(read_after_a_message_of_a_scope_of_a_post) {
  for (int k = 0; k < fewer(10, 3); ++k) {
    skua::count c;
    skua::promise<int> promise;
    auto reply = promise.get_future();
    skua::post(
        skua::on(last_place()),
        [c](skua::promise<int> p) {
          skua::finish([&] {
            skua::spawn(
                skua::on(next_place(skua::here())),
                [c](skua::promise<int> q) {
                  skua::finish([&] {
                    skua::spawn(
                        skua::on(next_place(skua::here())),
                        [c](skua::promise<int> r) {
                          ++c;
                          r.set_value(1);
                        },
                        std::move(q));
                  });
                },
                std::move(p));
          });
        },
        std::move(promise));
    reply.get();
    SAME(c.get(), std::uint64_t{1});
  }
}

PLACE_CASE(read_of_reducers_that_tasks_of_an_outer_scope_use) {
  // The tasks belong to a scope around the reducers', and end after them: so do the parts of the
  // sums that they carry. More rounds than names of ended reducers are kept (most_ended), so some
  // of the later reducers have the name of an earlier one.
  using skua::promise;
  int const rounds = 150;
  skua::count total;
  skua::finish([&] {
    std::vector<promise<int>> ends;
    for (int k = 0; k < rounds; ++k) {
      promise<skua::count> handle;
      promise<int> use;
      auto used = use.get_future();
      skua::spawn(
          skua::on(k % 4 < 2 ? last_place() : next_place(skua::here())),
          [total](skua::future<skua::count> sum, promise<int> done, skua::future<int> end) {
            ++sum.get();
            ++total;
            done.set_value(1);
            end.get();
          },
          handle.get_future(), std::move(use), ends.emplace_back().get_future());
      skua::finish([&] {
        skua::count own;
        handle.set_value(own);
        used.get();
        if (k % 2 == 0) SAME(own.get(), std::uint64_t{1});  // a read asks all places, which then know the name
      });
    }
    for (promise<int>& end : ends) end.set_value(1);
  });
  SAME(total.get(), static_cast<std::uint64_t>(rounds));
}

PLACE_CASE(read_after_a_message_of_nested_scopes) {
  struct nest {
    static void step(int depth, skua::sum<long> s, skua::promise<int> promise) {
      s += 1;
      if (depth == 0) return promise.set_value(1);
      skua::finish(
          [&] { skua::spawn(skua::on(next_place(skua::here())), &nest::step, depth - 1, s, std::move(promise)); });
    }
  };
  for (int k = 0; k < fewer(10, 3); ++k) {
    skua::sum<long> s;
    skua::promise<int> promise;
    auto reply = promise.get_future();
    skua::spawn(skua::on(last_place()), &nest::step, k % 7, s, std::move(promise));
    reply.get();
    SAME(s.get(), k % 7 + 1L);
  }
}

PLACE_CASE(read_of_a_reducer_made_by_a_task_elsewhere) {
  for (int k = 0; k < fewer(10, 3); ++k) {
    long const result = skua::at(last_place(), [] {
      skua::sum<long> s;
      for (int p = 0; p < skua::places(); ++p) {
        skua::at(p, [s] { skua::at(next_place(skua::here()), [s] { s += 1; }); });
        SAME(s.get(), p + 1L);
      }
      skua::finish([s] {
        for (int p = 0; p < skua::places(); ++p) skua::spawn(skua::on(p), [s] { s += 10; });
      });
      return s.get();
    });
    SAME(result, 11L * skua::places());
  }
}

PLACE_CASE(reset_of_what_is_elsewhere_and_on_its_way) {
  skua::sum<long> s;
  skua::vector_sum<int> row(3);
  for (int k = 0; k < fewer(10, 3); ++k) {
    long n = 0;
    for (int p = 0; p < skua::places(); ++p) {
      skua::at(p, [s, row] {
        s += 5;
        row[1] += 5;
      });
      n += 5;
      SAME(s.get(), n);
    }
    s.reset();
    row.reset();
    SAME(s.get(), 0L);
    SAME(s.peek(), 0L);
    SAME(row[1].get(), 0);
    for (int p = 0; p < skua::places(); ++p) SAME(skua::at(p, [s] { return s.local(); }), 0L);
    skua::finish([s] { skua::spawn(skua::on(last_place()), [s] { s += 3; }); });
    SAME(s.get(), 3L);
    SAME(s.peek(), 3L);
    s.reset();
  }
}

PLACE_CASE(reset_is_seen_by_reports) {
  skua::finish([] {
    skua::sum<long> s;
    place_counters reported(-1);
    s.every(std::chrono::milliseconds(1), [reported](long n) { reported->add(n - reported->get()); });
    skua::at(last_place(), [s] { s += 5; });
    CHECK(comes_true([&] { return reported->get() == 5; }));
    s.reset();
    CHECK(comes_true([&] { return reported->get() == 0; }));
  });
}

/// Reports read in their tasks, while the service thread tests the conditions.
PLACE_CASE(observers_of_one_reducer_at_once) {
  skua::finish([] {
    skua::sum<long> s;
    place_counters reported(0);
    place_counters fired(0);
    constexpr long last = 200;
    for (int i = 0; i < 3; ++i)
      s.every(std::chrono::milliseconds(1), [reported](long n) { reported->add(n > reported->get() ? 1 : 0); });
    for (int i = 0; i < 3; ++i) s.when([](long n) { return n == last; }, [fired] { fired->add(1); });
    skua::at(last_place(), [s] {
      for (long i = 0; i < last; ++i) {
        s += 1;
        skua::sleep_for(std::chrono::microseconds(100));
      }
    });
    CHECK(comes_true([&] { return fired->get() == 3 && reported->get() > 3; }));
  });
}

PLACE_CASE(read_in_a_cancelled_scope) {
  skua::count c;
  skua::finish_result const r = skua::finish([c] {
    skua::at(last_place(), [c] { ++c; });
    skua::cancel();
    SAME(c.get(), std::uint64_t{1});
  });
  CHECK(r.cancelled());
  SAME(c.get(), std::uint64_t{1});
}

}  // namespace
