// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shared variables and arrays, the mutex between places.
#include <mutex>

#include "remote/cases.hpp"

namespace {

using namespace place_test;

PLACE_CASE(memory_shared_variables) {
  for (int k = 0; k < fewer(50, 10); ++k) {
    skua::finish([k] {
      skua::shared_var<int> const x(k);
      skua::shared_var<long> const y(0L, last_place());
      SAME(x.where(), skua::here());
      SAME(y.where(), last_place());
      skua::finish([x, y] {
        for (int p = 0; p < skua::places(); ++p) {
          skua::spawn(skua::on(p), [x, y] { y.atomic().fetch_add(x); });
        }
      });
      SAME(y.get(), static_cast<long>(k) * skua::places());
      x = 7;
      SAME(skua::at(last_place(), [x] { return x.get(); }), 7);
    });
  }
}

PLACE_CASE(memory_shared_arrays_of_all_shapes) {
  for (std::size_t const n : {0, 1, 5, 64, 1000}) {
    for (std::size_t const block : {0, 1, 3, 64}) {
      skua::finish([n, block] {
        skua::shared_array<long> const a(n, block);
        SAME(a.size(), n);
        for (std::size_t i = 0; i < n; ++i) SAME(a[i].get(), 0L);
        skua::finish([a] {
          skua::for_async(a, [](std::size_t i, long& x) { x = 1000L * skua::here() + static_cast<long>(i); });
        });
        for (std::size_t i = 0; i < n; ++i) SAME(a[i].get(), 1000L * a.place_of(i) + static_cast<long>(i));
        std::size_t total = 0;
        for (int p = 0; p < skua::places(); ++p) {
          total += skua::at(p, [a] {
            std::size_t visited = 0;
            a.for_each_local([&](std::size_t i, long& x) {
              SAME(x, 1000L * skua::here() + static_cast<long>(i));
              SAME(a.place_of(i), skua::here());
              SAME(a.element(visited), i);
              CHECK(&x == &a.local()[visited]);
              x = -1;
              ++visited;
            });
            return visited;
          });
        }
        SAME(total, n);
        for (std::size_t i = 0; i < n; ++i) SAME(a[i].get(), -1L);
      });
    }
  }
}

PLACE_CASE(memory_posted_tasks_may_make_shared_objects) {
  // They belong only to the scope of all runs, and are freed when the places end.
  for (int p = 0; p < skua::places(); ++p) {
    skua::post(skua::on(p), [] {
      skua::shared_array<long> const a(100);
      skua::shared_var<long> const x(7, last_place());
      skua::sum<long> total;
      skua::finish([a, x, total] {
        skua::for_async(a, [x, total](std::size_t, long& e) {
          e += x.get();
          total += e;
        });
      });
      SAME(total.get(), 700L);
      SAME(a[99].get(), 7L);
    });
  }
}

PLACE_CASE(memory_new_arrays_are_zero) {
  // The values that earlier arrays left in the same memory are cleared, in small and large arrays.
  for (std::size_t const n : {10, 1'000'000}) {
    for (int k = 0; k < 3; ++k) {
      skua::finish([n] {
        skua::shared_array<int> const a(n);
        skua::finish([a] {
          skua::for_async(a, [](std::size_t, int& x) {
            if (x != 0) failed("not zero");
            x = 1;
          });
        });
      });
    }
  }
}

PLACE_CASE(memory_mutex_excludes) {
  static constexpr int n = fewer(60, 15);
  skua::shared_array<long> const value(1);
  for (int home = 0; home < skua::places(); ++home) {
    skua::at(home, [value] {
      value[0] = 0;
      skua::global_mutex const m;
      skua::finish([value, m] {
        for (int p = 0; p < skua::places(); ++p) {
          for (int t = 0; t < 2; ++t) {
            skua::spawn(skua::on(p), [value, m] {
              for (int i = 0; i < n; ++i) {
                std::lock_guard const hold(m);
                long const old_value = value[0];
                skua::yield();
                value[0] = old_value + 1;
              }
            });
          }
        }
      });
      SAME(value[0].get(), 2L * n * skua::places());
      CHECK(skua::at(last_place(), [m] { return m.try_lock(); }));
      CHECK(!m.try_lock());
      CHECK(!skua::at(0, [m] { return m.try_lock(); }));
      m.unlock();
      CHECK(comes_true([m] { return m.try_lock(); }));
      m.unlock();
    });
  }
}

PLACE_CASE(memory_mutex_of_cancelled_tasks) {
  // A task that is cancelled while it waits does not hold the mutex afterwards; a task that holds
  // it can unlock it.
  skua::global_mutex const m;
  for (int k = 0; k < fewer(30, 8); ++k) {
    place_counters entered(0);
    skua::finish([m, entered] {
      for (int p = 0; p < skua::places(); ++p) {
        for (int t = 0; t < 3; ++t) {
          skua::spawn(skua::on(p), [m, entered] {
            std::lock_guard const hold(m);
            entered->add(1);
            skua::yield();
          });
        }
      }
      CHECK(comes_true([entered] { return total_of(entered) > 0; }));
      skua::cancel();
    });
    m.lock();
    m.unlock();
  }
}

}  // namespace
