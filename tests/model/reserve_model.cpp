// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// More workers than processors: a push wakes no worker while as many are awake as there are
// processors, and the service thread wakes the others while tasks wait beside them. No task waits
// for ever while a worker sleeps, and once `stopping` is set every thread ends. A task that waits
// for ever shows as a deadlock: the busy workers spin for its start, and the others sleep.
// Production headers: event_count.hpp, parking.hpp, task_deque.hpp, watch_switch.hpp. The service
// thread repeats code of src/core (service.cpp, spare_watch.cpp); it looks again after each write
// of another thread, instead of after a time.
#include <gtest/gtest.h>

#include "core/watch_switch.hpp"
#include "explore/expect.hpp"
#include "small_place.hpp"

namespace {

namespace model = skua::model;
using model::atomic;
using model::bounds;
using model::looker;
using namespace model::orders;

// A faulty place: shows that the rule which it breaks is needed.
enum class fault {
  none,
  service_wakes_no_worker,
  service_wakes_one_worker_only,
  worker_begins_without_a_fence,
  service_turns_off_though_a_push_wakes_no_worker,
  service_counts_spares
};

// Worker 0 has the only deque. The service thread looks, as after earlier work.
struct reserve_place : model::small_place {
  skua::sched::watch_switch watch;
  std::vector<atomic<int>> busy;
  atomic<int> in_kernel{0};  // the owner of the tasks sleeps there
  atomic<int> bell{0};
  atomic<int> started{0};
  int tasks;
  fault planted;

  reserve_place(int worker_count, int reserve_size, int task_count, fault f)
      : small_place(worker_count, reserve_size, 1),
        busy(static_cast<std::size_t>(worker_count)),
        tasks(task_count),
        planted(f) {
    model::name(in_kernel, "in_kernel");
    model::name(bell, "bell");
    model::name(started, "started");
    (void)watch.turn_on();
    for (atomic<int>& b : busy) model::name(b, "busy");
  }

  // Like service::poke.
  void poke() {
    bell.fetch_add(1, release);
    model::wake(bell);
  }

  // Like work_search::result.
  void begin(int id) {
    busy[static_cast<std::size_t>(id)].store(1, relaxed);
    if (planted != fault::worker_begins_without_a_fence) skua::base::light_fence();
    if (watch.turn_on()) poke();
  }
  void meet() {
    while (started.load(acquire) != tasks) model::cpu_relax();
  }

  // The worker that pushes all tasks. It does not come to them, because it spins until all have
  // started, as each of the tasks does.
  void own(bool sleeps_first) {
    in_kernel.store(sleeps_first ? 1 : 0, relaxed);
    begin(0);
    if (sleeps_first) in_kernel.store(0, relaxed);
    for (int i = 0; i < tasks; ++i) push(deques.front());
    meet();
    stop();
    poke();
  }

  // Another worker.
  void work(int id) {
    while (stopping.load(acquire) == 0) {
      int looks = 0;
      looker const me{*this, id, looks, false, 1};
      begin_search(id);
      if (me.search() || skua::sched::park(gate, naps[id], me)) {
        skua::sched::pass_on_search(end_search(id), me);
        begin(id);
        started.fetch_add(1, std::memory_order_acq_rel);
        meet();
        busy[static_cast<std::size_t>(id)].store(0, relaxed);
      }
    }
  }

  // A spare worker in surplus that sleeps in the list: it takes nothing, and passes the wake-up on.
  void retire_when_woken() {
    skua::sched::sleeper& me = naps[workers];
    gate.enlist(me);
    while (stopping.load(acquire) == 0 && skua::sched::event_count::still_parked(me)) model::wait(me.parked, 1);
    if (gate.withdraw(me)) return;
    counted[workers] = true;
    (void)end_search(workers);
    notify();
  }

  bool any_busy() const {
    for (atomic<int> const& b : busy)
      if (b.load(relaxed) != 0) return true;
    return false;
  }
  bool anything_waits() const { return deques.front().count_tasks() != 0; }

  // Like spare_watch::has_nothing_to_find.
  bool must_look() const {
    bool const owner_sleeps = in_kernel.load(relaxed) != 0;
    for (std::size_t i = owner_sleeps ? 1 : 0; i < busy.size(); ++i)
      if (busy[i].load(relaxed) != 0) return true;
    bool const push_wakes = planted == fault::service_turns_off_though_a_push_wakes_no_worker ? true
                            : planted == fault::service_counts_spares                         ? wants_more_awake()
                                                                                              : workers - 1 > reserve;
    return owner_sleeps && (!push_wakes || anything_waits());
  }

  // Like service::loop, with the part of spare_watch::look that is for the reserve. It turns itself
  // off the first time that it has nothing to find.
  void serve() {
    int wakes = planted == fault::service_wakes_no_worker         ? 0
                : planted == fault::service_wakes_one_worker_only ? 1
                                                                  : -1;
    while (stopping.load(acquire) == 0) {
      int const seen = bell.load(acquire);
      if (watch.is_on()) {
        bool const is_needed = must_look();
        if (reserve != 0 && wakes != 0 && gate.sleepers() > 0 && anything_waits()) {
          wake_one();
          --wakes;
          continue;
        }
        if (is_needed || !watch.turn_off([this] { return must_look(); })) {
          model::cpu_relax();
          continue;
        }
      }
      if (stopping.load(acquire) == 0) model::wait(bell, seen);
    }
  }
};

enum class owner { spins, sleeps_first, sleeps_first_beside_a_spare };

// `reserve` of the workers are beyond the processors.
auto meeting(int workers, int reserve, int tasks, fault f = fault::none, owner first = owner::spins) {
  return [=](model::execution& run) {
    reserve_place& p = run.make<reserve_place>(workers, reserve, tasks, f);
    run.thread([&p] { p.serve(); });
    run.thread([&p, first] { p.own(first != owner::spins); });
    if (first == owner::sleeps_first_beside_a_spare) run.thread([&p] { p.retire_when_woken(); });
    for (int i = 1; i < workers; ++i) run.thread([&p, i] { p.work(i); });
    run.finally([&p] {
      model::check(p.started.load(relaxed) == p.tasks, "a task is lost or has run twice");
      model::check(p.gate.sleepers() == 0, "a worker is still listed as asleep");
    });
  };
}

// A worker begins to work while the service thread turns itself off.
auto turning_off(fault f = fault::none) {
  return [f](model::execution& run) {
    reserve_place& p = run.make<reserve_place>(1, 0, 0, f);
    run.thread([&p] { (void)p.watch.turn_off([&p] { return p.any_busy(); }); });
    run.thread([&p] { p.begin(0); });
    run.finally(
        [&p] { model::check(p.watch.is_on(), "the service thread has turned itself off beside a busy worker"); });
  };
}

// Without the service thread: as many workers as processors stay awake while tasks are left. The
// owner pushes and then computes for ever; the other workers steal what they find, then sleep.
auto without_a_service(int lookers, int reserve, int pushes) {
  return [=](model::execution& run) {
    reserve_place& p = run.make<reserve_place>(lookers + 1, reserve, pushes, fault::none);
    run.thread([&p] {
      for (int i = 0; i < p.tasks; ++i) p.push(p.deques.front());
    });
    for (int i = 1; i <= lookers; ++i) {
      run.thread([&p, i] {
        int looks = 0;
        while (!p.asleep[i]) (void)p.go_to_sleep(looker{p, i, looks, true});
      });
    }
    run.finally([&p] {
      model::check(!p.anything_waits() || p.gate.sleepers() <= p.reserve,
                   "a task is left, and fewer workers are awake than there are processors");
    });
  };
}

TEST(reserve, no_task_waits_for_ever_while_a_worker_sleeps) {
  EXPECT_TRUE(holds(model::explore(bounds("reserve.2-1", 2, "", 0), meeting(2, 1, 1))));
  EXPECT_TRUE(holds(model::explore(bounds("reserve.3-2", 1, "", 0), meeting(3, 2, 2))));
  EXPECT_TRUE(holds(model::explore(bounds("reserve.3-1", 1, "", 0), meeting(3, 1, 2))));
}

TEST(reserve, the_service_thread_is_needed) {
  EXPECT_TRUE(
      caught(bounds("reserve.no_wake", 1, "", 0), meeting(2, 1, 1, fault::service_wakes_no_worker), "deadlock"));
  EXPECT_TRUE(
      caught(bounds("reserve.one_wake", 1, "", 0), meeting(3, 2, 2, fault::service_wakes_one_worker_only), "deadlock"));
}

TEST(reserve, the_service_thread_does_not_turn_itself_off_beside_a_busy_worker) {
  EXPECT_TRUE(holds(model::explore(bounds("reserve.switch", 4), turning_off())));
  EXPECT_TRUE(caught(bounds("reserve.", 4, "watch_switch.looks_once"), turning_off(), "turned itself off"));
  EXPECT_TRUE(caught(bounds("reserve.", 4, "watch_switch.fence"), turning_off(), "turned itself off"));
  EXPECT_TRUE(
      caught(bounds("reserve.no_fence", 4), turning_off(fault::worker_begins_without_a_fence), "turned itself"));
  EXPECT_TRUE(caught(bounds("reserve.", 2, "watch_switch.looks_once", 0), meeting(2, 1, 1), "T1 sleeps on bell"));
  EXPECT_TRUE(model::all_planted("watch_switch.", {"watch_switch.looks_once", "watch_switch.fence"}));
}

// In the tests turns_off_* a worker sleeps in the kernel. The service thread turns itself off
// during that time. Then the worker pushes.
TEST(reserve, turns_off_without_a_reserve) {
  EXPECT_TRUE(
      holds(model::explore(bounds("reserve.off.2-0", 2, "", 0), meeting(2, 0, 1, fault::none, owner::sleeps_first))));
  EXPECT_TRUE(
      holds(model::explore(bounds("reserve.off.stale", 1, "", 1), meeting(2, 0, 1, fault::none, owner::sleeps_first))));
}

TEST(reserve, turns_off_with_a_worker_in_reserve) {
  EXPECT_TRUE(
      holds(model::explore(bounds("reserve.off.2-1", 2, "", 0), meeting(2, 1, 1, fault::none, owner::sleeps_first))));
}

TEST(reserve, turns_off_among_three_workers) {
  EXPECT_TRUE(
      holds(model::explore(bounds("reserve.off.3-1", 1, "", 0), meeting(3, 1, 2, fault::none, owner::sleeps_first))));
}

TEST(reserve, turns_off_beside_a_spare_worker) {
  EXPECT_TRUE(holds(model::explore(bounds("reserve.off.spare", 1, "", 0),
                                   meeting(2, 1, 1, fault::none, owner::sleeps_first_beside_a_spare))));
  EXPECT_TRUE(caught(bounds("reserve.off.spare.", 1, "", 0),
                     meeting(2, 1, 1, fault::service_counts_spares, owner::sleeps_first_beside_a_spare), "deadlock"));
}

TEST(reserve, turns_off_wrongly) {
  EXPECT_TRUE(caught(bounds("reserve.off_wrongly", 1, "", 0),
                     meeting(2, 1, 1, fault::service_turns_off_though_a_push_wakes_no_worker, owner::sleeps_first),
                     "deadlock"));
  EXPECT_TRUE(caught(bounds("reserve.off.", 2, "watch_switch.looks_once", 0),
                     meeting(3, 1, 2, fault::none, owner::sleeps_first), "deadlock"));
}

TEST(reserve, as_many_workers_as_processors_are_awake_while_tasks_are_left) {
  EXPECT_TRUE(holds(model::explore(bounds("reserve.awake.2-1", 2, "", 1), without_a_service(1, 1, 2))));
  EXPECT_TRUE(holds(model::explore(bounds("reserve.awake.3-1", 2, "", 0), without_a_service(2, 1, 3))));
  EXPECT_TRUE(caught(bounds("reserve.awake.", 2, "gate.reserve", 0), without_a_service(2, 1, 3), "fewer workers"));
}

TEST(reserve, every_worker_ends_under_time_slices) {
  for (int steps = 1; steps <= 60; ++steps) {
    model::options o = bounds(("reserve.slice." + std::to_string(steps) + ".").c_str(), 0, "", 0);
    o.slice = static_cast<unsigned>(steps);
    model::result const r = model::explore(o, meeting(4, 3, 3));
    ASSERT_TRUE(r.holds()) << r.report();
  }
}

}  // namespace
