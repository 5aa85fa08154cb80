// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Several workers search while owners publish tasks and wake nobody, because someone searches. Some
// searchers find a task, which they run for ever; the others sleep, the last one after the final
// check. No published task is left beside workers that sleep. Production headers: searchers.hpp,
// parking.hpp, event_count.hpp, task_deque.hpp.
#include <gtest/gtest.h>

#include "core/parking.hpp"
#include "core/searchers.hpp"
#include "explore/expect.hpp"
#include "small_place.hpp"

namespace {

namespace model = skua::model;
using model::atomic;
using model::bounds;
using model::looker;
using namespace model::orders;
using place = model::small_place;

/// Like work_search, with one search before the worker gives up.
void search(place& p, int id) {
  int looks = 0;
  looker const me{p, id, looks, true, 1};
  p.begin_search(id);
  while (!p.asleep[id]) {
    bool const has_task = me.search();
    bool const was_last = !has_task && p.go_to_sleep(me);
    if (!has_task && !was_last) continue;
    bool const is_last = p.end_search(id);
    return skua::sched::pass_on_search(is_last || was_last, me);
  }
}

/// The first workers search; the others are owners that push tasks, and publish their first push.
auto beside_owners(int searching, int owners, int pushes = 1) {
  return [=](model::execution& run) {
    place& p = run.make<place>(searching, 0, searching + owners);
    for (int i = 0; i < searching; ++i) p.begin_search(i);
    for (int i = 0; i < owners; ++i) p.awake.add(searching + i);
    for (int i = 0; i < searching; ++i) run.thread([&p, i] { search(p, i); });
    for (int i = searching; i < searching + owners; ++i) {
      run.thread([&p, i, pushes] {
        for (int n = 0; n < pushes; ++n) p.push(p.deques[static_cast<std::size_t>(i)]);
      });
    }
    run.finally([&p, searching] {
      bool is_left = false, sleeps = false, is_woken = false;
      for (model::deque const& d : p.deques) is_left = is_left || d.has_public();
      for (int i = 0; i < searching; ++i) {
        sleeps = sleeps || p.naps[i].listed;
        is_woken = is_woken || (p.asleep[i] && !p.naps[i].listed);
      }
      model::check(!is_left || !sleeps || is_woken, "a task is left beside a worker that sleeps");
    });
  };
}

// Two tasks, each of which ends only when both have begun; one is there at the beginning, the other
// arrives. A worker that has taken a task in its final check may consume the wake-up that is meant
// for the other one.
struct meeting : place {
  atomic<int> arrivals{1};
  atomic<int> begun{0};

  meeting() : place(2) { model::name(begun, "begun"); }
};

struct member {
  meeting& p;
  int id;

  bool end_search() const { return p.end_search(id); }
  void note_wake_up() const { p.counted[id] = true; }
  bool wants_more_awake() const { return p.wants_more_awake(); }
  bool has_published_work() const { return p.arrivals.load(relaxed) != 0; }
  void notify() const { p.notify(); }
  bool search() const {
    int waiting = p.arrivals.load(relaxed);
    while (waiting != 0 && !p.arrivals.compare_exchange_weak(waiting, waiting - 1, acquire, relaxed)) {
    }
    return waiting != 0;
  }
  void request_polls() const {}
  void fence_requests() const {}
  bool has_missed_tasks() const { return false; }
  bool has_left_tasks() const { return false; }
  bool stopping() const { return false; }
  void pass_on_wake_up() const {}
  void prepare_to_sleep() const {}
  void sleep() const { model::wait(p.naps[id].parked, 1); }
};

auto two_that_meet() {
  return [](model::execution& run) {
    meeting& p = run.make<meeting>();
    for (int i = 0; i < p.workers; ++i) {
      run.thread([&p, i] {
        while (!p.go_to_sleep(member{p, i})) {
        }
        skua::sched::pass_on_search(true, member{p, i});
        p.begun.fetch_add(1, acq_rel);
        while (p.begun.load(acquire) != 2) model::cpu_relax();
      });
    }
    run.thread([&p] {
      p.arrivals.fetch_add(1, release);
      p.notify();
    });
  };
}

TEST(search, no_published_task_is_left_beside_sleepers) {
  EXPECT_TRUE(holds(model::explore(bounds("search.1-1", 3, "", 0), beside_owners(1, 1))));
  EXPECT_TRUE(holds(model::explore(bounds("search.2-1", 2, "", 0), beside_owners(2, 1))));
  EXPECT_TRUE(holds(model::explore(bounds("search.2-2", 2, "", 0), beside_owners(2, 2))));
}

TEST(search, a_consumed_wake_up_is_passed_on) {
  EXPECT_TRUE(holds(model::explore(bounds("search.meeting", 3, "", 0), two_that_meet())));
  EXPECT_TRUE(caught(bounds("search.meeting.", 3, "searchers.leaves_work", 0), two_that_meet(), "deadlock"));
}

TEST(search, each_planted_fault_is_found) {
  char const* const message = "is left beside";
  EXPECT_TRUE(caught(bounds("search.", 3, "searchers.leaves_work", 0), beside_owners(2, 2), message));
  EXPECT_TRUE(caught(bounds("search.", 3, "searchers.end", 1), beside_owners(2, 1, 2), message));
  EXPECT_TRUE(caught(bounds("search.", 3, "searchers.producer", 1), beside_owners(2, 1, 2), message));
  EXPECT_TRUE(model::all_planted("searchers.", {"searchers.leaves_work", "searchers.end", "searchers.producer"}));
}

}  // namespace
