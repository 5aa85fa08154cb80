// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cancellation over places: pending, running and waiting tasks, tasks in flight, inner scopes,
// handles, stop tokens.
#include <memory>
#include <mutex>
#include <stop_token>
#include <utility>
#include <vector>

#include "remote/cases.hpp"

namespace {

using namespace place_test;

/// Ends when its scope is cancelled.
void run_until_cancelled(place_counters begun, place_counters ended) {
  begun->add(1);
  CHECK(comes_true([] { return skua::cancelled(); }));
  ended->add(1);
}

/// Keeps an object to the end of the process. The destructor of a std::stop_callback tells by the
/// thread whether its own callback calls it; then it does not wait for the callback's end. A
/// callback that waits lets other tasks run on its thread, so none of them may destroy it.
void keep(std::shared_ptr<void> object) {
  static std::mutex lock;
  static std::vector<std::shared_ptr<void>> objects;
  std::lock_guard const hold(lock);
  objects.push_back(std::move(object));
}

PLACE_CASE(cancel_reaches_running_tasks) {
  place_counters begun(0);
  place_counters ended(0);
  skua::finish_result const r = skua::finish([&](skua::scope s) {
    for (int p = 0; p < skua::places(); ++p) skua::spawn(skua::on(p), run_until_cancelled, begun, ended);
    skua::spawn([s, begun] {
      CHECK(comes_true([begun] { return total_of(begun) == skua::places(); }));
      s.cancel();
    });
  });
  CHECK(r.cancelled());
  SAME(total_of(ended), skua::places());
}

PLACE_CASE(cancel_reaches_waiting_tasks) {
  place_counters begun(0);
  place_counters thrown(0);
  skua::finish_result const r = skua::finish([&](skua::scope s) {
    for (int p = 0; p < skua::places(); ++p) {
      skua::spawn(skua::on(p), [begun, thrown] {
        skua::promise<int> never;
        begun->add(1);
        try {
          (void)never.get_future().get();
          failed("a future without a promise to fulfil it is ready");
        } catch (skua::cancelled_error const&) {
          thrown->add(1);
        }
      });
      skua::spawn(skua::on(p), [begun, thrown] {  // waits for a task of another place
        begun->add(1);
        try {
          skua::at(next_place(skua::here()), [] { skua::sleep_for(std::chrono::hours(1)); });
          failed("an hour has passed");
        } catch (skua::cancelled_error const&) {
          thrown->add(1);
        }
      });
    }
    skua::spawn(skua::on(last_place()), skua::shielded, [s, begun] {
      CHECK(comes_true([begun] { return total_of(begun) == 2 * skua::places(); }));
      s.cancel();
    });
  });
  CHECK(r.cancelled());
  SAME(total_of(thrown), 2 * skua::places());
}

PLACE_CASE(cancel_reaches_pending_tasks) {
  for (int k = 0; k < fewer(10, 3); ++k) {
    place_counters ran(0);
    place_counters begun(0);
    int const p = skua::places() > 1 ? 1 : 0;
    int const busy = skua::at(p, [] { return skua::workers(); });
    skua::finish_result const r = skua::finish([&](skua::scope s) {
      // The workers of a place are busy until the scope is cancelled, so the tasks queued behind
      // never start.
      skua::at(p, [begun] {
        begun->add(0);
      });  // created now: a task that waits for its creation needs a worker to resume it
      for (int i = 0; i < busy; ++i) {
        skua::spawn(skua::on(p), [begun] {
          begun->add(1);
          double const deadline = skua::sim::now() + 20;
          while (!skua::cancelled() && skua::sim::now() < deadline) skua::sim::work(1e-6);
          CHECK(skua::cancelled());
        });
      }
      if (p != skua::here())
        CHECK(comes_true([begun, p, busy] {
          return skua::async(skua::on(p), skua::urgent, [begun] { return begun->get(); }).get() == busy;
        }));
      for (int i = 0; i < 100; ++i) skua::spawn(skua::on(p), [ran] { ran->add(1); });
      s.cancel();
    });
    CHECK(r.cancelled());
    SAME(total_of(begun) + total_of(ran) + static_cast<long>(r.never_started), busy + 100);
    if (p != skua::here()) CHECK(r.never_started > 50);  // a standby worker may have started some
  }
}

PLACE_CASE(tasks_in_flight_to_a_cancelled_scope_never_start) {
  for (int k = 0; k < fewer(50, 10); ++k) {
    place_counters ran(0);
    skua::finish_result const r = skua::finish(skua::counted, [&] {
      for (int i = 0; i < 200; ++i) skua::spawn(skua::on(i % skua::places()), [ran] { ran->add(1); });
      skua::cancel();
      for (int i = 0; i < 50; ++i)
        skua::spawn(skua::on(i % skua::places()), [] { failed("a task started that was spawned after cancel"); });
      for (int i = 0; i < 50; ++i)
        skua::spawn(skua::any, [] { failed("a task started that was spawned after cancel"); });
      CHECK(throws<skua::cancelled_error>([] { (void)skua::async(skua::on(last_place()), [] { return 1; }).get(); }));
    });
    CHECK(r.cancelled());
    SAME(r.ran, static_cast<std::uint64_t>(total_of(ran)));
    SAME(r.ran + r.never_started, 301u);
  }
}

PLACE_CASE(cancel_reaches_inner_scopes) {
  for (int k = 0; k < fewer(20, 5); ++k) {
    skua::finish_result const r = skua::finish([&](skua::scope s) {
      for (int p = 0; p < skua::places(); ++p) {
        skua::spawn(skua::on(p), [] {
          skua::sum<long> nodes;
          CHECK(throws<skua::cancelled_error>(
              [&] { skua::finish([&] { skua::spawn(skua::any, grow_for_ever, nodes); }); }));
          CHECK(skua::cancelled());
        });
      }
      skua::spawn(skua::on(k % skua::places()), [s] { s.cancel(); });
    });
    CHECK(r.cancelled());
  }
}

PLACE_CASE(cancel_of_an_inner_scope_spares_the_outer) {
  place_counters done(0);
  skua::finish_result const r = skua::finish([&] {
    for (int p = 0; p < skua::places(); ++p) {
      skua::spawn(skua::on(p), [done] {
        skua::sum<long> nodes;
        skua::finish_result const inner = skua::finish([&](skua::scope s) {
          skua::spawn(skua::any, grow_for_ever, nodes);
          skua::spawn(skua::on(next_place(skua::here())), [s] { s.cancel(); });
        });
        CHECK(inner.cancelled());
        CHECK(!skua::cancelled());
        done->add(1);
      });
    }
  });
  CHECK(r.completed());
  SAME(total_of(done), skua::places());
}

PLACE_CASE(handles_travel) {
  skua::finish_result const r = skua::finish([&](skua::scope s) {
    CHECK(s == skua::this_scope());
    skua::at(last_place(), [s] {
      CHECK(!s.cancelled());
      skua::at(next_place(skua::here()), [s] { s.cancel(); });
    });
    CHECK(comes_true([s] { return s.cancelled(); }));
  });
  CHECK(r.cancelled());
  // The handle of a scope that has ended does nothing.
  skua::scope ended_scope;
  skua::finish([&](skua::scope s) {
    ended_scope = s;
    skua::spawn(skua::on(last_place()), [] {});
  });
  for (int p = 0; p < skua::places(); ++p) {
    skua::at(p, [ended_scope] {
      ended_scope.cancel();
      CHECK(!ended_scope.cancelled());
    });
  }
}

PLACE_CASE(this_scope_is_the_same_everywhere) {
  skua::finish([&](skua::scope s) {
    for (int p = 0; p < skua::places(); ++p) {
      skua::spawn(skua::on(p), [s] {
        CHECK(s == skua::this_scope());
        skua::finish([s](skua::scope inner) { CHECK(!(s == inner)); });
      });
    }
  });
}

PLACE_CASE(stop_tokens_elsewhere) {
  place_counters begun(0);
  place_counters called(0);
  skua::finish_result const r = skua::finish([&](skua::scope s) {
    for (int p = 0; p < skua::places(); ++p) {
      skua::spawn(skua::on(p), [begun, called] {
        called->add(0);  // created here before the callback: a callback must not wait
        std::stop_token const token = skua::stop_token();
        std::stop_callback const callback(token, [called] { called->add(1); });
        begun->add(1);
        CHECK(comes_true([&] { return token.stop_requested(); }));
      });
    }
    skua::spawn([s, begun] {
      CHECK(comes_true([begun] { return total_of(begun) == skua::places(); }));
      s.cancel();
    });
  });
  CHECK(r.cancelled());
  SAME(total_of(called), skua::places());
}

PLACE_CASE(stop_callbacks_elsewhere_may_wait_for_messages) {
  place_counters begun(0);
  place_counters called(0);
  skua::finish_result const r = skua::finish([&](skua::scope s) {
    for (int p = 0; p < skua::places(); ++p) {
      skua::spawn(skua::on(p), [begun, called] {
        called->add(0);  // created here: the callback runs outside the scope
        auto const function = [called] {
          skua::at(next_place(skua::here()), [] { skua::sleep_for(std::chrono::microseconds(100)); });
          called->add(1);
        };
        keep(std::make_shared<std::stop_callback<decltype(function)>>(skua::stop_token(), function));
        begun->add(1);
        CHECK(comes_true([called] { return called->get() == 1; }));
      });
    }
    // At another place, so that a message cancels the scope at place 0. Outside the scope, since it
    // calls the callback of this place, which starts a task.
    skua::post(skua::on(last_place()), [s, begun] {
      CHECK(comes_true([begun] { return total_of(begun) == skua::places(); }));
      s.cancel();
    });
  });
  CHECK(r.cancelled());
  SAME(total_of(called), skua::places());
}

PLACE_CASE(many_scopes_cancelled_at_once) {
  // Each place cancels scopes of other places while tasks of all scopes migrate.
  place_counters done(0);
  skua::finish([&] {
    for (int p = 0; p < skua::places(); ++p) {
      skua::spawn(skua::on(p), [done] {
        for (int k = 0; k < fewer(20, 5); ++k) {
          skua::sum<long> nodes;
          skua::finish_result const r = skua::finish(skua::counted, [&](skua::scope s) {
            skua::spawn(skua::any, grow_for_ever, nodes);
            skua::spawn(skua::on(next_place(skua::here())), skua::shielded, [s] { s.cancel(); });
          });
          CHECK(r.cancelled());
          SAME(static_cast<std::uint64_t>(nodes.get()) + 1, r.ran);
          done->add(1);
        }
      });
    }
  });
  SAME(total_of(done), static_cast<long>(fewer(20, 5)) * skua::places());
}

}  // namespace
