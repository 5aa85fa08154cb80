// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scopes over many places: each ends exactly when its tasks have ended, counts are exact, scopes
// nest.

#include "remote/cases.hpp"

namespace {

using namespace place_test;

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
