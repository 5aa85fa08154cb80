// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Waiting on a completion: event, timeout and cancellation race for the waiter's claim word,
// exactly one of them resumes it, and no thread touches what the woken waiter destroys. Production
// headers: wait_list.hpp, parker.hpp, wait_cancel.hpp, scope_state.hpp.
#include <gtest/gtest.h>

#include <cstdint>

#include <skua/detail/core/scope_state.hpp>
#include <skua/detail/core/wait_list.hpp>

#include "core/wait_cancel.hpp"
#include "explore/expect.hpp"

namespace {

namespace model = skua::model;
using model::atomic;
using model::bounds;
using skua::sched::completion;
using skua::sched::parker;
using skua::sched::wait_callback;
using skua::sched::wait_node;
using skua::sched::wake_reason;
using namespace model::orders;

enum class fault { none, never_begins };

// A waiter: type-stable, as in the runtime. Its stack is that of the model thread.
struct waiter : parker {
  atomic<int> resumed{0};
  atomic<int> armed{0};                 // the timer may fire
  atomic<atomic<int>*> frame{nullptr};  // on the waiter's stack, as the frames of its scopes are; valid while it waits
  model::var<int> private_data{0};      // data that a canceller reads; written before the wait
  int resumes = 0;

  waiter() {
    resume = [](parker* p) noexcept {
      auto* const w = static_cast<waiter*>(p);
      ++w->resumes;
      w->resumed.store(1, release);
      model::wake(w->resumed);
    };
    model::name(claim_word, "claim");
    model::name(resumed, "resumed");
  }

  // Registers with `c` and suspends until claimed, as src/core/suspend.cpp does; the fault breaks a
  // rule on purpose.
  wake_reason wait(completion& c, fault f) {
    wait_node node;
    node.waiter = this;
    atomic<int> on_stack{1};
    frame.store(&on_stack, relaxed);
    private_data = 1;
    if (f != fault::never_begins) begin();
    armed.store(1, release);
    if (!c.add(&node)) {
      claim_word.store(static_cast<std::uint32_t>(wake_reason::event), release);
      resume(this);
    } else {
      open();
    }
    wake_reason const why = suspend();
    if (why != wake_reason::event) c.remove(&node);
    return why;
  }

  wake_reason suspend() {
    while (resumed.load(acquire) == 0) model::wait(resumed, 0);
    model::check(resumes == 1, "resumed twice");
    return close();
  }

  // A canceller: reads the frames of a waiter, which cannot leave during that time.
  void look(bool cancel) {
    struct place {
      waiter& waiting_fibre;
      bool is_cancelled;
      bool forbids(parker const&) const {
        model::check(waiting_fibre.private_data == 1 && waiting_fibre.frame.load(relaxed)->load(relaxed) == 1,
                     "the waiter is not there");
        return is_cancelled;
      }
    };
    skua::sched::inspect_parker(place{*this, cancel}, *this);
  }

  void wait_for_timer() {
    while (armed.load(acquire) == 0) model::cpu_relax();
  }
};

struct parts {
  bool timer = false;
  bool canceller = false;
  int waiters = 1;
  fault broken = fault::none;
};

struct state {
  completion done;
  model::var<int> result{0};
  waiter waiters[2];
  bool cancels = false;
  int reasons[8] = {};
};

// One completer and the waiters; a timer and a canceller interfere with the first waiter.
auto waiting(parts p) {
  return [=](model::execution& run) {
    state& s = run.make<state>();
    s.cancels = p.canceller && model::choose(2) == 1;
    for (int i = 0; i < p.waiters; ++i) {
      run.thread([&s, i, p] {
        wake_reason const why = s.waiters[i].wait(s.done, p.broken);
        ++s.reasons[static_cast<int>(why)];
        model::check(why != wake_reason::event || s.result == 7, "the event came without its result");
      });
    }
    run.thread([&s] {
      s.result = 7;
      model::check(s.done.complete(), "another thread completed it");
    });
    if (p.timer) {
      run.thread([&s] {
        s.waiters[0].wait_for_timer();
        if (s.waiters[0].try_win(wake_reason::timeout)) s.waiters[0].deliver(wake_reason::timeout);
      });
    }
    if (p.canceller) run.thread([&s] { s.waiters[0].look(s.cancels); });
    run.finally([&s, p] {
      int const event = s.reasons[static_cast<int>(wake_reason::event)];
      int const timeout = s.reasons[static_cast<int>(wake_reason::timeout)];
      int const cancelled = s.reasons[static_cast<int>(wake_reason::cancelled)];
      model::check(event + timeout + cancelled == p.waiters, "a waiter left for no reason");
      model::check(timeout == 0 || p.timer, "a timeout without a timer");
      model::check(cancelled == 0 || s.cancels, "cancelled, although the canceller did not cancel");
      model::check(s.done.done(), "not done at the end");
    });
  };
}

TEST(wait, one_waiter_is_woken) { EXPECT_TRUE(holds(model::explore(bounds("wait.1", 5), waiting({})))); }

TEST(wait, two_waiters_are_woken) { EXPECT_TRUE(holds(model::explore(bounds("wait.2", 2), waiting({.waiters = 2})))); }

TEST(wait, one_claim_wins) {
  EXPECT_TRUE(holds(model::explore(bounds("wait.timer", 3), waiting({.timer = true}))));
  EXPECT_TRUE(holds(model::explore(bounds("wait.canceller", 4), waiting({.canceller = true}))));
  EXPECT_TRUE(holds(model::explore(bounds("wait.both", 2, "", 1), waiting({.timer = true, .canceller = true}))));
  EXPECT_TRUE(holds(model::explore(bounds("wait.2.timer", 1, "", 1), waiting({.timer = true, .waiters = 2}))));
  EXPECT_TRUE(holds(model::explore(bounds("wait.2.canceller", 1, "", 1), waiting({.canceller = true, .waiters = 2}))));
}

TEST(wait, a_waiter_not_yet_open_loses_the_event_unless_it_has_begun) {
  EXPECT_TRUE(caught(bounds("wait.never_begins", 3), waiting({.broken = fault::never_begins}), "deadlock"));
}

// The completion lies on the waiter's stack (an event, a join): it ends as soon as it has woken the
// waiter.
auto short_lived(bool canceller) {
  return [=](model::execution& run) {
    struct place {
      waiter waiting_fibre;
      atomic<completion*> address{nullptr};
      model::var<int> result{0};
    };
    place& s = run.make<place>();
    run.thread([&s] {
      completion on_stack;
      s.address.store(&on_stack, release);
      s.waiting_fibre.wait(on_stack, fault::none);
      model::check(s.result == 7, "the event came without its result");
    });
    run.thread([&s] {
      completion* c = nullptr;
      while ((c = s.address.load(acquire)) == nullptr) model::cpu_relax();
      s.result = 7;
      c->complete();
    });
    if (canceller)  // inspects the waiter, and lets it continue waiting
      run.thread([&s] { s.waiting_fibre.look(false); });
  };
}

TEST(wait, completion_may_end_with_the_wait) {
  EXPECT_TRUE(holds(model::explore(bounds("wait.short", 4), short_lived(false))));
  EXPECT_TRUE(holds(model::explore(bounds("wait.short.inspected", 3), short_lived(true))));
}

// A place with one waiter and two scopes, of which one is that of the waiter.
struct cancelled_place {
  waiter waiting_fibre;
  skua::sched::scope_state own_scope, other_scope;
  atomic<std::uint32_t> scopes{0};
  atomic<std::uint64_t> marks{0};
  bool is_fenced;

  explicit cancelled_place(bool fenced) : is_fenced(fenced) {
    model::name(scopes, "cancelled_scopes");
    model::name(marks, "cancellations");
  }

  struct operations {
    cancelled_place& p;
    atomic<std::uint32_t>& cancelled_scopes() const { return p.scopes; }
    atomic<std::uint64_t>& cancellations() const { return p.marks; }
    void fence() const {
      if (p.is_fenced) model::light_fence();
    }
    bool forbids(parker const&) const { return p.own_scope.has(skua::sched::scope_cancelled); }
  };

  // Like mark of src/core/cancel.cpp; a lock there excludes concurrent marks.
  void mark(skua::sched::scope_state& scope) {
    (void)scope.raise(skua::sched::scope_cancelled);
    skua::sched::announce_cancel(operations{*this});
    skua::sched::inspect_parker(operations{*this}, waiting_fibre);
  }
};

// A canceller marks the scope of a waiter that begins to wait: one of the two sees the other. With
// `other_first` it marks another scope before. Because of that mark, the thread that opens the wait
// inspects the waiter, and the canceller of the second mark may find it under inspection and skip
// it. Only the repeated inspection then ends the wait.
auto cancelled_meanwhile(bool other_first, bool fenced = true) {
  return [=](model::execution& run) {
    cancelled_place& p = run.make<cancelled_place>(fenced);
    run.thread([&p] {
      p.waiting_fibre.begin();
      skua::sched::open_wait(cancelled_place::operations{p}, p.waiting_fibre);
      model::check(p.waiting_fibre.suspend() == wake_reason::cancelled, "not cancelled");
    });
    run.thread([&p, other_first] {
      if (other_first) p.mark(p.other_scope);
      p.mark(p.own_scope);
    });
  };
}

TEST(wait, cancellation_reaches_a_beginning_wait) {
  EXPECT_TRUE(holds(model::explore(bounds("wait.cancelled", 5), cancelled_meanwhile(false))));
  EXPECT_TRUE(caught(bounds("wait.unfenced", 3), cancelled_meanwhile(false, false), "deadlock"));
}

TEST(wait, cancellation_reaches_a_waiter_that_is_being_inspected) {
  EXPECT_TRUE(holds(model::explore(bounds("wait.inspected", 5), cancelled_meanwhile(true))));
  EXPECT_TRUE(caught(bounds("wait.", 5, "cancel.inspects_once"), cancelled_meanwhile(true), "deadlock"));
}

bool always(wait_node*) noexcept { return true; }

// Two continuations, the second registered under the lock bit: the completer sees the work of both.
auto two_continuations() {
  return [](model::execution& run) {
    struct payload : wait_node {
      model::var<int> work{0};
      int fired = 0;
      static void fire(wait_node* n) noexcept {
        auto* const me = static_cast<payload*>(n);
        me->fired += me->work;
      }
    };
    static constexpr wait_callback counts{&always, &payload::fire};
    struct place {
      completion done;
      model::var<int> result{0};
      payload nodes[2];
    };
    place& s = run.make<place>();
    for (payload& p : s.nodes) {
      p.callback = &counts;
      run.thread([&s, &p] {
        p.work = 1;
        if (!s.done.add(&p)) {
          model::check(s.result == 7, "done without its result");
          payload::fire(&p);
        }
      });
    }
    run.thread([&s] {
      s.result = 7;
      s.done.complete();
    });
    run.finally([&s] { model::check(s.nodes[0].fired == 1 && s.nodes[1].fired == 1, "not fired exactly once"); });
  };
}

TEST(wait, continuations_are_handed_over) {
  EXPECT_TRUE(holds(model::explore(bounds("wait.continuations", 3), two_continuations())));
}

// One of several threads that try to complete succeeds. A continuation is fired once, whether it
// was registered before or after.
TEST(wait, completed_once_and_fired_once) {
  struct counted : wait_node {
    int fired = 0;
    static void fire(wait_node* n) noexcept { ++static_cast<counted*>(n)->fired; }
  };
  static constexpr wait_callback counts{&always, &counted::fire};
  EXPECT_TRUE(holds(model::explore(bounds("wait.fire", 4), [](model::execution& run) {
    struct place {
      completion done;
      counted node;
      int completed = 0;
    };
    place& s = run.make<place>();
    s.node.callback = &counts;
    for (int i = 0; i < 2; ++i) run.thread([&s] { s.completed += s.done.complete() ? 1 : 0; });
    run.thread([&s] {
      if (!s.done.add(&s.node)) counted::fire(&s.node);
    });
    run.finally([&s] {
      model::check(s.completed == 1, "not completed exactly once");
      model::check(s.node.fired == 1, "not fired exactly once");
    });
  })));
}

TEST(wait, mutations_are_caught) {
  EXPECT_TRUE(caught(bounds("wait.", 3, "completion.complete"), waiting({})));
  EXPECT_TRUE(caught(bounds("wait.", 3, "completion.done"), two_continuations(), "data race"));
  EXPECT_TRUE(caught(bounds("wait.", 3, "completion.unlock"), two_continuations(), "data race"));
  EXPECT_TRUE(caught(bounds("wait.", 3, "parker.open"), waiting({.canceller = true}), "data race"));
  EXPECT_TRUE(caught(bounds("wait.", 3, "parker.deliver"), short_lived(true)));
  EXPECT_TRUE(caught(bounds("wait.", 3, "parker.settle"), short_lived(true)));
  EXPECT_TRUE(model::all_planted("completion.", {"completion.complete", "completion.done", "completion.unlock"}));
  EXPECT_TRUE(model::all_planted("parker.", {"parker.open", "parker.deliver", "parker.settle"}));
}

}  // namespace
