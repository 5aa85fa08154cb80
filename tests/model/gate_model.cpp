// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parking: no wake-up is lost. Workers search, enlist, search again and sleep; producers publish
// and wake one. A lost wake-up shows as a deadlock: the work is there and everybody sleeps.
// Production header: sleep_gate.hpp.
#include <gtest/gtest.h>

#include <skua/sched/sleep_gate.hpp>

#include "explore/expect.hpp"

namespace {

namespace model = skua::model;
using model::atomic;
using model::bounds;
using skua::sched::sleep_gate;
using skua::sched::sleeper;
constexpr auto relaxed = std::memory_order_relaxed;
constexpr auto acquire = std::memory_order_acquire;

constexpr int most = 3;

// A faulty worker, to see that the rule it breaks is needed.
enum class fault { none, keeps_the_wake_up, searches_once, ignores_the_waker };

struct place {
  sleep_gate gate;
  sleeper sleepers[most];
  atomic<int> work[most]{};  // published by a relaxed store, as the public end of a deque is
  int done[most] = {};

  int pieces;

  place(bool asymmetric, int count) : gate(asymmetric), pieces(count) {
    for (atomic<int>& w : work) {
      model::name(w, "work");
    }
  }

  void wake_one() {
    if (sleeper* const s = gate.take_one()) {
      model::wake(s->parked);
    }
  }
  void produce(int i) {
    work[i].store(1, relaxed);
    wake_one();
  }

  bool search() {
    for (int i = 0; i < pieces; ++i) {
      if (work[i].load(relaxed) == 1 && work[i].exchange(2, acquire) == 1) {
        ++done[i];
        return true;
      }
    }
    return false;
  }

  // Runs until it has got `wanted` pieces of work. `searched`: it has just searched in vain.
  void consume(int id, int wanted, fault f, bool searched = false) {
    sleeper& me = sleepers[id];
    for (; wanted > 0; searched = false) {
      if (!searched && search()) {
        --wanted;
        continue;
      }
      gate.enlist(me);
      if (f != fault::searches_once && search()) {
        --wanted;
        if (!gate.withdraw(me)) {
          while (f != fault::ignores_the_waker && sleep_gate::still_parked(me)) {  // the waker is about to clear it
            model::cpu_relax();
          }
          if (f != fault::keeps_the_wake_up) {
            wake_one();
          }
        }
        continue;
      }
      while (sleep_gate::still_parked(me)) {
        model::wait(me.parked, 1);
      }
    }
  }
};

auto parking(int producers, int each, int consumers, bool asymmetric, fault f = fault::none) {
  return [=](model::execution& run) {
    place& p = run.make<place>(asymmetric, producers * each);
    int const wanted = producers * each / consumers;
    for (int i = 0; i < producers; ++i) {
      run.thread([&p, i, each] {
        for (int k = 0; k < each; ++k) {
          p.produce(i * each + k);
        }
      });
    }
    for (int i = 0; i < consumers; ++i) {
      run.thread([&p, i, wanted, f] { p.consume(i, wanted, f); });
    }
    run.finally([&p, producers, each] {
      for (int i = 0; i < producers * each; ++i) {
        model::check(p.done[i] == 1, "work is lost or done twice");
      }
      model::check(p.gate.sleepers() == 0, "somebody is still listed");
    });
  };
}

// The first piece of work is there, two workers that have missed it enlist. If the one that finds
// it then takes a wake-up meant for the second piece, the other must hear of that.
auto crossing(fault f) {
  return [f](model::execution& run) {
    place& p = run.make<place>(true, 2);
    p.work[0].store(1, relaxed);
    for (int i = 0; i < 2; ++i) {
      run.thread([&p, i, f] { p.consume(i, 1, f, true); });
    }
    run.thread([&p] { p.produce(1); });
  };
}

TEST(gate, no_wake_up_is_lost) {
  EXPECT_TRUE(holds(model::explore(bounds("gate.1+1", 4), parking(1, 1, 1, true))));
  EXPECT_TRUE(holds(model::explore(bounds("gate.1+1.full", 4), parking(1, 1, 1, false))));
  EXPECT_TRUE(holds(model::explore(bounds("gate.two_pieces", 3), parking(1, 2, 1, true))));
  EXPECT_TRUE(holds(model::explore(bounds("gate.2+1", 2), parking(2, 1, 1, true))));
  EXPECT_TRUE(holds(model::explore(bounds("gate.1+2", 2, "", 1), parking(1, 2, 2, true))));
}

TEST(gate, the_rules_of_the_worker_are_needed) {
  EXPECT_TRUE(caught(bounds("gate.searches_once", 3), parking(1, 1, 1, true, fault::searches_once), "deadlock"));
  EXPECT_TRUE(caught(bounds("gate.ignores", 3), parking(1, 2, 1, true, fault::ignores_the_waker)));
  EXPECT_TRUE(holds(model::explore(bounds("gate.crossing", 2, "", 1), crossing(fault::none))));
  EXPECT_TRUE(caught(bounds("gate.keeps", 2), crossing(fault::keeps_the_wake_up), "deadlock"));
}

// What the waker did before it woke somebody is there when that one goes on.
auto handed_over() {
  return [](model::execution& run) {
    struct state {
      sleep_gate gate{true};
      sleeper me;
      model::var<int> before{0};
      bool taken = false;
    };
    state& s = run.make<state>();
    run.thread([&s] {
      s.gate.enlist(s.me);
      while (sleep_gate::still_parked(s.me)) {
        model::wait(s.me.parked, 1);
      }
      model::check(s.before == 1, "woken without what was done before");
    });
    run.thread([&s] {
      s.before = 1;
      sleeper* z = nullptr;
      while ((z = s.gate.take_one()) == nullptr) {
        model::cpu_relax();
      }
      model::wake(z->parked);
    });
  };
}

TEST(gate, the_waker_hands_over) { EXPECT_TRUE(holds(model::explore(bounds("gate.handed_over", 3), handed_over()))); }

TEST(gate, mutations_are_caught) {
  for (bool const asymmetric : {true, false}) {
    EXPECT_TRUE(caught(bounds("gate.", 3, "gate.producer"), parking(1, 1, 1, asymmetric), "deadlock"));
    EXPECT_TRUE(caught(bounds("gate.", 3, "gate.sleeper"), parking(1, 1, 1, asymmetric), "deadlock"));
  }
  EXPECT_TRUE(caught(bounds("gate.", 3, "gate.parked"), handed_over(), "data race"));
  EXPECT_TRUE(model::all_planted("gate.", {"gate.producer", "gate.sleeper", "gate.parked"}));
}

}  // namespace
