// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The final check of a worker before it sleeps, with more searching workers than processors (the
// explorer has one). Once there is no work every worker sleeps; once `stopping` is set every worker
// ends; no task is left beside sleeping workers. Liveness is shown as a bound that no schedule
// exceeds: without work a worker searches once, and a search has a bounded number of steps. So
// every execution ends, even under time slices of every length. Production headers: parking.hpp,
// event_count.hpp, task_deque.hpp. The last cases show what the deadlock detector may conclude from
// workers that seem to sleep.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "core/parking.hpp"
#include "explore/expect.hpp"
#include "small_place.hpp"

namespace {

namespace model = skua::model;
using model::atomic;
using model::bounds;
using namespace model::orders;

using place = model::small_place;
using model::deque;
using model::looker;
using model::max_workers;

// Workers without work until the place stops: at once, or after all of them have gone to sleep.
auto idle(int workers, bool when_all_sleep) {
  return [=](model::execution& run) {
    place& p = run.make<place>(workers);
    for (int i = 0; i < workers; ++i) {
      run.thread([&p, i] {
        while (p.stopping.load(acquire) == 0) {
          int looks = 0;
          bool const has_work = p.go_to_sleep(looker{p, i, looks});
          model::check(!has_work, "a worker has found work, but there is none");
          model::check(looks <= 1, "a worker looks again though no task is left");
        }
      });
    }
    run.thread([&p, when_all_sleep] {
      while (when_all_sleep && p.gate.sleepers() != p.workers) model::cpu_relax();
      p.stop();
    });
  };
}

// The owner pushes and pops, and then computes for ever; the other workers steal what they find,
// then sleep.
auto beside_an_owner(int lookers, int pushes, int pops) {
  return [=](model::execution& run) {
    place& p = run.make<place>(lookers + 1);
    deque& owned = p.deques.back();
    run.thread([&p, &owned, pushes, pops] {
      for (int i = 0; i < pushes; ++i) p.push(owned);
      for (int i = 0; i < pops && owned.pop_above(owned.bottom()) != nullptr; ++i) {
      }
    });
    for (int i = 0; i < lookers; ++i) {
      run.thread([&p, i] {
        int looks = 0;
        while (!p.asleep[i]) (void)p.go_to_sleep(looker{p, i, looks, true});
      });
    }
    run.finally([&p, &owned, lookers] {
      bool woken = false;
      for (int i = 0; i < lookers; ++i) woken = woken || !p.naps[i].listed;
      model::check(owned.count_tasks() == 0 || woken, "a task is left beside workers that sleep");
    });
  };
}

// A worker wakes for a task that it then finds, and pushes others, while another worker goes to
// sleep. `when`: when the woken worker adds itself to the set of those that are awake.
enum class added { before_it_looks, after_it_has_looked };
auto beside_a_woken_worker(added when) {
  return [=](model::execution& run) {
    place& p = run.make<place>(2);
    p.awake.remove(1);
    run.thread([&p, when] {
      deque& own = p.deques[1];
      if (when == added::before_it_looks) p.awake.add(1);
      model::light_fence();  // as share_with_others of loop.cpp
      if (p.wants_more_awake()) own.request_poll();
      if (when == added::after_it_has_looked) p.awake.add(1);
      for (int i = 0; i < 2; ++i) p.push(own);
    });
    run.thread([&p] {
      int looks = 0;
      while (!p.asleep[0]) (void)p.go_to_sleep(looker{p, 0, looks, true});
    });
    run.finally([&p] {
      bool const is_woken = !p.naps[0].listed;
      model::check(p.deques[1].count_tasks() == 0 || is_woken, "a task is left beside a worker that sleeps");
    });
  };
}

// A task has arrived. One worker takes it, all go to sleep, and the deadlock detector checks
// whether anything can run. The difficulty: a worker that has enlisted and finds the task in its
// final check does not show that to any other thread.
struct detected : place {
  atomic<int> arrivals{1};
  std::vector<atomic<int>> looking;
  bool reported = false;

  explicit detected(int n) : place(n), looking(static_cast<std::size_t>(n)) { model::name(arrivals, "arrivals"); }

  // Like nothing_can_run (src/instruments/deadlock.cpp) with one place.
  bool is_passive(bool asks_lookers) const {
    if (gate.sleepers() < workers) return false;
    for (atomic<int> const& l : looking)
      if (asks_lookers && l.load(acquire) != 0) return false;
    return arrivals.load(relaxed) == 0;
  }
  bool nothing_can_run(bool asks_lookers) const {
    std::uint32_t const parks = gate.enlistments();
    return is_passive(asks_lookers) && is_passive(asks_lookers) && gate.enlistments() == parks;
  }
};

struct taker : model::plain_worker {
  detected& p;
  int id;

  taker(detected& place_of_test, int number) : p(place_of_test), id(number) {}
  bool end_search() const { return p.end_search(id); }
  void note_wake_up() const { p.counted[id] = true; }
  bool search() const { return p.arrivals.exchange(0, std::memory_order_acq_rel) == 1; }
  void prepare_to_sleep() const { p.looking[static_cast<std::size_t>(id)].store(0, release); }
  void sleep() const {
    p.asleep[id] = true;
    p.naps[id].parked.store(0, relaxed);
  }
};

auto beside_a_detector(int workers, bool asks_lookers) {
  return [=](model::execution& run) {
    detected& p = run.make<detected>(workers);
    for (int i = 0; i < workers; ++i) {
      run.thread([&p, i] {
        atomic<int>& looking = p.looking[static_cast<std::size_t>(i)];
        while (!p.asleep[i]) {
          looking.store(1, relaxed);
          bool const has_work = p.go_to_sleep(taker{p, i});
          looking.store(0, release);
          model::check(!has_work || !p.reported, "a deadlock was reported before a task ran");
        }
      });
    }
    run.thread([&p, asks_lookers] { p.reported = p.nothing_can_run(asks_lookers); });
  };
}

// A worker beside tasks that only the spare worker can run: it blocks for them in the kernel, as
// once before. An external thread submits them.
struct place_with_spare : place {
  atomic<int> arrivals{0};
  atomic<int> done{0};
  atomic<int> blocked{1};
  atomic<int> awake_spares{1};
  skua::base::spinlock threads_lock;
  bool retired = false;

  place_with_spare() : place(1) {
    model::name(arrivals, "arrivals");
    model::name(done, "done");
    model::name(blocked, "blocked");
    model::name(awake_spares, "awake_spares");
  }

  bool in_surplus() const { return awake_spares.load(relaxed) > blocked.load(relaxed); }

  // Like announce_arrival.
  void submit() {
    arrivals.fetch_add(1, relaxed);
    notify();
  }
  // Like blocking_section and wake_spare.
  void block() {
    blocked.fetch_add(1, std::memory_order_seq_cst);
    if (awake_spares.load(std::memory_order_seq_cst) >= blocked.load(std::memory_order_seq_cst)) return;
    threads_lock.lock();
    if (retired) {
      retired = false;
      awake_spares.fetch_add(1, relaxed);
      naps[0].parked.store(0, release);
      model::wake(naps[0].parked);
    }
    threads_lock.unlock();
  }
  // Like retire_spare.
  void retire() {
    threads_lock.lock();
    bool sleeps = in_surplus() && stopping.load(relaxed) == 0;
    if (sleeps) {
      int const remaining = awake_spares.fetch_sub(1, std::memory_order_seq_cst) - 1;
      sleeps = blocked.load(std::memory_order_seq_cst) <= remaining;
      if (!sleeps) awake_spares.fetch_add(1, relaxed);
    }
    if (sleeps) {
      naps[0].parked.store(1, relaxed);
      retired = true;
    }
    threads_lock.unlock();
    if (!sleeps) return;
    notify();
    while (naps[0].parked.load(acquire) != 0) model::wait(naps[0].parked, 1);
  }
  // Like place::stop_threads.
  void stop_all() {
    stop();
    threads_lock.lock();
    if (retired) {
      naps[0].parked.store(0, release);
      model::wake(naps[0].parked);
    }
    threads_lock.unlock();
  }
};

struct spare_worker {
  place_with_spare& p;
  bool left_to_others = false;

  bool end_search() const { return p.end_search(0) || true; }  // a spare worker acts like the last one
  void note_wake_up() const { p.counted[0] = true; }
  // Like find_local_or_steal.
  bool search() {
    left_to_others = p.in_surplus();
    int waiting = p.arrivals.load(relaxed);
    if (left_to_others || waiting == 0) return false;
    p.arrivals.fetch_sub(1, std::memory_order_acq_rel);
    p.done.fetch_add(1, release);
    return true;
  }
  void request_polls() const {}
  void fence_requests() const {}
  // An arrival stands for a task in the deque of the busy worker, which the search may miss.
  bool has_missed_tasks() const { return p.arrivals.load(relaxed) != 0; }
  bool has_left_tasks() const { return left_to_others; }
  bool stopping() const { return p.stopping.load(acquire) != 0; }
  void pass_on_wake_up() const {}
  void prepare_to_sleep() const {}
  void sleep() const { model::wait(p.naps[0].parked, 1); }
};

auto beside_a_blocking_worker(int tasks, int sections) {
  return [=](model::execution& run) {
    place_with_spare& p = run.make<place_with_spare>();
    run.thread([&p, tasks, sections] {
      for (int i = 0; i < sections; ++i) {
        p.blocked.fetch_sub(1, std::memory_order_seq_cst);
        p.block();
      }
      while (p.done.load(acquire) != tasks) model::cpu_relax();
      p.stop_all();
    });
    run.thread([&p] {
      while (p.stopping.load(acquire) == 0) {
        spare_worker me{p};
        if (me.search()) continue;
        if (p.in_surplus()) {
          (void)me.end_search();
          p.retire();
          continue;
        }
        (void)skua::sched::park(p.gate, p.naps[0], me);
      }
    });
    run.thread([&p, tasks] {
      for (int i = 0; i < tasks; ++i) p.submit();
    });
  };
}

/// Threads take turns of `steps` steps each, as threads in excess of the processors do.
model::options slices(int steps) {
  model::options o = bounds(("parking.slice." + std::to_string(steps) + ".").c_str(), 0, "", 0);
  o.slice = static_cast<unsigned>(steps);
  return o;
}
constexpr int longest_slice = 60;

TEST(parking, with_nothing_to_do_each_worker_looks_once_and_ends_with_the_place) {
  EXPECT_TRUE(holds(model::explore(bounds("parking.idle.2", 2, "", 0), idle(2, true))));
  EXPECT_TRUE(holds(model::explore(bounds("parking.idle.2.at_once", 2, "", 0), idle(2, false))));
  EXPECT_TRUE(holds(model::explore(bounds("parking.idle.3", 2, "", 0), idle(3, true))));
  EXPECT_TRUE(holds(model::explore(bounds("parking.idle.4", 1, "", 0), idle(4, false))));
}

TEST(parking, lookers_end_under_time_slices) {
  for (int workers = 2; workers <= max_workers; ++workers) {
    for (int steps = 1; steps <= longest_slice; ++steps) {
      model::result const r = model::explore(slices(steps), idle(workers, true));
      ASSERT_TRUE(r.holds()) << workers << " workers\n" << r.report();
    }
  }
}

// A worker must not look again because another worker holds a lock. With three workers, two of them
// meet at a deque.
TEST(parking, lookers_that_take_each_other_for_work_are_caught) {
  EXPECT_TRUE(caught(bounds("parking.", 2, "deque.force_tries", 0), idle(3, true), "looks again"));
}

TEST(parking, no_task_is_left_beside_sleepers) {
  EXPECT_TRUE(holds(model::explore(bounds("parking.owner.1", 2, "", 1), beside_an_owner(1, 1, 0))));
  EXPECT_TRUE(holds(model::explore(bounds("parking.owner.3-2", 3, "", 0), beside_an_owner(1, 3, 2))));
  EXPECT_TRUE(holds(model::explore(bounds("parking.owner.4-2", 2, "", 0), beside_an_owner(1, 4, 2))));
  EXPECT_TRUE(holds(model::explore(bounds("parking.owner.3-2.two", 2, "", 0), beside_an_owner(2, 3, 2))));
  EXPECT_TRUE(
      caught(bounds("parking.owner.", 3, "deque.force_gives_up", 0), beside_an_owner(1, 3, 2), "is left beside"));
}

TEST(parking, no_task_of_a_woken_worker_is_left_beside_sleepers) {
  auto const early = beside_a_woken_worker(added::before_it_looks);
  EXPECT_TRUE(holds(model::explore(bounds("parking.woken", 3, "", 0), early)));
  auto const late = beside_a_woken_worker(added::after_it_has_looked);
  EXPECT_TRUE(caught(bounds("parking.woken.late", 3, "", 0), late, "is left beside"));
}

TEST(parking, no_deadlock_is_seen_while_a_last_look_has_found_a_task) {
  EXPECT_TRUE(holds(model::explore(bounds("parking.detector.1", 3, "", 1), beside_a_detector(1, true))));
  EXPECT_TRUE(holds(model::explore(bounds("parking.detector.2", 2, "", 0), beside_a_detector(2, true))));
  EXPECT_TRUE(caught(bounds("parking.detector.", 3, "", 1), beside_a_detector(1, false), "was reported before"));
}

TEST(parking, a_spare_worker_in_surplus_does_not_sleep_beside_a_task) {
  EXPECT_TRUE(holds(model::explore(bounds("parking.spare.1", 3, "", 0), beside_a_blocking_worker(1, 1))));
  EXPECT_TRUE(holds(model::explore(bounds("parking.spare.stale", 2, "", 1), beside_a_blocking_worker(1, 1))));
  EXPECT_TRUE(holds(model::explore(bounds("parking.spare.2", 2, "", 0), beside_a_blocking_worker(2, 2))));
  EXPECT_TRUE(
      caught(bounds("parking.spare.", 3, "parking.sleeps_in_surplus", 0), beside_a_blocking_worker(1, 1), "deadlock"));
}

// A worker that looks without yielding the processor keeps the thief of the task that it has seen
// from running.
TEST(parking, a_looker_gives_way) {
  EXPECT_TRUE(caught(bounds("parking.", 2, "parking.keeps_the_processor", 0), beside_an_owner(2, 2, 1), "livelock"));
}

}  // namespace
