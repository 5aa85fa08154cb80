// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scopes over many places: each ends exactly when its tasks have ended, counts are exact, scopes
// nest.
#include <string>
#include <vector>

#include "remote/cases.hpp"

namespace {

using namespace place_test;

PLACE_CASE(counts_are_exact) {
  for (int k = 0; k < fewer(10, 3); ++k) {
    skua::sum<long> nodes;
    skua::finish_result r = skua::finish(skua::counted, [&] {
      for (int p = 0; p < skua::places(); ++p) skua::spawn(skua::any.from(p), visit_tree, 5, nodes);
    });
    SAME(nodes.get(), skua::places() * nodes_of(5));
    SAME(r.ran, static_cast<std::uint64_t>(skua::places() * nodes_of(5)));
    SAME(r.never_started, 0u);
    CHECK(r.completed());
  }
}

PLACE_CASE(counts_include_inner_scopes) {
  skua::finish_result const r = skua::finish(skua::counted, [] {
    for (int p = 0; p < skua::places(); ++p) {
      skua::spawn(skua::on(p), [] {  // 1
        skua::finish([] {
          for (int q = 0; q < skua::places(); ++q) {
            skua::spawn(skua::on(q), [] { (void)skua::async([] { return 1; }).get(); });  // 2
          }
        });
        (void)skua::at(next_place(skua::here()), [] { return 2; });  // 1, with one place none
      });
    }
  });
  auto const n = static_cast<std::uint64_t>(skua::places());
  SAME(r.ran, n + 2 * n * n + (n == 1 ? 0 : n));
}

PLACE_CASE(counts_of_cancelled_scopes_add_up) {
  for (int k = 0; k < fewer(20, 5); ++k) {
    place_counters ran(0);
    place_counters spawned(0);
    struct grow {
      static void step(place_counters r, place_counters s, int height) {
        r->add(1);
        for (int i = 0; i < 3 && height > 0; ++i) {
          s->add(1);
          if (i == 0) {
            skua::spawn(skua::on(next_place(skua::here())), &grow::step, r, s, height - 1);
          } else {
            skua::spawn(skua::any, &grow::step, r, s, height - 1);
          }
        }
      }
    };
    skua::finish_result const r = skua::finish(skua::counted, [&](skua::scope s) {
      spawned->add(1);
      skua::spawn(skua::any, &grow::step, ran, spawned, fewer(10, 7));
      skua::spawn(skua::on(last_place()), [s, ran] {
        // on() alone sends more nodes here than that, however the other nodes are stolen.
        CHECK(comes_true([ran] { return ran->get() > fewer(200, 50); }));
        s.cancel();
      });
    });
    CHECK(r.cancelled());
    long const total = total_of(ran) + 1;
    SAME(static_cast<long>(r.ran), total);
    SAME(static_cast<long>(r.ran + r.never_started), total_of(spawned) + 1);
  }
}

PLACE_CASE(nested_scopes_wait_for_their_own) {
  place_counters inner(0);
  place_counters outer(0);
  for (int k = 0; k < fewer(20, 4); ++k) {
    skua::finish([&] {
      for (int p = 0; p < skua::places(); ++p) {
        skua::spawn(skua::on(p), [inner, outer] {
          skua::sum<long> tasks;
          skua::finish([&] {
            for (int q = 0; q < skua::places(); ++q) {
              skua::spawn(skua::on(q), [inner, tasks] {
                skua::finish([inner] { skua::spawn(skua::any, [inner] { inner->add(1); }); });
                tasks += 1;
              });
            }
          });
          SAME(tasks.get(), skua::places());
          outer->add(1);
        });
      }
    });
  }
  long const n = skua::places();
  SAME(total_of(outer), n * fewer(20, 4));
  SAME(total_of(inner), n * n * fewer(20, 4));
}

PLACE_CASE(scopes_of_a_millisecond) {
  // The published code of another library loses tasks in this case.
  for (int k = 0; k < fewer(400, 60); ++k) {
    skua::sum<long> nodes;
    skua::finish_result const r =
        skua::finish([&] { skua::spawn(skua::any.from(k % skua::places()), visit_tree, 4, nodes); });
    SAME(nodes.get(), nodes_of(4));
    CHECK(r.completed());
  }
}

PLACE_CASE(tiny_scopes_back_and_forth) {
  place_counters ran(0);
  for (int k = 0; k < fewer(1000, 200); ++k) {
    int const p = k % skua::places();
    skua::finish([&] {
      skua::spawn(skua::on(p), [ran] {
        ran->add(1);
        skua::spawn(skua::on(0), [ran] {
          ran->add(1);
          skua::spawn(skua::on(last_place()), [ran] { ran->add(1); });
        });
      });
    });
    if (k % 100 == 0) SAME(total_of(ran), 3L * (k + 1));
  }
}

PLACE_CASE(scopes_at_all_places_at_once) {
  place_counters done(0);
  skua::finish([&] {
    for (int p = 0; p < skua::places(); ++p) {
      for (int i = 0; i < 4; ++i) {
        skua::spawn(skua::on(p), [done] {
          for (int k = 0; k < fewer(50, 10); ++k) {
            skua::sum<long> nodes;
            skua::finish([&] { skua::spawn(skua::any, visit_tree, 3, nodes); });
            SAME(nodes.get(), nodes_of(3));
          }
          done->add(1);
        });
      }
    }
  });
  SAME(total_of(done), 4L * skua::places());
}

PLACE_CASE(a_scope_outlives_a_task_that_waits_elsewhere) {
  // The last task of a scope suspends at another place for a while; the scope must not end before.
  place_counters done(0);
  skua::finish([&] {
    skua::spawn(skua::on(last_place()), [done] {
      skua::sleep_for(std::chrono::milliseconds(30));
      skua::at(next_place(skua::here()), [] { skua::sleep_for(std::chrono::milliseconds(10)); });
      done->add(1);
    });
  });
  SAME(counter_at(last_place(), done), 1);
}

}  // namespace
