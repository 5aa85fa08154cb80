// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sets of places, and collective scopes: finish(place_set, body).
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <stdexcept>

#include "remote/cases.hpp"

namespace {

using namespace place_test;

SPMD_CASE(all_and_host_hold_the_caller) {
  skua::place_set const all = skua::place_set::all();
  SAME(all.size(), skua::places());
  for (int p = 0; p < skua::places(); ++p) {
    SAME(all[p], p);
    SAME(all.rank_of(p), p);
  }
  skua::place_set const host = skua::place_set::host();
  CHECK(host.contains(skua::here()));
  for (int const p : host) CHECK(all.contains(p));
  // Every place of a host names the same set.
  for (int const p : host) CHECK(skua::at(p, [] { return skua::place_set::host(); }) == host);
}

SPMD_CASE(neighbours_are_the_nearest_places) {
  int const me = skua::here();
  int const places = skua::places();
  CHECK(skua::place_set::neighbours(0) == skua::place_set({me}));
  CHECK(skua::place_set::neighbours(-1) == skua::place_set({me}));
  CHECK(skua::place_set::neighbours(places - 1) == skua::place_set::all());
  CHECK(skua::place_set::neighbours(places + 5) == skua::place_set::all());
  skua::place_set const host = skua::place_set::host();
  for (int n = 0; n < places; ++n) {
    skua::place_set const near = skua::place_set::neighbours(n);
    SAME(near.size(), n + 1);
    CHECK(near.contains(me));
    if (n + 1 > host.size()) {
      for (int const p : host) CHECK(near.contains(p));
    } else {
      for (int const p : near) CHECK(host.contains(p));
    }
    if (host.size() != places) continue;
    // No place outside the set is nearer than one inside.
    int farthest = 0;
    for (int const p : near) farthest = std::max(farthest, std::abs(p - me));
    for (int p = 0; p < places; ++p) CHECK(near.contains(p) || std::abs(p - me) >= farthest);
  }
}

PLACE_CASE(sets_split_and_travel) {
  skua::run_spmd([] {
    skua::place_set const part = skua::place_set::all().split([](int p) { return p % 2; });
    for (int p = 0; p < skua::places(); ++p) SAME(part.contains(p), p % 2 == skua::here() % 2);
    SAME(part.root(), skua::here() % 2);
    for (int i = 0; i < part.size(); ++i) SAME(part.rank_of(part[i]), i);
    SAME(part.rank_of(skua::here() + 1), -1);
    CHECK(skua::at(last_place(), [](skua::place_set const& s) { return s; }, part) == part);
  });
  CHECK(skua::place_set({2, 0, 2, 1}) == skua::place_set({0, 1, 2}));
}

/// Whether the tasks of `rounds` rounds have run here, and none but those of the next one, which
/// other members may have begun.
bool rounds_done(place_counters ran, int rounds, int tasks_of_a_round) {
  long const n = ran->get();
  return n >= static_cast<long>(rounds) * tasks_of_a_round && n <= static_cast<long>(rounds + 1) * tasks_of_a_round;
}

PLACE_CASE(members_return_when_the_tasks_of_all_have_ended) {
  place_counters ran(0);
  skua::run_spmd([ran] {
    for (int round = 1; round <= fewer(20, 5); ++round) {
      skua::finish_result const r = skua::finish(skua::place_set::all(), [ran] {
        // Members are late by different amounts; the tasks go to all places, and spawn others.
        for (int i = 0; i < 3 * skua::here(); ++i) skua::yield();
        for (int p = 0; p < skua::places(); ++p) {
          skua::spawn(skua::on(p), [ran] {
            skua::yield();
            skua::spawn([ran] { ran->add(1); });
          });
        }
      });
      CHECK(r.completed());
      CHECK(rounds_done(ran, round, skua::places()));
    }
  });
}

PLACE_CASE(collective_scopes_of_parts_do_not_disturb_each_other) {
  place_counters ran(0);
  skua::run_spmd([ran] {
    skua::place_set const part = skua::place_set::all().split([](int p) { return p % 2; });
    int const rounds = skua::here() % 2 == 0 ? 3 : 11;
    for (int round = 1; round <= rounds; ++round) {
      skua::finish(part, [part, ran] {
        for (int const p : part) skua::spawn(skua::on(p), [ran] { ran->add(1); });
      });
      CHECK(rounds_done(ran, round, part.size()));
    }
    // A part of one member is a finish.
    skua::finish(skua::place_set({skua::here()}), [ran] { skua::spawn([ran] { ran->add(1000); }); });
    CHECK(ran->get() >= 1000);
  });
}

SPMD_CASE(a_collective_scope_adds_up_what_never_started) {
  skua::finish_result const r = skua::finish(skua::place_set::all(), [] {
    if (skua::here() != last_place()) return;
    skua::cancel();
    for (int i = 0; i < 5; ++i) skua::spawn([] { failed("spawned after cancel"); });
    for (int i = 0; i < 5; ++i) skua::spawn(skua::on(0), [] { failed("spawned after cancel, at place 0"); });
  });
  CHECK(r.cancelled());
  SAME(r.never_started, 10u);
}

SPMD_CASE(every_member_gets_the_first_exception) {
  CHECK(throws<std::domain_error>(
      [] {
        skua::finish(skua::place_set::all(), [] {
          if (skua::here() == last_place()) skua::spawn([] { throw std::domain_error("of the last place"); });
        });
      },
      "of the last place"));
  if (skua::places() == 1) return;
  CHECK(throws<std::length_error>(
      [] {
        skua::finish(skua::place_set::all(), [] {
          if (skua::here() == 0) throw std::length_error("of the body");
          skua::spawn([] { throw std::domain_error("of a later place"); });
        });
      },
      "of the body"));
  // The next scope of the same members is not disturbed.
  CHECK(skua::finish(skua::place_set::all(), [] {}).completed());
}

PLACE_CASE(a_cancelled_member_of_a_collective_scope_keeps_no_other_waiting) {
  if (skua::places() == 1) return;
  for (int leaver = 0; leaver < skua::places(); ++leaver) {
    place_counters departed(0);
    skua::run_spmd([leaver, departed] {
      // The scope of one member is cancelled while the member waits for the others, which enter
      // only after it has left.
      auto const enter = [] { skua::finish(skua::place_set::all(), [] {}); };
      if (skua::here() == leaver) {
        skua::finish_result const r = skua::finish([enter] {
          skua::spawn([] {
            skua::sleep_for(std::chrono::milliseconds(1));
            skua::cancel();
          });
          CHECK(throws<skua::cancelled_error>(enter));
        });
        CHECK(r.cancelled());
        departed->add(1);
      } else {
        while (counter_at(leaver, departed) == 0) skua::sleep_for(std::chrono::microseconds(200));
        try {
          enter();
        } catch (skua::cancelled_error const&) {  // the cancel came before the member entered
        }
      }
      CHECK(skua::finish(skua::place_set::all(), [] {}).completed());
    });
  }
}

}  // namespace
