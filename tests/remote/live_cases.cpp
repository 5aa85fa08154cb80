// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reducers while tasks run: peek, when, every.
#include <vector>

#include "remote/cases.hpp"

namespace {

using namespace place_test;

PLACE_CASE(peek_sees_what_was_merged) {
  skua::sum<long> sum;
  skua::vector_sum<long> row(5);
  skua::best_max<int, int> best;
  skua::finish([&] {
    for (int p = 0; p < skua::places(); ++p) {
      skua::at(p, [=] {
        sum += 5;
        row[2] += 1;
        best.offer(skua::here(), 1);
      });
      SAME(sum.peek(), 5L * (p + 1));
      SAME(skua::at(last_place(), [sum] { return sum.peek(); }), 5L * (p + 1));
      SAME(row.peek()[2], p + 1L);
      SAME(best.peek()->value, p);
    }
  });
  SAME(sum.peek(), 5L * skua::places());
  SAME(sum.get(), 5L * skua::places());
}

PLACE_CASE(peek_counts_nothing_twice) {
  for (int k = 0; k < fewer(5, 2); ++k) {
    skua::sum<long> nodes;
    place_counters stop(0);
    skua::finish([&] {
      for (int p = 0; p < skua::places(); ++p) {
        skua::spawn(skua::on(p), [nodes, stop] {
          while (stop->get() == 0) {
            long const value = nodes.peek();
            CHECK(value >= 0 && value <= nodes_of(8));
            skua::yield();
          }
        });
      }
      skua::finish([&] { skua::spawn(skua::any, visit_tree, 8, nodes); });
      SAME(nodes.peek(), nodes_of(8));
      for (int p = 0; p < skua::places(); ++p) skua::at(p, [stop] { stop->add(1); });
    });
    SAME(nodes.get(), nodes_of(8));
  }
}

PLACE_CASE(when_cancels_at_a_limit) {
  for (int k = 0; k < fewer(10, 3); ++k) {
    skua::sum<long> nodes;
    skua::finish_result const r = skua::finish(skua::counted, [&](skua::scope s) {
      nodes.when([](long n) { return n > 5000; }, [s] { s.cancel(); });
      skua::spawn(skua::any, grow_for_ever, nodes);
    });
    CHECK(r.cancelled());
    CHECK(nodes.get() > 5000);
    SAME(static_cast<std::uint64_t>(nodes.get()), r.ran);
  }
}

PLACE_CASE(when_hears_of_other_places_only) {
  skua::sum<long> sum;
  long actions = 0;
  skua::finish([&] {
    sum.when([](long n) { return n >= 3; }, [&actions] { __atomic_fetch_add(&actions, 1, __ATOMIC_ACQ_REL); });
    skua::spawn(skua::on(last_place()), [sum] {
      for (int i = 0; i < 3; ++i) sum += 1;
    });
  });
  skua::finish([] {});
  CHECK(comes_true([&] { return __atomic_load_n(&actions, __ATOMIC_ACQUIRE) == 1; }));
}

PLACE_CASE(when_of_a_condition_that_holds_at_the_end) {
  place_counters actions(0);
  for (int p = 0; p < skua::places(); ++p) {
    skua::at(p, [actions, p] {
      skua::finish([&] {
        skua::max<int> largest;
        largest.when([p](int m) { return m == 10 + p; }, [actions] { actions->add(1); });
        skua::spawn(skua::any.from(next_place(p)), [largest, p] { largest += 10 + p; });
      });
    });
    SAME(counter_at(p, actions), 1);
  }
}

PLACE_CASE(every_reports_values_that_grow) {
  skua::sum<long> sum;
  long reports = 0;
  long previous = 0;
  bool grows = true;
  skua::finish([&] {
    skua::finish([&] {
      skua::sum<long> inner;
      inner.every(std::chrono::milliseconds(1), [&](long n) {
        grows = grows && n >= previous;
        previous = n;
        __atomic_fetch_add(&reports, 1, __ATOMIC_RELEASE);
      });
      for (int p = 0; p < skua::places(); ++p) {
        skua::spawn(skua::on(p), [inner] {
          for (int i = 0; i < 20; ++i) {
            inner += 1;
            skua::sleep_for(std::chrono::milliseconds(1));
          }
        });
      }
      CHECK(comes_true([&] { return __atomic_load_n(&reports, __ATOMIC_ACQUIRE) >= 3; }));
    });
  });
  CHECK(grows);
  CHECK(previous <= 20L * skua::places());
  CHECK(reports >= 3);
}

PLACE_CASE(peek_in_cancelled_scopes) {
  for (int k = 0; k < fewer(50, 10); ++k) {
    skua::finish_result const r = skua::finish([&](skua::scope s) {
      skua::sum<long> sum;
      for (int p = 0; p < skua::places(); ++p) {
        for (int i = 0; i < 3; ++i) {
          skua::spawn(skua::any.from(p), [sum] {
            for (;;) {  // until it throws, or is the last task and no place is left to ask
              sum += 1;
              (void)sum.peek();
              if (skua::cancelled()) return;
            }
          });
        }
      }
      skua::spawn(skua::on(k % skua::places()), skua::shielded, [s] { s.cancel(); });
    });
    CHECK(r.cancelled());
  }
}

}  // namespace
