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
void search(place& home, int id) {
  int looks = 0;
  looker const me{home, id, looks, true, 1};
  while (!home.asleep[id]) {
    bool const has_task = me.search();
    bool const was_last = !has_task && home.go_to_sleep(me);
    if (!has_task && !was_last) continue;
    bool const is_last = home.end_search(id);
    return skua::sched::pass_on_search(is_last || was_last, me);
  }
}

/// The first workers search; the others are owners that push tasks, and publish their first push.
auto beside_owners(int searching, int owners, int pushes = 1) {
  return [=](model::execution& run) {
    place& home = run.make<place>(searching, 0, searching + owners);
    for (int i = 0; i < searching; ++i) home.begin_search(i);
    for (int i = 0; i < owners; ++i) home.awake.add(searching + i);
    for (int i = 0; i < searching; ++i) run.thread([&home, i] { search(home, i); });
    for (int i = searching; i < searching + owners; ++i) {
      run.thread([&home, i, pushes] {
        for (int n = 0; n < pushes; ++n) home.push(home.deques[static_cast<std::size_t>(i)]);
      });
    }
    run.finally([&home, searching] {
      bool is_left = false, sleeps = false, is_woken = false;
      for (model::deque const& d : home.deques) is_left = is_left || d.has_public();
      for (int i = 0; i < searching; ++i) {
        sleeps = sleeps || home.naps[i].listed;
        is_woken = is_woken || (home.asleep[i] && !home.naps[i].listed);
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

struct member : model::plain_worker {
  meeting& home;
  int id;

  member(meeting& at, int number) : home(at), id(number) {}
  bool end_search() const { return home.end_search(id); }
  void note_wake_up() const { home.counted[id] = true; }
  bool wants_more_awake() const { return home.wants_more_awake(); }
  bool has_published_work() const { return home.arrivals.load(relaxed) != 0; }
  void notify() const { home.notify(); }
  bool search() const {
    int waiting = home.arrivals.load(relaxed);
    while (waiting != 0 && !home.arrivals.compare_exchange_weak(waiting, waiting - 1, acquire, relaxed)) {
    }
    return waiting != 0;
  }
  void sleep() const { model::wait(home.naps[id].parked, 1); }
};

auto two_that_meet() {
  return [](model::execution& run) {
    meeting& home = run.make<meeting>();
    for (int i = 0; i < home.workers; ++i) {
      run.thread([&home, i] {
        while (!home.go_to_sleep(member{home, i})) {
        }
        skua::sched::pass_on_search(true, member{home, i});
        home.begun.fetch_add(1, acq_rel);
        while (home.begun.load(acquire) != 2) model::cpu_relax();
      });
    }
    run.thread([&home] {
      home.arrivals.fetch_add(1, release);
      home.notify();
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
