// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accumulators of phasers with tasks at several places.
#include <cstdint>

#include "remote/cases.hpp"

namespace {

using namespace place_test;
using skua::phased;
using skua::phaser;
using skua::phaser_mode;

PLACE_CASE(phaser_accumulators_over_places) {
  constexpr int steps = 40;
  skua::count right;
  skua::finish([=] {
    phaser ph(phaser_mode::signal_wait);
    skua::phaser_accumulator<long> total(ph);
    skua::phaser_accumulator<int, skua::max_operation<int>> top(ph);
    for (int p = 0; p < skua::places(); ++p) {
      for (int m = 0; m < 2; ++m) {
        skua::spawn(skua::on(p), phased(ph), [=] {
          for (int i = 1; i <= steps; ++i) {
            total.send(i * (skua::here() + 1));
            top.send(100 * i + skua::here());
            ph.next();
            long const n = skua::places();
            SAME(total.result(), i * n * (n + 1));
            SAME(top.result(), 100 * i + last_place());
            ++right;
          }
        });
      }
    }
    ph.drop();
  });
  SAME(right.get(), 2u * steps * static_cast<unsigned>(skua::places()));
}

PLACE_CASE(phaser_accumulators_read_by_laggards) {
  constexpr int items = 200;
  skua::count right;
  skua::finish([=] {
    phaser ph(phaser_mode::signal_wait);
    skua::phaser_accumulator<long> sent(ph);
    skua::spawn(skua::on(last_place()), phased(ph, phaser_mode::signal), [=] {
      for (int i = 0; i < items; ++i) {
        sent.send(i);
        ph.signal();
      }
    });
    for (int p = 0; p < skua::places(); ++p) {
      skua::spawn(skua::on(p), phased(ph, phaser_mode::wait), [=] {
        for (int i = 0; i < items; ++i) {
          if (i == 3) {  // a task that lags behind like this one, at a place that may have discarded these phases
            skua::spawn(skua::on(next_place(skua::here())), phased(ph, phaser_mode::wait), [=] {
              for (int k = 3; k < items; ++k) {
                ph.wait();
                SAME(sent.result(), static_cast<long>(k));
                ++right;
              }
            });
          }
          if (i % 50 == skua::here()) skua::yield();
          ph.wait();
          SAME(sent.result(), static_cast<long>(i));
          ++right;
        }
      });
    }
    ph.drop();
  });
  SAME(right.get(), static_cast<std::uint64_t>(2 * items - 3) * static_cast<std::uint64_t>(skua::places()));
}

// The last place has seen the first phases end, and has discarded their results. A task that lags
// behind gets them again with the answer to its arrival there; the child that it spawns before its
// first wait must wait for them too.
PLACE_CASE(phaser_accumulators_read_by_a_child_of_a_laggard) {
  constexpr int rounds = fewer(20, 5), phases = 6;
  skua::count right;
  for (int round = 0; round < rounds; ++round) {
    place_counters phases_over(0L);
    skua::finish([=] {
      phaser ph(phaser_mode::signal_wait);
      skua::phaser_accumulator<long> sent(ph);
      auto const read_all = [=] {
        for (int i = 1; i <= phases; ++i) {
          ph.wait();
          SAME(sent.result(), static_cast<long>(i));
          ++right;
        }
      };
      skua::spawn(phased(ph, phaser_mode::wait), [=] {
        CHECK(comes_true([&] { return phases_over->get() != 0; }));
        skua::spawn(skua::on(last_place()), phased(ph, phaser_mode::wait), [=] {
          skua::spawn(phased(ph, phaser_mode::wait), read_all);
          read_all();
        });
      });
      skua::spawn(skua::on(last_place()), phased(ph), [=] {
        for (int i = 1; i <= phases; ++i) {
          ph.next();
          SAME(sent.result(), static_cast<long>(i));
          ++right;
        }
      });
      for (int i = 1; i <= phases; ++i) {
        sent.send(i);
        ph.next();
      }
      phases_over->add(1);
    });
  }
  SAME(right.get(), static_cast<std::uint64_t>(3 * rounds * phases));
}

}  // namespace
