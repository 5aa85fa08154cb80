// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Phasers with tasks at several places behave as at one place.
#include <cstdint>
#include <string>

#include "remote/cases.hpp"

namespace {

using namespace place_test;
using skua::phased;
using skua::phaser;
using skua::phaser_mode;

/// Members at every place: no member can be more than one step away from another.
void keep_in_step(int members, int steps) {
  place_counters done(0L);
  skua::count steps_done;
  skua::finish([=] {
    phaser ph(phaser_mode::signal_wait);
    for (int p = 0; p < skua::places(); ++p) {
      for (int m = 0; m < members; ++m) {
        skua::spawn(skua::on(p), phased(ph), [=] {
          for (int i = 0; i < steps; ++i) {
            done->add(1);
            if (i % 8 == m) {
              long const done_there = counter_at(next_place(skua::here()), done);
              CHECK(done_there >= static_cast<long>(members) * i && done_there <= static_cast<long>(members) * (i + 1));
            }
            ph.next();
            CHECK(done->get() >= static_cast<long>(members) * (i + 1));
            CHECK(ph.phase() >= static_cast<std::uint64_t>(i) + 1);
            ++steps_done;
          }
        });
      }
    }
    ph.drop();
  });
  SAME(total_of(done), static_cast<long>(members) * steps * skua::places());
  SAME(steps_done.get(), static_cast<std::uint64_t>(members) * static_cast<std::uint64_t>(steps * skua::places()));
}

PLACE_CASE(phaser_keeps_places_in_step) { keep_in_step(3, 40); }

PLACE_CASE(phaser_of_another_place) {
  skua::at(last_place(), [] { keep_in_step(2, 20); });
}

/// Each task spawns two tasks, one here and one at the next place, makes some steps with them, and
/// ends.
void grow(phaser ph, int depth, std::uint64_t phase, skua::sum<long> steps) {
  if (depth > 0) {
    skua::spawn(skua::on(next_place(skua::here())), phased(ph), grow, ph, depth - 1, phase, steps);
    skua::spawn(skua::on(skua::here()), phased(), grow, ph, depth - 1, phase, steps);
  }
  CHECK(ph.registered());
  for (int i = 1; i <= depth + 1; ++i) {
    ph.next();
    CHECK(ph.phase() >= phase + static_cast<std::uint64_t>(i));
    steps += 1;
  }
}
constexpr long steps_of(int depth) { return depth + 1 + (depth > 0 ? 2 * steps_of(depth - 1) : 0); }

PLACE_CASE(phaser_registrations_come_and_go) {
  for (int round = 0; round < 3; ++round) {
    skua::sum<long> steps;
    skua::finish([=] {
      phaser ph(phaser_mode::signal_wait);
      grow(ph, 5, 0, steps);
      ph.drop();
    });
    SAME(steps.get(), steps_of(5));
  }
}

PLACE_CASE(phaser_waits_for_travelling_tasks) {
  // The spawner signals as soon as it has spawned: no phase may end before the task still in flight
  // has signalled.
  for (int round = 0; round < 20; ++round) {
    place_counters arrived(0L);
    skua::finish([=] {
      phaser ph(phaser_mode::signal_wait);
      skua::spawn(skua::on(last_place()), phased(ph), [=] {
        for (int i = 1; i <= 3; ++i) {
          skua::spawn(skua::on(next_place(skua::here())), phased(ph, phaser_mode::signal), [=] {
            skua::at(0, [=] { arrived->add(1); });
            ph.signal();
          });
          ph.next();
          SAME(counter_at(0, arrived), static_cast<long>(i));
        }
      });
      ph.drop();
    });
  }
}

PLACE_CASE(phaser_registered_by_a_task_that_is_not) {
  skua::sum<long> steps;
  skua::finish([=] {
    phaser ph(phaser_mode::signal_wait);
    for (int i = 0; i < 5; ++i) ph.next();
    for (int p = 0; p < skua::places(); ++p) {
      skua::async(skua::on(p), [=] {
        CHECK(skua::here() == 0 || !ph.registered());  // at its home it may run on top of the stack of the body
        SAME(ph.phase(), std::uint64_t{5});
        for (int q : {skua::here(), next_place(skua::here())}) {
          skua::spawn(skua::on(q), phased(ph), [=] {
            for (int i = 0; i < 10; ++i) {
              ph.next();
              CHECK(ph.phase() >= 6u + static_cast<unsigned>(i));
              steps += 1;
            }
          });
        }
      }).get();
    }
    for (int i = 0; i < 10; ++i) ph.next();
    SAME(ph.phase(), std::uint64_t{15});
  });
  SAME(steps.get(), 20L * skua::places());
}

PLACE_CASE(phaser_when_no_task_signals_any_more) {
  skua::sum<long> passed;
  skua::finish([=] {
    phaser ph(phaser_mode::signal_wait);
    for (int p = 0; p < skua::places(); ++p) {
      skua::spawn(skua::on(p), phased(ph, phaser_mode::wait), [=] {
        for (int i = 0; i < 20 + skua::here(); ++i) {  // the last waits alone
          ph.wait();
          passed += 1;
        }
      });
    }
    skua::spawn(skua::on(last_place()), phased(ph, phaser_mode::signal), [=] {
      for (int i = 0; i < 7; ++i) ph.signal();
    });
    ph.drop();
  });
  long const waits = 20L * skua::places() + skua::places() * last_place() / 2;
  SAME(passed.get(), waits);
  skua::finish([=] {
    phaser ph;  // no task ever signals: the end of the body releases the waiters
    for (int p = 0; p < skua::places(); ++p) {
      skua::spawn(skua::on(p), phased(ph, phaser_mode::wait), [=] {
        ph.wait();
        passed += 1;
      });
    }
  });
  SAME(passed.get(), waits + skua::places());
}

PLACE_CASE(phaser_waits_are_cancelled) {
  place_counters waiting(0L);
  skua::count thrown;
  skua::finish([=] {
    phaser ph(phaser_mode::signal_wait);  // the body stays registered, so that the phase cannot end
    auto const outcome = skua::finish([=] {
      for (int p = 0; p < skua::places(); ++p) {
        for (phaser_mode const m : {phaser_mode::wait, phaser_mode::signal_wait}) {
          skua::spawn(skua::on(p), phased(ph, m), [=] {
            ph.next();
            waiting->add(1);
            try {
              ph.next();
            } catch (skua::cancelled_error const&) {
              ++thrown;
              throw;
            }
          });
        }
      }
      ph.next();
      CHECK(comes_true([=] { return total_of(waiting) == 2 * skua::places(); }));
      skua::cancel();
    });
    CHECK(outcome.cancelled());
  });
  SAME(thrown.get(), 2u * static_cast<unsigned>(skua::places()));
}

PLACE_CASE(phaser_does_not_wait_for_tasks_that_never_start) {
  skua::finish([=] {
    phaser ph(phaser_mode::signal_wait);
    skua::finish([=] {
      skua::cancel();
      for (int i = 0; i < 10; ++i) {
        for (int p = 0; p < skua::places(); ++p) {
          skua::spawn(skua::on(p), phased(ph), [] { failed("a task of a cancelled scope ran"); });
          skua::spawn(
              skua::on(p), phased(ph), [](std::string const&) { failed("a task of a cancelled scope ran"); },
              std::string("text"));
          auto const f = skua::async(skua::on(p), phased(ph, phaser_mode::signal), [] { return 1; });
          CHECK(f.valid());
        }
      }
    });
    for (int i = 0; i < 5; ++i) ph.next();
    SAME(ph.phase(), std::uint64_t{5});
  });
}

// The scope of the task is represented there by a frame that no fibre owns.
PLACE_CASE(phaser_made_by_a_task_sent_here_ends) {
  skua::count ended;
  skua::finish([=] {
    for (int p = 0; p < skua::places(); ++p) {
      skua::spawn(skua::on(p), [=] {
        phaser ph;
        skua::spawn(phased(ph, phaser_mode::wait), [=] {
          ph.wait();
          ++ended;
        });
      });
    }
  });
  SAME(ended.get(), static_cast<std::uint64_t>(skua::places()));
}

}  // namespace
