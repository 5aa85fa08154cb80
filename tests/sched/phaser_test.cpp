// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/phaser.hpp>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "sync_support.hpp"

namespace {

using namespace sync_test;
using skua::phased;
using skua::phaser;
using skua::phaser_mode;

TASK_TEST(phaser, a_forgotten_registration_of_the_body_delays_no_task) {
  std::atomic<int> done{0};
  skua::finish([&] {
    phaser ph(phaser_mode::signal_wait);
    EXPECT_TRUE(ph.registered());
    for (int t = 0; t < 4; ++t) {
      skua::spawn(phased(ph), [&, ph] {
        ph.next();
        ph.next();
        ++done;
      });
    }
  });
  EXPECT_EQ(done, 4);
}

TASK_TEST(phaser, a_signal_may_come_before_the_wait) {
  skua::finish([] {
    phaser ph(phaser_mode::signal_wait);
    skua::event signalled;
    skua::spawn(phased(ph), [&, ph] {
      ph.signal();
      ph.signal();  // the same phase: no effect
      signalled.set();
      ph.wait();
      EXPECT_EQ(ph.phase(), 1u);
      ph.signal();
      ph.next();  // signalled before: only waits
      EXPECT_EQ(ph.phase(), 2u);
    });
    signalled.wait();
    EXPECT_EQ(ph.phase(), 0u);
    ph.next();
    ph.next();
  });
}

TASK_TEST(phaser, phased_without_arguments_means_all_of_the_parents) {
  std::atomic<int> done{0};
  skua::finish([&] {
    phaser a(phaser_mode::signal_wait);
    phaser b(phaser_mode::signal);
    skua::spawn(phased(), [&, a, b] {
      EXPECT_TRUE(a.registered());
      EXPECT_TRUE(b.registered());
      skua::spawn(phased(), [&, a, b] {
        a.next();
        b.next();
        ++done;
      });
      a.next();
      b.next();
      ++done;
    });
    a.next();
    b.next();
  });
  EXPECT_EQ(done, 2);
}

TASK_TEST(phaser, one_task_may_have_several) {
  // A ring of tasks: each signals its own phaser and waits for the phasers of its two neighbours.
  static constexpr int n = 8;
  static constexpr int phases = 25;
  std::vector<int> position(n, 0);
  skua::finish([&] {
    std::vector<phaser> ph;
    for (int i = 0; i < n; ++i) ph.emplace_back(phaser_mode::signal_wait);
    for (int i = 0; i < n; ++i) {
      phaser const left = ph[static_cast<std::size_t>((i + n - 1) % n)],
                   right = ph[static_cast<std::size_t>((i + 1) % n)];
      phaser const own = ph[static_cast<std::size_t>(i)];
      skua::spawn(phased(own, phaser_mode::signal), phased(left, phaser_mode::wait), phased(right, phaser_mode::wait),
                  [&position, i, own, left, right] {
                    for (int p = 1; p <= phases; ++p) {
                      std::atomic_ref(position[static_cast<std::size_t>(i)]).store(p);
                      own.signal();
                      left.wait();
                      right.wait();
                      EXPECT_GE(std::atomic_ref(position[static_cast<std::size_t>((i + 1) % n)]).load(), p);
                      EXPECT_GE(std::atomic_ref(position[static_cast<std::size_t>((i + n - 1) % n)]).load(), p);
                    }
                  });
    }
  });
  EXPECT_TRUE(std::all_of(position.begin(), position.end(), [](int p) { return p == phases; }));
}

TASK_TEST(phaser, a_wait_ends_when_its_scope_is_cancelled_and_the_others_go_on) {
  std::atomic<int> cancelled{0};
  int phases = 0;
  skua::finish([&] {
    phaser ph(phaser_mode::signal_wait);
    skua::finish([&](skua::scope inner) {
      skua::spawn(phased(ph, phaser_mode::wait), [&, ph] {
        try {
          ph.wait();
        } catch (skua::cancelled_error const&) {
          ++cancelled;
          throw;
        }
      });
      skua::spawn(phased(ph), [&, ph] {
        try {
          for (;;) ph.next();
        } catch (skua::cancelled_error const&) {
          ++cancelled;
          throw;
        }
      });
      for (int i = 0; i < 30; ++i) skua::yield();
      inner.cancel();
    });
    for (int i = 0; i < 5; ++i) {
      ph.next();
      ++phases;
    }
  });
  EXPECT_LE(cancelled, 2);
  EXPECT_EQ(phases, 5);
}

TASK_TEST(phaser, an_exception_in_a_member_lets_the_others_go_on) {
  int done = 0;
  auto const run = [&] {
    skua::finish(skua::keep_going, [&] {
      phaser ph(phaser_mode::signal_wait);
      skua::spawn(phased(ph), [ph] {
        ph.next();
        throw std::runtime_error("member");
      });
      skua::spawn(phased(ph), [ph, &done] {
        for (int i = 0; i < 5; ++i) ph.next();
        done = 5;
      });
      ph.drop();
    });
  };
  EXPECT_THROW(run(), std::runtime_error);
  EXPECT_EQ(done, 5);
}

TASK_TEST(phaser, waiters_are_released_when_no_signaller_is_left) {
  std::atomic<int> passed{0};
  skua::finish([&] {
    phaser ph;
    EXPECT_FALSE(ph.registered());
    skua::spawn(phased(ph, phaser_mode::wait), [&, ph] {
      for (int i = 0; i < 3; ++i) ph.wait();
      ++passed;
    });
    skua::spawn(phased(ph, phaser_mode::wait), [&, ph] {
      ph.wait();
      ++passed;
    });
  });
  EXPECT_EQ(passed, 2);
}

TEST(phaser, random_members_of_all_modes_end) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    skua::runtime place{skua::options{.workers = 1 + static_cast<int>(seed % 3)}};
    std::atomic<int> ended{0};
    place.run([&ended, seed] {
      skua::finish([&ended, seed] {
        phaser ph(phaser_mode::signal_wait);
        for (int t = 0; t < 20; ++t) {
          skua::spawn(phased(ph, static_cast<phaser_mode>(1 + (seed + static_cast<std::uint64_t>(t)) % 3)),
                      [&ended, ph, seed, t] {
                        dice d(seed * 64 + static_cast<std::uint64_t>(t));
                        for (std::uint64_t i = d.below(40); i > 0; --i) {
                          ph.next();
                          if (d.below(4) == 0) skua::yield();
                          if (d.below(16) == 0) skua::spawn(phased(), [ph] { ph.next(); });
                        }
                        ++ended;
                      });
          if (t % 5 == 0) ph.next();
        }
      });
    });
    EXPECT_EQ(ended, 20);
  }
}

TEST(phaser_death, misuse_is_a_broken_contract) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  auto const in_task = [](auto body) {
    skua::runtime place{skua::options{.workers = 1}};
    place.run([&] { skua::finish(body); });
  };
  EXPECT_DEATH(in_task([] { phaser().next(); }), "the calling task is not registered with this phaser");
  EXPECT_DEATH(in_task([] { phaser(phaser_mode::wait).signal(); }), "registered to wait only");
  EXPECT_DEATH(in_task([] { phaser(phaser_mode::signal).wait(); }), "registered to signal only");
  EXPECT_DEATH(in_task([] { phaser(phaser_mode::signal_wait).wait(); }), "signal first");
  EXPECT_DEATH(in_task([] { skua::spawn(phased(phaser(phaser_mode::wait)), [] {}); }),
               "passes on only the mode it has");
}

}  // namespace
