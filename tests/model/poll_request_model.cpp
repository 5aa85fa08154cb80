// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A request for a poll is never lost, whatever the worker does in between. Every task start after
// the return of a cancel sees the cancel. Every worker that switches fibres or answers a steal
// request sees an arrival.
//
// Production headers: wait_cancel.hpp, task_deque.hpp. For arrivals this file repeats atomic
// operations of switch.hpp (publish_current), ready.cpp (request_polls) and deque_slow.cpp
// (answer_poll): a change of that code needs the same change here.
#include <gtest/gtest.h>

#include "core/wait_cancel.hpp"
#include "explore/expect.hpp"
#include "small_deque.hpp"

namespace {

namespace model = skua::model;
using model::atomic;
using model::named;
using model::options;
using namespace model::orders;

enum class fence { none, light, heavy };

void act(fence f) {
  if (f == fence::light)
    model::light_fence();
  else if (f == fence::heavy)
    model::heavy_fence();
}

// ---- check_before_run ----

struct checked_place {
  atomic<std::uint32_t> scopes{0};
  atomic<std::uint64_t> marks{0};
  atomic<std::uint32_t> check_before_run{1};
  atomic<unsigned> scope{0};     // the cancelled flag of the scope
  atomic<unsigned> returned{0};  // cancel() has returned, and the owner may know it

  checked_place() {
    model::name(scopes, "cancelled_scopes");
    model::name(check_before_run, "check_before_run");
    model::name(scope, "scope");
    model::name(returned, "returned");
  }
  struct operations {
    checked_place& p;
    atomic<std::uint32_t>& cancelled_scopes() const { return p.scopes; }
    atomic<std::uint64_t>& cancellations() const { return p.marks; }
  };

  // Like mark of src/core/cancel.cpp. `announces` false: without the fence for all threads.
  void cancel(bool announces) {
    scope.fetch_or(1, std::memory_order_acq_rel);
    if (announces)
      skua::sched::announce_cancel(operations{*this});
    else
      scopes.fetch_add(1, seq_cst);
    check_before_run.store(1, relaxed);
    returned.store(1, release);
  }

  // A task start. It may read just before that the cancel has returned.
  void start() {
    bool const cancel_returned = returned.load(acquire) != 0;
    bool const refused = check_before_run.load(relaxed) != 0 && scopes.load(relaxed) != 0 && scope.load(relaxed) != 0;
    model::check(!cancel_returned || refused, "a task starts after cancel() has returned");
  }
};

auto cancelled_in_between(bool announces = true, fence owner = fence::light) {
  return [=](model::execution& run) {
    checked_place& p = run.make<checked_place>();
    run.thread([&p, owner] {
      for (int i = 0; i < 2; ++i) {
        p.start();
        if (p.check_before_run.load(relaxed) != 0) {
          (void)skua::sched::clear_check(
              p.check_before_run, [owner] { act(owner); }, [&p] { return p.scopes.load(relaxed) != 0; });
        }
      }
      p.start();
    });
    run.thread([&p, announces] { p.cancel(announces); });
    run.finally([&p] { model::check(p.check_before_run.load(relaxed) != 0, "the next start does not check"); });
  };
}

TEST(poll_request, a_cancel_that_returned_is_seen_by_later_starts) {
  EXPECT_TRUE(holds(model::explore(named("check_before_run", 4), cancelled_in_between())));
  EXPECT_TRUE(caught(named("check_before_run.light", 4), cancelled_in_between(false)));
  EXPECT_TRUE(caught(named("check_before_run.unfenced", 4), cancelled_in_between(true, fence::none)));
  EXPECT_TRUE(caught(named("check_before_run.", 4, "check.forgotten"), cancelled_in_between()));
}

// ---- arrivals ----

using running = model::small_deque<2>;

struct arrivals_place {
  running fibres[2];
  atomic<running*> current{nullptr};
  atomic<unsigned> arrivals{0};
  skua::base::spinlock arrivals_lock;
  bool arrival_seen = false;

  arrivals_place() {
    current.store(&fibres[0], relaxed);
    model::name(current, "current");
    model::name(arrivals, "arrivals");
    skua::sched::task_deque_ends::name(fibres[0]);
    skua::sched::task_deque_ends::name(fibres[1]);
  }

  // Like submit from an external thread when no worker sleeps, then request_polls.
  void arrive(fence f) {
    arrivals_lock.lock();
    arrivals.fetch_add(1, relaxed);
    arrivals_lock.unlock();
    act(f);
    running* const r = current.load(acquire);
    r->request_poll();
  }

  void publish_current(running& to) {
    current.store(&to, release);
    model::light_fence();
    if (arrivals.load(relaxed) != 0) to.request_poll();
  }

  // Like push_slow: answers the steal request, then checks for arrivals.
  void push_slow(running& r, fence f) {
    if (r.poll_requested()) {
      r.expose_half();
      act(f);
      arrival_seen = arrival_seen || arrivals.load(relaxed) != 0;
    }
  }

  void check_seen(running& r) {
    model::check(arrival_seen || r.poll_requested(), "an arrival, and the running fibre will not look");
  }
};

auto arrives_during_switch(fence f) {
  return [f](model::execution& run) {
    arrivals_place& p = run.make<arrivals_place>();
    run.thread([&p] { p.publish_current(p.fibres[1]); });
    run.thread([&p, f] { p.arrive(f); });
    run.finally([&p] { p.check_seen(p.fibres[1]); });
  };
}

auto arrives_during_answer(fence arrival, fence owner) {
  return [=](model::execution& run) {
    arrivals_place& p = run.make<arrivals_place>();
    p.fibres[0].request();
    run.thread([&p, owner] { p.push_slow(p.fibres[0], owner); });
    run.thread([&p, arrival] { p.arrive(arrival); });
    run.finally([&p] { p.check_seen(p.fibres[0]); });
  };
}

TEST(poll_request, an_arrival_is_seen_by_a_switch) {
  EXPECT_TRUE(holds(model::explore(named("arrival.switch", 4), arrives_during_switch(fence::heavy))));
  EXPECT_TRUE(caught(named("arrival.switch.light", 4), arrives_during_switch(fence::light), "will not look"));
}

TEST(poll_request, an_arrival_is_seen_by_an_answering_owner) {
  options late = named("arrival.answer", 4);
  late.late_stores = true;  // the request for a poll may overtake the answer's restored limit
  EXPECT_TRUE(holds(model::explore(late, arrives_during_answer(fence::heavy, fence::light))));
  late.name = "arrival.answer.light";
  EXPECT_TRUE(caught(late, arrives_during_answer(fence::light, fence::light), "will not look"));
}

}  // namespace
