// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Waiting on a completion: event, timeout and cancellation race for the waiter's claim word,
// exactly one of them resumes it, and no thread touches what the woken waiter destroys. Production
// headers: wait_list.hpp, parker.hpp.
#include <gtest/gtest.h>

#include <optional>

#include <skua/detail/core/wait_list.hpp>

#include "explore/expect.hpp"

namespace {

namespace model = skua::model;
using model::atomic;
using model::bounds;
using skua::sched::completion;
using skua::sched::parker;
using skua::sched::wait_node;
using skua::sched::wake_reason;
using namespace model::orders;

enum class fault { none, never_begins, unfenced };

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

  // Registers with `c` and suspends until claimed, as src/core/suspend.cpp does; the faults break
  // a rule on purpose. A canceller sets `cancelled` before it inspects all waiters.
  wake_reason wait(completion& c, fault f, atomic<int>* cancelled = nullptr) {
    wait_node node;
    node.waiter = this;
    atomic<int> on_stack{1};
    frame.store(&on_stack, relaxed);
    private_data = 1;
    if (f != fault::never_begins) {
      begin();
    }
    armed.store(1, release);
    if (!c.add(&node)) {
      claim_word.store(static_cast<std::uint32_t>(wake_reason::event), release);
      resume(this);
    } else {
      open();
      if (cancelled != nullptr) {
        if (f != fault::unfenced) {
          model::light_fence();
        }
        if (cancelled->load(relaxed) != 0) {
          look(true);
        }
      }
    }
    while (resumed.load(acquire) == 0) {
      model::wait(resumed, 0);
    }
    model::check(resumes == 1, "resumed twice");
    wake_reason const why = close();
    if (why != wake_reason::event) {
      c.remove(&node);
    }
    return why;
  }

  // A canceller: reads the frames of a waiter, which cannot leave during that time; like
  // inspect_parker of src/core/cancel.cpp.
  void look(bool cancel) {
    if (!inspect()) {
      return;
    }
    model::check(private_data == 1 && frame.load(relaxed)->load(relaxed) == 1, "the waiter is not there");
    if (settle(cancel)) {
      resume(this);
    }
  }

  void wait_for_timer() {
    while (armed.load(acquire) == 0) {
      model::cpu_relax();
    }
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
        if (s.waiters[0].try_win(wake_reason::timeout)) {
          s.waiters[0].deliver(wake_reason::timeout);
        }
      });
    }
    if (p.canceller) {
      run.thread([&s] { s.waiters[0].look(s.cancels); });
    }
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
      while ((c = s.address.load(acquire)) == nullptr) {
        model::cpu_relax();
      }
      s.result = 7;
      c->complete();
    });
    if (canceller) {  // inspects the waiter, and lets it continue waiting
      run.thread([&s] { s.waiting_fibre.look(false); });
    }
  };
}

TEST(wait, completion_may_end_with_the_wait) {
  EXPECT_TRUE(holds(model::explore(bounds("wait.short", 4), short_lived(false))));
  EXPECT_TRUE(holds(model::explore(bounds("wait.short.inspected", 3), short_lived(true))));
}

// A canceller sets its flag and inspects all waiters while a waiter begins to wait: one of the two
// sees the other.
auto cancelled_meanwhile(fault f) {
  return [f](model::execution& run) {
    struct place {
      waiter waiting_fibre;
      completion never;
      atomic<int> cancelled{0};
    };
    place& s = run.make<place>();
    run.thread([&s, f] {
      model::check(s.waiting_fibre.wait(s.never, f, &s.cancelled) == wake_reason::cancelled, "not cancelled");
    });
    run.thread([&s] {
      s.cancelled.store(1, relaxed);
      model::heavy_fence();
      s.waiting_fibre.look(true);
    });
  };
}

TEST(wait, cancellation_reaches_a_beginning_wait) {
  EXPECT_TRUE(holds(model::explore(bounds("wait.cancelled", 5), cancelled_meanwhile(fault::none))));
  EXPECT_TRUE(caught(bounds("wait.unfenced", 3), cancelled_meanwhile(fault::unfenced), "deadlock"));
}

// A canceller marks a scope that does not contain the waiter, and then one that does. Because of
// the first mark, the thread that opens the wait inspects the waiter. The canceller of the second
// mark finds the waiter under inspection and skips it. Only the repeated inspection of open_wait
// (src/core/cancel.cpp) then ends the wait.
struct two_scopes {
  waiter waiting_fibre;
  atomic<int> other_cancelled{0}, own_cancelled{0};
  atomic<int> cancelled_scopes{0}, cancellations{0};

  two_scopes() {
    model::name(own_cancelled, "own scope cancelled");
    model::name(cancellations, "cancellations");
  }

  // Like inspect_parker of src/core/cancel.cpp.
  void inspect_waiter() {
    if (!waiting_fibre.inspect()) {
      return;
    }
    if (waiting_fibre.settle(own_cancelled.load(acquire) != 0)) {
      waiting_fibre.resume(&waiting_fibre);
    }
  }

  // Like mark of src/core/cancel.cpp; a lock there excludes concurrent marks.
  void mark(atomic<int>& scope) {
    scope.store(1, release);
    cancellations.fetch_add(1, std::memory_order_seq_cst);
    cancelled_scopes.fetch_add(1, std::memory_order_seq_cst);
    model::heavy_fence();
    inspect_waiter();
  }

  // Like open_wait of src/core/suspend.cpp.
  void open_wait(bool repeats) {
    waiting_fibre.open();
    model::light_fence();
    while (cancelled_scopes.load(relaxed) != 0) {
      int const counted_before = cancellations.load(acquire);
      if (!waiting_fibre.inspect()) {
        return;
      }
      if (waiting_fibre.settle(own_cancelled.load(acquire) != 0)) {
        return waiting_fibre.resume(&waiting_fibre);
      }
      model::light_fence();
      if (!repeats || cancellations.load(relaxed) == counted_before) {
        return;
      }
    }
  }
};

auto cancelled_while_inspected(bool repeats) {
  return [repeats](model::execution& run) {
    two_scopes& s = run.make<two_scopes>();
    run.thread([&s, repeats] {
      s.waiting_fibre.begin();
      s.open_wait(repeats);
      while (s.waiting_fibre.resumed.load(acquire) == 0) {
        model::wait(s.waiting_fibre.resumed, 0);
      }
      model::check(s.waiting_fibre.resumes == 1, "resumed twice");
      model::check(s.waiting_fibre.close() == wake_reason::cancelled, "not cancelled");
    });
    run.thread([&s] {
      s.mark(s.other_cancelled);
      s.mark(s.own_cancelled);
    });
  };
}

TEST(wait, cancellation_reaches_a_waiter_that_is_being_inspected) {
  EXPECT_TRUE(holds(model::explore(bounds("wait.inspected", 5), cancelled_while_inspected(true))));
  EXPECT_TRUE(caught(bounds("wait.inspected_once", 5), cancelled_while_inspected(false), "deadlock"));
}

// Two continuations, the second registered under the lock bit: the completer sees the work of both.
auto two_continuations() {
  return [](model::execution& run) {
    struct payload : wait_node {
      model::var<int> work{0};
      int fired = 0;
    };
    struct place {
      completion done;
      model::var<int> result{0};
      payload nodes[2];
    };
    place& s = run.make<place>();
    for (payload& p : s.nodes) {
      p.fire = [](wait_node* n) noexcept {
        auto* const me = static_cast<payload*>(n);
        me->fired += me->work;
      };
      run.thread([&s, &p] {
        p.work = 1;
        if (!s.done.add(&p)) {
          model::check(s.result == 7, "done without its result");
          p.fire(&p);
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
  };
  EXPECT_TRUE(holds(model::explore(bounds("wait.fire", 4), [](model::execution& run) {
    struct place {
      completion done;
      counted node;
      int completed = 0;
    };
    place& s = run.make<place>();
    s.node.fire = [](wait_node* n) noexcept { ++static_cast<counted*>(n)->fired; };
    for (int i = 0; i < 2; ++i) {
      run.thread([&s] { s.completed += s.done.complete() ? 1 : 0; });
    }
    run.thread([&s] {
      if (!s.done.add(&s.node)) {
        s.node.fire(&s.node);
      }
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
