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

TEST(phaser, keeps_its_members_in_step) {
  with_workers([] {
    constexpr int members = 12;
    constexpr int phases = 40;
    std::vector<int> at(members, 0);
    skua::finish([&] {
      phaser ph(phaser_mode::signal_wait);
      for (int t = 0; t < members; ++t) {
        skua::spawn(phased(ph), [&, ph, t] {
          for (int p = 1; p <= phases; ++p) {
            at[static_cast<std::size_t>(t)] = p;
            ph.next();
            for (int a : at) EXPECT_EQ(a, p);
            ph.next();
          }
        });
      }
      ph.drop();
    });
  });
}

TEST(phaser, a_forgotten_registration_of_the_body_delays_no_task) {
  with_workers([] {
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
  });
}

TEST(phaser, a_phase_does_not_wait_for_a_task_that_has_ended) {
  with_workers([] {
    std::atomic<int> done{0};
    skua::finish([&] {
      phaser ph(phaser_mode::signal_wait);
      for (int t = 0; t < 6; ++t) {
        skua::spawn(phased(ph), [&, ph, t] {
          for (int p = 0; p < 5 * t; ++p) ph.next();
          ++done;
        });
      }
      ph.drop();
      EXPECT_FALSE(ph.registered());
    });
    EXPECT_EQ(done, 6);
  });
}

TEST(phaser, a_producer_runs_ahead_and_a_consumer_lags_behind) {
  with_workers([] {
    constexpr int items = 200;
    std::vector<int> data(items, 0);
    std::atomic<int> items_seen{0};
    skua::finish([&] {
      phaser ph(phaser_mode::signal_wait);
      skua::spawn(phased(ph, phaser_mode::wait), [&, ph] {
        for (int i = 0; i < items; ++i) {
          ph.wait();
          EXPECT_GE(ph.phase(), static_cast<std::uint64_t>(i) + 1);
          EXPECT_EQ(data[static_cast<std::size_t>(i)], i + 1);
          ++items_seen;
        }
      });
      skua::spawn(phased(ph, phaser_mode::signal), [&, ph] {
        for (int i = 0; i < items; ++i) {
          data[static_cast<std::size_t>(i)] = i + 1;
          ph.next();  // never waits
        }
      });
      ph.drop();
    });
    EXPECT_EQ(items_seen, items);
  });
}

TEST(phaser, a_signaller_never_waits) {
  with_workers([] {
    skua::finish([] {
      phaser ph(phaser_mode::signal);
      for (int i = 0; i < 100; ++i) ph.next();
      EXPECT_EQ(ph.phase(), 100u);
      skua::spawn(phased(ph, phaser_mode::signal), [ph] {
        for (int i = 0; i < 5; ++i) ph.signal();
      });
      EXPECT_EQ(ph.phase(), 100u);
    });
  });
}

TEST(phaser, two_producers_at_different_speeds_end_a_phase_together) {
  with_workers([] {
    skua::finish([] {
      phaser slow(phaser_mode::signal);
      skua::event ran_ahead;
      skua::spawn(phased(slow, phaser_mode::signal), [&, slow] {
        for (int i = 0; i < 10; ++i) slow.signal();
        ran_ahead.set();
      });
      ran_ahead.wait();
      EXPECT_EQ(slow.phase(), 0u);
      for (std::uint64_t i = 1; i <= 10; ++i) {
        slow.signal();
        EXPECT_GE(slow.phase(), i);
      }
      EXPECT_GE(slow.phase(), 10u);
      slow.drop();
    });
  });
}

TEST(phaser, a_signal_may_come_before_the_wait) {
  with_workers([] {
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
  });
}

TEST(phaser, members_may_join_in_a_later_phase) {
  with_workers([] {
    std::atomic<long> steps{0};
    skua::finish([&] {
      phaser ph(phaser_mode::signal_wait);
      struct growth {
        static void run(phaser p, int depth, std::atomic<long>& n) {
          for (int i = 0; i < 3; ++i) {
            ++n;
            p.next();
          }
          if (depth == 0) return;
          skua::spawn(phased(p), run, p, depth - 1, std::ref(n));
          skua::spawn(phased(p), run, p, depth - 1, std::ref(n));
          p.next();
        }
      };
      skua::spawn(phased(ph), growth::run, ph, 5, std::ref(steps));
    });
    EXPECT_EQ(steps, 3 * 63);
  });
}

TEST(phaser, phased_without_arguments_means_all_of_the_parents) {
  with_workers([] {
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
  });
}

TEST(phaser, one_task_may_have_several) {
  with_workers([] {
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
  });
}

TEST(phaser, a_wait_ends_when_its_scope_is_cancelled_and_the_others_go_on) {
  with_workers([] {
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
  });
}

TEST(phaser, a_task_that_never_starts_is_not_waited_for) {
  with_workers([] {
    skua::finish([] {
      phaser ph(phaser_mode::signal_wait);
      skua::finish_result const r = skua::finish([&] {
        skua::cancel();
        for (int i = 0; i < 5; ++i) skua::spawn(phased(ph), [ph] { ph.next(); });
      });
      EXPECT_EQ(r.never_started, 5u);
      for (int i = 0; i < 3; ++i) ph.next();
      EXPECT_EQ(ph.phase(), 3u);
    });
  });
}

TEST(phaser, an_exception_in_a_member_lets_the_others_go_on) {
  with_workers([] {
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
  });
}

TEST(phaser, waiters_are_released_when_no_signaller_is_left) {
  with_workers([] {
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
  });
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
