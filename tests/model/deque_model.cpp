// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every interleaving of small cases of the task deque: each task is run exactly once, by the owner
// or by a thief, and the write of its contents happens before its run. The class under test is the
// one that the scheduler uses; the contents of the slots are under a race check.
#include <gtest/gtest.h>

#include "explore/expect.hpp"
#include "small_deque.hpp"

namespace {

namespace model = skua::model;
using model::named;
using model::options;
using skua::sched::task_deque;

using fibre = model::small_fibre;

// The owner pushes, pops and drains; `thieves` steal the tasks that are public at the start, and
// those that the owner exposes on request.
auto steals(int tasks, int thieves, int attempts) {
  return [=](model::execution& run) {
    fibre& f = run.make<fibre>();
    for (int i = 0; i < tasks; ++i) f.push();
    f.deque.expose_half();
    run.thread([&f] {
      f.pop(1, f.deque.slots);
      f.drain();
    });
    for (int i = 0; i < thieves; ++i) {
      run.thread([&f, attempts] {
        for (int k = 0; k < attempts; ++k) f.steal();
      });
    }
    run.finally([&f] { f.check_all_ran(); });
  };
}

// A thief's steal request makes the owner expose what it has: `before` tasks that it only pops, and
// `pushed` ones that it pushes first.
auto steal_request(int before, int pushed) {
  return [=](model::execution& run) {
    fibre& f = run.make<fibre>();
    for (int i = 0; i < before; ++i) f.push();
    run.thread([&f, pushed] {
      for (int i = 0; i < pushed; ++i) f.push();
      f.drain();
    });
    run.thread([&f] {
      f.steal();
      f.steal();
    });
    run.finally([&f] {
      f.check_all_ran();
      model::check(!f.deque.steal_requested() || f.deque.poll_requested(),
                   "a steal is requested, but the owner will not look");
    });
  };
}

// All tasks are private and the owner does not poll: the thief raises `split` itself, beside what
// the owner does before it drains the deque.
template <class Owner>
auto forced_beside(int tasks, Owner owner, bool slow = false) {
  return [=](model::execution& run) {
    fibre& f = run.make<fibre>();
    if (slow) f.deque.set_mode(skua::sched::slow_mode::all);
    for (int i = 0; i < tasks; ++i) f.push();
    run.thread([&f, owner] {
      owner(f);
      f.drain();
    });
    run.thread([&f] {
      if (f.deque.force() == task_deque::forced::exposed) f.steal();
    });
    run.finally([&f] { f.check_all_ran(); });
  };
}
auto forced(int tasks, bool slow = false) {
  return forced_beside(tasks, [](fibre&) {}, slow);
}
auto forced_beside_pushes(int tasks, bool slow = false) {
  auto const push_and_pop = [tasks](fibre& f) {
    for (int i = 0; i < tasks; ++i) f.push();
    f.pop(1, f.deque.slots);
    f.push();
  };
  return forced_beside(0, push_and_pop, slow);
}
auto forced_beside_taking_the_newest(int tasks, bool slow = false) {
  return forced_beside(tasks, [](fibre& f) { f.take_newest(); }, slow);
}
auto forced_beside_taking(int tasks, int number, bool slow = false) {
  return forced_beside(tasks, [number](fibre& f) { f.take(number); }, slow);
}
// The owner takes its only task, and fills the slot again.
auto forced_beside_new_contents() {
  return forced_beside(1, [](fibre& f) {
    f.pop(1, f.deque.slots);
    f.push();
    f.push();
  });
}

// Some tasks are public, but the thief wants those that the owner keeps.
auto forced_more(int tasks, bool slow) {
  return [=](model::execution& run) {
    fibre& f = run.make<fibre>();
    if (slow) f.deque.set_mode(skua::sched::slow_mode::all);
    for (int i = 0; i < tasks; ++i) f.push();
    f.deque.expose_half();
    run.thread([&f] { f.drain(); });
    run.thread([&f] {
      if (f.deque.try_force_more() == task_deque::forced::exposed) {
        f.steal();
        f.steal();  // the first takes the older half
      }
    });
    run.finally([&f] { f.check_all_ran(); });
  };
}

// The last thief goes to sleep while the owner acts (pushes a task, takes another one) and then
// computes for ever. The thief is enlisted as a sleeper already: if the owner itself exposes the
// task `other`, it wakes the thief. (park and has_missed_tasks in loop.cpp.)
template <class Owner>
auto last_look_beside(int pushed, int other, Owner owner, bool looks_for_the_public = true) {
  return [=](model::execution& run) {
    fibre& f = run.make<fibre>();
    for (int i = 0; i < pushed; ++i) f.push();
    run.thread([&f, owner] { owner(f); });
    run.thread([&f, other, looks_for_the_public] {
      f.steal();
      task_deque::fence_requests();
      while (f.ran[other] == 0) {
        if (!(looks_for_the_public && f.deque.has_public())) {
          auto const outcome = f.deque.force();
          if (outcome == task_deque::forced::nothing ||
              (outcome == task_deque::forced::was_public && !looks_for_the_public))
            break;
        }
        f.steal();
        if (f.ran[other] == 0) skua::base::cpu_relax();
      }
    });
    run.finally(
        [&f, other] { model::check(f.ran[other] == 1 || f.notified, "a task is left, and no thread will look"); });
  };
}
auto last_look(bool looks_for_the_public = true) {
  return last_look_beside(0, 0, [](fibre& f) { f.push(); }, looks_for_the_public);
}
auto last_look_beside_taking(int number) {
  return last_look_beside(2, 1 - number, [number](fibre& f) { f.take(number); });
}

// The owner takes back task `number` while a thief steals from the public half.
auto taken_back(int tasks, int number) {
  return [=](model::execution& run) {
    fibre& f = run.make<fibre>();
    for (int i = 0; i < tasks; ++i) f.push();
    f.deque.expose_half();
    run.thread([&f, number] {
      f.take(number);
      f.drain();
    });
    run.thread([&f] {
      f.steal(1);
      f.steal();
    });
    run.finally([&f] { f.check_all_ran(); });
  };
}

// Of three tasks those in `may_leave` (a bit each) leave their places empty when a request of
// another place takes them, beside a thief of this place and the owner.
auto with_gaps(unsigned may_leave, std::size_t max_count) {
  return [=](model::execution& run) {
    fibre& f = run.make<fibre>();
    for (unsigned i = 0; i < 3; ++i) f.push((may_leave >> i & 1) != 0 ? skua::sched::slot_any : 0);
    f.deque.publish_all();
    run.thread([&f] { f.drain(); });
    run.thread([&f, max_count] { f.steal_travellers(max_count); });
    run.thread([&f] { f.steal(); });
    run.finally([&f] { f.check_all_ran(); });
  };
}

// The owner fills the deque, moves what is left over the stolen slots, and pushes more.
auto compacted() {
  return [](model::execution& run) {
    fibre& f = run.make<fibre>();
    for (int i = 0; i < 3; ++i) f.push();
    f.deque.expose_half();
    f.slots_move = true;
    run.thread([&f] {
      (void)f.deque.compact(f.deque.slots, 1);
      f.push();
      f.drain();
    });
    run.thread([&f] {
      f.steal(1);
      f.steal();
    });
    run.finally([&f] { f.check_all_ran(); });
  };
}

TEST(deque, each_task_runs_once) {
  EXPECT_TRUE(holds(model::explore(named("deque.1+1", 4), steals(1, 1, 1))));
  EXPECT_TRUE(holds(model::explore(named("deque.2+1", 4), steals(2, 1, 2))));
  EXPECT_TRUE(holds(model::explore(named("deque.3+1", 3), steals(3, 1, 2))));
  EXPECT_TRUE(holds(model::explore(named("deque.3+2", 2), steals(3, 2, 1))));
}

TEST(deque, a_thief_gets_what_it_asked_for) {
  EXPECT_TRUE(holds(model::explore(named("deque.steal_request.1", 4), steal_request(0, 1))));
  EXPECT_TRUE(holds(model::explore(named("deque.steal_request.2", 3), steal_request(0, 2))));
  EXPECT_TRUE(holds(model::explore(named("deque.steal_request.pops.2", 4), steal_request(2, 0))));
  EXPECT_TRUE(holds(model::explore(named("deque.steal_request.pops.3", 3), steal_request(3, 0))));
}

// A push answers a request, and so does a pop; and a thief that has taken all public tasks has
// requested more.
TEST(deque, push_and_pop_answer_a_request) {
  EXPECT_TRUE(holds(model::explore(named("deque.steal_request.answered", 1), [](model::execution& run) {
    fibre& f = run.make<fibre>();
    run.thread([&f] {
      for (int i = 0; i < 3; ++i) f.push();
      f.steal();
      f.pop(1, f.deque.slots);
      model::check(f.deque.has_public(), "the pop has not answered");
      f.steal();
      f.push();
      model::check(f.deque.has_public(), "the push has not answered");
      f.drain();
    });
    run.finally([&f] { f.check_all_ran(); });
  })));
}

TEST(deque, a_request_survives_reordered_stores) {
  options o = named("deque.steal_request.late", 2);
  o.late_stores = true;
  EXPECT_TRUE(holds(model::explore(o, steal_request(0, 2))));
}

TEST(deque, forced_exposure) {
  EXPECT_TRUE(holds(model::explore(named("deque.force.1", 4), forced(1))));
  EXPECT_TRUE(holds(model::explore(named("deque.force.2", 4), forced(2))));
  EXPECT_TRUE(holds(model::explore(named("deque.force.3", 3), forced(3))));
  EXPECT_TRUE(holds(model::explore(named("deque.force.push", 3), forced_beside_pushes(2))));
  EXPECT_TRUE(holds(model::explore(named("deque.force.take_back", 3), forced_beside_taking_the_newest(2))));
  EXPECT_TRUE(holds(model::explore(named("deque.force.new_contents", 3), forced_beside_new_contents())));
  EXPECT_TRUE(holds(model::explore(named("deque.force.more.2", 4), forced_more(2, false))));
  EXPECT_TRUE(holds(model::explore(named("deque.force.more.3", 3), forced_more(3, false))));
  EXPECT_TRUE(holds(model::explore(named("deque.force.more.slow", 3), forced_more(2, true))));
  EXPECT_TRUE(holds(model::explore(named("deque.force.slow.1", 4), forced(1, true))));
  EXPECT_TRUE(holds(model::explore(named("deque.force.slow.2", 3), forced(2, true))));
  EXPECT_TRUE(holds(model::explore(named("deque.force.slow.push", 3), forced_beside_pushes(2, true))));
  EXPECT_TRUE(holds(model::explore(named("deque.force.slow.take_back", 3), forced_beside_taking_the_newest(2, true))));
}

TEST(deque, no_task_stays_beside_sleepers) {
  EXPECT_TRUE(holds(model::explore(named("deque.last_look", 4), last_look())));
  EXPECT_TRUE(caught(named("deque.last_look.private_only", 4), last_look(false), "no thread will look"));
  EXPECT_TRUE(holds(model::explore(named("deque.last_look.middle", 2), last_look_beside_taking(0))));
  EXPECT_TRUE(holds(model::explore(named("deque.last_look.newest", 2), last_look_beside_taking(1))));
}

TEST(deque, a_task_is_taken_from_the_middle_or_stolen) {
  EXPECT_TRUE(holds(model::explore(named("deque.middle.2", 4), taken_back(2, 0))));
  EXPECT_TRUE(holds(model::explore(named("deque.middle.3.oldest", 3), taken_back(3, 0))));
  EXPECT_TRUE(holds(model::explore(named("deque.middle.3.middle", 3), taken_back(3, 1))));
  EXPECT_TRUE(holds(model::explore(named("deque.middle.3.newest", 3), taken_back(3, 2))));
  for (int number = 0; number < 3; ++number)
    EXPECT_TRUE(holds(model::explore(named("deque.middle.force", 3), forced_beside_taking(3, number))));
  EXPECT_TRUE(holds(model::explore(named("deque.middle.force.slow", 3), forced_beside_taking(2, 0, true))));
}

TEST(deque, tasks_of_several_scopes_leave_gaps) {
  EXPECT_TRUE(holds(model::explore(named("deque.gaps.0", 3), with_gaps(0b0001, 1))));
  EXPECT_TRUE(holds(model::explore(named("deque.gaps.middle", 3), with_gaps(0b0010, 1))));
  EXPECT_TRUE(holds(model::explore(named("deque.gaps.two", 2), with_gaps(0b0101, 2))));
  EXPECT_TRUE(holds(model::explore(named("deque.gaps.all", 2), with_gaps(0b1111, 2))));
}

TEST(deque, stolen_room_is_used_again) { EXPECT_TRUE(holds(model::explore(named("deque.compact", 3), compacted()))); }

TEST(deque, mutations_are_caught) {
  EXPECT_TRUE(caught(named("deque.", 3, "deque.force_slow"), forced(1, true), "run twice"));
  EXPECT_TRUE(caught(named("deque.", 3, "deque.push_limit"), last_look(), "no thread will look"));
  EXPECT_TRUE(caught(named("deque.", 3, "deque.fence_requests"), last_look(), "no thread will look"));
  EXPECT_TRUE(caught(named("deque.", 3, "deque.middle"), last_look_beside_taking(0), "no thread will look"));
  EXPECT_TRUE(caught(named("deque.", 3, "deque.push"), forced_beside_pushes(2), "data race"));
  EXPECT_TRUE(caught(named("deque.", 3, "deque.lower_head"), forced(2)));
  EXPECT_TRUE(caught(named("deque.", 3, "deque.force"), forced(2)));
  EXPECT_TRUE(caught(named("deque.", 3, "deque.force"), forced_more(3, false)));
  EXPECT_TRUE(caught(named("deque.", 3, "deque.steal_request"), steal_request(0, 2), "will not look"));
  // the two stores of a steal request may become visible in either order
  options late = named("deque.late.", 3, "deque.request");
  late.late_stores = true;
  EXPECT_TRUE(caught(late, steal_request(0, 2), "will not look"));
  EXPECT_TRUE(caught(named("deque.", 3, "spinlock.unlock"), steals(2, 1, 1)));
  // parking_model.cpp plants the last two
  EXPECT_TRUE(model::all_planted(
      "deque.",
      {"deque.push", "deque.lower_head", "deque.force", "deque.steal_request", "deque.request", "deque.push_limit",
       "deque.fence_requests", "deque.force_slow", "deque.force_tries", "deque.force_gives_up", "deque.middle"}));
}

}  // namespace
