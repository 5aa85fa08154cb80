// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tokens of a scope: the owner leaves when, and only when, every stolen task has ended; its frame
// lies on its stack, and no thread touches it afterwards. Production headers: scope_state.hpp over
// task_deque.hpp.
#include <gtest/gtest.h>

#include <skua/detail/core/scope_state.hpp>

#include "explore/expect.hpp"
#include "small_deque.hpp"

namespace {

namespace model = skua::model;
using model::atomic;
using model::options;
using skua::sched::scope_state;
using skua::sched::slot;
using namespace model::orders;

constexpr int max_tasks = 4;

// The state that finish() keeps on the owner's stack.
struct frame {
  scope_state state;
  model::var<int> results[max_tasks];
};

struct fibre {
  model::small_deque<max_tasks> deque;
  model::var<frame*> scope_of_slot[max_tasks + 1];
  model::var<int> task_of_slot[max_tasks + 1];
  atomic<int> resumed{0};

  auto index(slot const* h) const { return h - deque.slots; }

  void push(frame& f, int task) {
    slot* const h = deque.build();
    scope_of_slot[index(h)] = &f;
    task_of_slot[index(h)] = task;
    (void)deque.push(h);
  }

  // Stolen tasks of the scope still run: the owner sleeps until the task that completes last
  // resumes it.
  void suspend_on(scope_state& s) {
    if (s.begin_wait())
      while (resumed.load(acquire) == 0) model::wait(resumed, 0);
  }
  void resume() {
    resumed.store(1, release);
    model::wake(resumed);
  }

  // finish{ spawn × tasks }: push, publish, drain, wait. The frame ends with the function.
  void finish(int tasks, bool wait_at_once) {
    frame f;
    for (int i = 0; i < tasks; ++i) push(f, i);
    deque.expose_half();
    while (slot* const h = deque.pop_above(deque.bottom())) {
      int const task = task_of_slot[index(h)];
      f.results[task] = f.results[task] + 1;
    }
    if (wait_at_once || f.state.load() != 0) {
      if (wait_at_once || f.state.load() >= skua::sched::scope_token) suspend_on(f.state);
    }
    for (int i = 0; i < tasks; ++i) model::check(f.results[i] == 1, "the owner left before a task ended");
  }

  // A thief: adds a token per task under the lock, runs the tasks, gives the tokens back.
  void steal() {
    frame* f = nullptr;
    int tasks[max_tasks] = {};
    std::size_t const n = deque.steal(max_tasks, [&](slot const* first, slot const* end) {
      f = scope_of_slot[index(first)];
      f->state.add(end - first);
      for (slot const* stolen = first; stolen != end; ++stolen) tasks[stolen - first] = task_of_slot[index(stolen)];
      return static_cast<std::size_t>(end - first);
    });
    if (n == 0) return;
    for (std::size_t i = 0; i < n; ++i) f->results[tasks[i]] = f->results[tasks[i]] + 1;
    if (f->state.complete(static_cast<std::int64_t>(n))) resume();
  }
};

options delayed(char const* name, unsigned preemptions, char const* mutation = "") {
  options o = model::named(name, preemptions, mutation);
  o.delays = true;
  return o;
}

auto stolen(int tasks, int thieves, bool wait_at_once = false) {
  return [=](model::execution& run) {
    fibre& f = run.make<fibre>();
    run.thread([&f, tasks, wait_at_once] { f.finish(tasks, wait_at_once); });
    for (int i = 0; i < thieves; ++i) run.thread([&f] { f.steal(); });
  };
}

// A stolen task spawns another, which a third worker runs: the task that holds a token adds one for
// its child.
auto handed_on() {
  return [](model::execution& run) {
    struct state {
      atomic<frame*> stolen{nullptr};
      atomic<frame*> child{nullptr};
      fibre owner;
    };
    state& s = run.make<state>();
    run.thread([&s] {
      frame f;
      f.state.add(1);
      s.stolen.store(&f, release);
      if (f.state.load() >= skua::sched::scope_token) s.owner.suspend_on(f.state);
      model::check(f.results[0] == 1 && f.results[1] == 1, "the owner left before a task ended");
    });
    auto const work = [&s](atomic<frame*>& from, int task) {
      frame* f = nullptr;
      while ((f = from.load(acquire)) == nullptr) model::cpu_relax();
      if (task == 0) {
        f->state.add(1);
        s.child.store(f, release);
      }
      f->results[task] = 1;
      if (f->state.complete(1)) s.owner.resume();
    };
    run.thread([&s, work] { work(s.stolen, 0); });
    run.thread([&s, work] { work(s.child, 1); });
  };
}

// Two tasks fail while a third thread reads: one of the two makes the extension, and a thread that
// sees the extension sees its contents.
auto extension() {
  return [](model::execution& run) {
    struct state {
      scope_state scope;
      model::var<int> contents{0};
      int makers = 0;
    };
    state& s = run.make<state>();
    for (int i = 0; i < 2; ++i) {
      run.thread([&s] {
        if (s.scope.raise(skua::sched::scope_extending)) {
          ++s.makers;
          s.contents = 7;
          s.scope.raise(skua::sched::scope_extended);
        }
      });
    }
    run.thread([&s] {
      if (s.scope.extended()) model::check(s.contents == 7, "an extension without contents");
      s.scope.raise(skua::sched::scope_cancelled);
    });
    run.finally([&s] {
      model::check(s.makers == 1, "not exactly one extension");
      model::check(s.scope.has(skua::sched::scope_cancelled) && s.scope.extended(), "a flag is lost");
    });
  };
}

// A task without a token joins late: either the scope refuses it because it has ended, or the owner
// waits for it too.
auto late_joiner(bool joins) {
  return [joins](model::execution& run) {
    struct place {
      frame scope;
      fibre owner;
      model::var<int> has_ended{0};
      bool joined = false;
    };
    place& s = run.make<place>();
    s.scope.state.add(1);  // a stolen task
    run.thread([&s] {
      if (!s.scope.state.try_close()) s.owner.suspend_on(s.scope.state);
      s.has_ended = 1;
      model::check(s.scope.results[0] == 1, "the owner left before a task ended");
      model::check(s.scope.results[1] == (s.joined ? 1 : 0), "the owner left before the late joiner");
    });
    run.thread([&s] {
      s.scope.results[0] = 1;
      if (s.scope.state.complete(1)) s.owner.resume();
    });
    run.thread([&s, joins] {
      s.joined = s.scope.state.try_add();
      if (s.joined || !joins) {
        model::check(s.has_ended == 0, "joined after the end");
        s.scope.results[1] = 1;
        if (s.scope.state.complete(1)) s.owner.resume();
      }
    });
  };
}

TEST(scope, a_late_joiner_is_refused_or_waited_for) {
  EXPECT_TRUE(holds(model::explore(delayed("scope.late", 3), late_joiner(true))));
  EXPECT_TRUE(caught(delayed("scope.uninvited", 3), late_joiner(false)));
}

TEST(scope, owner_leaves_after_the_last_token) {
  EXPECT_TRUE(holds(model::explore(delayed("scope.1+1", 3), stolen(1, 1))));
  EXPECT_TRUE(holds(model::explore(delayed("scope.2+1", 3), stolen(2, 1))));
  EXPECT_TRUE(holds(model::explore(delayed("scope.2+1.at_once", 3), stolen(2, 1, true))));
  EXPECT_TRUE(holds(model::explore(delayed("scope.2+2", 2), stolen(2, 2))));
  EXPECT_TRUE(holds(model::explore(delayed("scope.3+2", 2), stolen(3, 2))));
}

TEST(scope, a_token_is_handed_on) { EXPECT_TRUE(holds(model::explore(delayed("scope.handed_on", 3), handed_on()))); }

TEST(scope, one_extension) { EXPECT_TRUE(holds(model::explore(delayed("scope.extension", 4), extension()))); }

TEST(scope, mutations_are_caught) {
  EXPECT_TRUE(caught(delayed("scope.", 3, "scope.complete"), stolen(1, 1)));
  EXPECT_TRUE(caught(delayed("scope.", 3, "scope.wait"), stolen(1, 1), "deadlock"));
  EXPECT_TRUE(caught(delayed("scope.", 3, "scope.try_add"), late_joiner(true)));
  EXPECT_TRUE(caught(delayed("scope.", 3, "scope.try_close"), late_joiner(true), "the owner left before a task ended"));
  EXPECT_TRUE(model::all_planted("scope.", {"scope.complete", "scope.wait", "scope.try_add", "scope.try_close"}));
}

}  // namespace
