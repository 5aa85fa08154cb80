// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The things that workers take from one another: the ready slot, spare workers that replace blocked
// ones, suspended fibres with tasks.
//
// Production headers: fibre_slot.hpp, spare_count.hpp, spinlock.hpp. For lists of fibres this file
// repeats atomic operations of ready.cpp (list_suspended, unlist_suspended) and steal.cpp
// (steal_newest): a change of that code needs the same change here.
#include <gtest/gtest.h>

#include <skua/detail/base/spinlock.hpp>

#include "core/fibre_slot.hpp"
#include "core/spare_count.hpp"
#include "explore/expect.hpp"

namespace {

namespace model = skua::model;
using model::atomic;
using model::named;
using namespace model::orders;

// ---- ready slot ----

struct ready_fibre {
  model::var<int> saved{0};
  int resumed = 0;
  void resume() {
    model::check(saved == 1, "resumed before it was saved");
    ++resumed;
  }
};

struct ready_worker {
  skua::sched::fibre_slot<ready_fibre> slot;
  skua::base::spinlock lists;
  ready_fibre* list[4] = {};
  int listed = 0;

  void make_ready(ready_fibre* f) {
    f->saved = 1;
    if (slot.put_if_empty(f)) return;
    if (ready_fibre* const older = slot.replace(f)) {
      lists.lock();
      list[listed++] = older;
      lists.unlock();
    }
  }
  ready_fibre* take_listed() {
    lists.lock();
    ready_fibre* const f = listed > 0 ? list[--listed] : nullptr;
    lists.unlock();
    return f;
  }
};

// The owner makes two fibres ready and takes what it finds; a thief takes too. `second_owner`: a
// second thread uses the slot as its owner, which breaks WORKER-1.
auto ready(bool second_owner = false) {
  return [=](model::execution& run) {
    struct place {
      ready_worker w;
      ready_fibre fibres[3];
    };
    place& p = run.make<place>();
    auto const take_one = [&p] {
      ready_fibre* f = p.w.slot.take();
      if (f == nullptr) f = p.w.take_listed();
      if (f != nullptr) f->resume();
      return f != nullptr;
    };
    run.thread([&p, take_one] {
      p.w.make_ready(&p.fibres[0]);
      p.w.make_ready(&p.fibres[1]);
      take_one();
    });
    run.thread([&p, take_one, second_owner] {
      if (second_owner) {
        p.w.make_ready(&p.fibres[2]);
      } else {
        p.fibres[2].saved = 1;
        p.fibres[2].resume();
      }
      take_one();
    });
    run.finally([&p, take_one] {
      while (take_one()) {
      }
      for (ready_fibre const& f : p.fibres) model::check(f.resumed == 1, "a ready fibre is lost, or resumed twice");
    });
  };
}

TEST(worker, a_ready_fibre_is_resumed_once) {
  EXPECT_TRUE(holds(model::explore(named("ready", 3), ready())));
  EXPECT_TRUE(caught(named("ready.", 3, "fibre_slot.two_steps"), ready()));
  EXPECT_TRUE(caught(named("ready.two_owners", 3), ready(true), "lost"));
}

// ---- spares ----

// Like retire_spare and wake_spare of spare.cpp, and blocking_section of time.cpp.
struct spare_place {
  skua::sched::spare_count count;
  skua::base::spinlock threads_lock;
  bool asleep = false;

  void retire() {
    if (count.missing(0) >= 0) return;
    threads_lock.lock();
    asleep = count.missing(0) < 0 && count.retire([] { return 0; });
    threads_lock.unlock();
  }
  void block() {
    if (!count.begin_block()) return;
    threads_lock.lock();
    if (asleep) {
      asleep = false;
      count.add_awake(1);
    }
    threads_lock.unlock();
  }
};

void spare(model::execution& run) {
  spare_place& p = run.make<spare_place>();
  p.count.add_awake(1);
  run.thread([&p] { p.retire(); });
  run.thread([&p] { p.block(); });
  run.finally([&p] { model::check(!p.asleep && p.count.awake() == 1, "a worker blocks and no spare stands in"); });
}

TEST(worker, a_spare_stands_in_for_a_blocked_worker) {
  EXPECT_TRUE(holds(model::explore(named("spare", 4), spare)));
  EXPECT_TRUE(caught(named("spare.", 4, "spare.looks_once"), spare, "no spare stands in"));
}

// ---- suspended fibres ----

// A suspended fibre on the list of its worker. The worker takes the newest task of its deque (an
// end that the owner of a deque moves without the lock), or unlists the fibre when its deque is
// empty. Meanwhile another worker resumes the fibre.
struct suspended_place {
  skua::base::spinlock lists;
  atomic<int> suspended_at{1};
  int listed = 1;
  model::var<int> head{2};  // the head of the fibre's deque; its owner moves it without a lock
  int tasks_taken = 0;

  void unlink_locked() {
    --listed;
    suspended_at.store(0, release);
  }
  void scan(bool locks) {
    if (locks) lists.lock();
    if (suspended_at.load(relaxed) != 0) {
      if (head > 0) {
        head = head - 1;
        ++tasks_taken;
      }
      if (head == 0) unlink_locked();
    }
    if (locks) lists.unlock();
  }
  void resume(bool unlists) {
    if (unlists && suspended_at.load(acquire) != 0) {
      lists.lock();
      if (suspended_at.load(relaxed) != 0) unlink_locked();
      lists.unlock();
    }
    int const remaining = head;
    head = 0;
    tasks_taken += remaining;
  }
};

auto suspended(bool unlists, bool locks = true) {
  return [=](model::execution& run) {
    suspended_place& p = run.make<suspended_place>();
    run.thread([&p, locks] {
      p.scan(locks);
      p.scan(locks);
    });
    run.thread([&p, unlists] { p.resume(unlists); });
    run.finally([&p] {
      model::check(p.listed == 0, "resumed, and still listed");
      model::check(p.tasks_taken == 2, "a task is lost or taken twice");
    });
  };
}

TEST(worker, a_suspended_fibre_is_unlinked_before_it_goes_on) {
  EXPECT_TRUE(holds(model::explore(named("suspended", 4), suspended(true))));
  EXPECT_TRUE(caught(named("suspended.stays_listed", 4), suspended(false)));
  EXPECT_TRUE(caught(named("suspended.unlocked", 4), suspended(true, false)));
}

}  // namespace
