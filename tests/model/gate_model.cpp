// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parking: no wake-up is lost. Workers search, enlist, search again and sleep; producers publish
// and wake one. A lost wake-up shows as a deadlock: there is work, and all workers sleep.
// Production header: event_count.hpp.
#include <gtest/gtest.h>

#include <skua/detail/core/event_count.hpp>

#include "explore/expect.hpp"

namespace {

namespace model = skua::model;
using model::atomic;
using model::bounds;
using skua::sched::event_count;
using skua::sched::sleeper;
using namespace model::orders;

constexpr int max_pieces = 3;
constexpr int max_consumers = 3;

// A faulty worker: shows that the rule which it breaks is needed.
enum class fault { none, keeps_the_wake_up, searches_once, ignores_the_waker };

struct place {
  event_count gate;
  sleeper sleepers[max_consumers];
  atomic<int> work[max_pieces]{};  // published by a relaxed store, as the public end of a deque is
  int done[max_pieces] = {};

  int pieces;

  place(bool asymmetric, int count) : gate(asymmetric), pieces(count) {
    for (atomic<int>& w : work) model::name(w, "work");
  }

  void wake_one() {
    if (sleeper* const s = gate.take_one(0, [] {})) model::wake(s->parked);
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

  // Runs until it has taken `quota` pieces of work. `searched`: it has just searched and found
  // nothing.
  void consume(int id, int quota, fault f, bool searched = false) {
    sleeper& me = sleepers[id];
    for (; quota > 0; searched = false) {
      if (!searched && search()) {
        --quota;
        continue;
      }
      gate.enlist(me);
      gate.fence_sleeper();
      if (f != fault::searches_once && search()) {
        --quota;
        if (!gate.withdraw(me)) {
          while (f != fault::ignores_the_waker && event_count::still_parked(me))  // the waker is about to clear it
            model::cpu_relax();
          if (f != fault::keeps_the_wake_up) wake_one();
        }
        continue;
      }
      while (event_count::still_parked(me)) model::wait(me.parked, 1);
    }
  }
};

auto parking(int producers, int items, int consumers, bool asymmetric, fault f = fault::none) {
  return [=](model::execution& run) {
    place& p = run.make<place>(asymmetric, producers * items);
    int const quota = producers * items / consumers;
    for (int i = 0; i < producers; ++i) {
      run.thread([&p, i, items] {
        for (int k = 0; k < items; ++k) p.produce(i * items + k);
      });
    }
    for (int i = 0; i < consumers; ++i) run.thread([&p, i, quota, f] { p.consume(i, quota, f); });
    run.finally([&p, producers, items] {
      for (int i = 0; i < producers * items; ++i) model::check(p.done[i] == 1, "work is lost or done twice");
      model::check(p.gate.sleepers() == 0, "a sleeper is still listed");
    });
  };
}

// The first piece of work is published, and two workers that have missed it enlist. The worker that
// then finds it may consume the wake-up meant for the second piece; it must pass that wake-up on to
// the other worker.
auto crossing(fault f) {
  return [f](model::execution& run) {
    place& p = run.make<place>(true, 2);
    p.work[0].store(1, relaxed);
    for (int i = 0; i < 2; ++i) run.thread([&p, i, f] { p.consume(i, 1, f, true); });
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

// The woken thread sees everything that the waker did before it woke it.
auto handed_over() {
  return [](model::execution& run) {
    struct state {
      event_count gate{true};
      sleeper me;
      model::var<int> written_by_waker{0};
    };
    state& s = run.make<state>();
    run.thread([&s] {
      s.gate.enlist(s.me);
      while (event_count::still_parked(s.me)) model::wait(s.me.parked, 1);
      model::check(s.written_by_waker == 1, "the woken thread misses a write of the waker");
    });
    run.thread([&s] {
      s.written_by_waker = 1;
      sleeper* z = nullptr;
      while ((z = s.gate.take_one(0, [] {})) == nullptr) model::cpu_relax();
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
  // gate.reserve: in reserve_model.cpp
  EXPECT_TRUE(model::all_planted("gate.", {"gate.producer", "gate.sleeper", "gate.parked", "gate.reserve"}));
}

}  // namespace
