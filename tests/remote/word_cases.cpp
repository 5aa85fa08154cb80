// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pairs of task words of which at least one names a place or `any`: the table in
// docs/reference/names.md (Task words), cell by cell. Pairs without them:
// tests/sched/words_test.cpp.
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "remote/cases.hpp"

namespace {

using namespace place_test;

constexpr double time_limit = 20;  // seconds

/// Computes, without calling the runtime, until `done` is set at this place.
void compute_until(place_counters done) {
  double const deadline = skua::sim::now() + time_limit;
  while (done->get() == 0 && skua::sim::now() < deadline) skua::sim::work(1e-6);
  CHECK(done->get() != 0);
}

/// One of these tasks must be stolen if they are more than the workers of place 0: the others
/// compute until then.
void wait_for_a_thief(place_counters stolen) {
  if (skua::here() == 0) return compute_until(stolen);
  skua::async(skua::on(0), skua::urgent, [stolen] { stolen->add(1); }).get();
}

/// With spare workers, of which there are at most 64.
int more_than_workers() { return skua::workers() + 66; }

/// Calls `start` in a scope, more than once for each worker of place 0; it starts a task that calls
/// wait_for_a_thief.
template <class Start>
void another_place_steals([[maybe_unused]] Start const& start) {
#ifdef SKUA_TSAN
  return;  // without forced exposure a task that computes keeps what it has queued
#else
  if (skua::places() == 1) return;
  place_counters stolen(0);
  skua::finish([&] {
    for (int i = 0; i < more_than_workers(); ++i) start(stolen);
  });
  CHECK(counter_at(0, stolen) != 0);
#endif
}

/// A future that a task makes ready after the call.
skua::shared_future<int> soon() {
  return skua::async([] {
           skua::yield();
           return 1;
         })
      .share();
}

PLACE_CASE(on_and_any_start_there_and_may_be_stolen) {
  another_place_steals([](place_counters stolen) { skua::spawn(skua::on(0), skua::any, wait_for_a_thief, stolen); });
  SAME(skua::async(
           skua::any, skua::on(last_place()), [](std::string const& s) { return s + "!"; }, std::string("a"))
           .get(),
       "a!");
}

PLACE_CASE(on_and_after_start_there_when_the_futures_are_ready) {
  for (int p = 0; p < skua::places(); ++p) {
    auto const ready = skua::make_ready_future(1);
    auto const later = soon();
    SAME(skua::async(skua::after(ready), skua::on(p), [] { return skua::here(); }).get(), p);
    SAME(skua::async(skua::on(p), skua::after(ready, later), [] { return skua::here(); }).get(), p);
    SAME(skua::async(
             skua::after(later), skua::on(p), [](std::string const& a, int b) { return a + std::to_string(b); },
             std::string("text "), 7)
             .get(),
         "text 7");
  }
  place_counters ran(0);
  skua::promise<void> gate;
  auto const open = gate.get_future().share();
  skua::finish_result const r = skua::finish(skua::counted, [&] {
    for (int p = 0; p < skua::places(); ++p) {
      for (int i = 0; i < 20; ++i) skua::spawn(skua::after(open), skua::on(p), [ran] { ran->add(1); });
    }
    SAME(total_of(ran), 0);
    gate.set_value();
  });
  for (int p = 0; p < skua::places(); ++p) SAME(counter_at(p, ran), 20);
  CHECK(r.completed());
  SAME(r.never_started, 0u);
}

PLACE_CASE(a_failed_future_keeps_the_task_here) {
  auto const failed_now = skua::make_exceptional_future<int>(std::make_exception_ptr(std::underflow_error("first")));
  place_counters ran(0);
  for (int p = 0; p < skua::places(); ++p) {
    auto const failed_later = skua::async(skua::on(p), []() -> int { throw std::overflow_error("later"); });
    CHECK(throws<std::underflow_error>(
        [&] { skua::async(skua::after(failed_now), skua::on(p), [ran] { ran->add(1); }).get(); }));
    CHECK(throws<std::overflow_error>(
        [&] { skua::async(skua::after(failed_later), skua::any.from(p), [ran] { ran->add(1); }).get(); }));
    CHECK(throws<std::underflow_error>(
        [&] { skua::finish([&] { skua::spawn(skua::after(failed_now), skua::on(p), [ran] { ran->add(1); }); }); }));
    CHECK(throws<std::underflow_error>(
        [&] { skua::finish([&] { skua::spawn(skua::after(failed_now), skua::any, [ran] { ran->add(1); }); }); }));
  }
  SAME(total_of(ran), 0);
}

PLACE_CASE(cancelled_tasks_with_on_and_after_never_start) {
  place_counters ran(0);
  skua::promise<void> gate;
  auto const open = gate.get_future().share();
  skua::finish_result const r = skua::finish(skua::counted, [&] {
    for (int p = 0; p < skua::places(); ++p) {
      skua::spawn(skua::after(open), skua::on(p), [ran] { ran->add(1); });
      skua::spawn(skua::after(open), skua::any.from(p), [ran] { ran->add(1); });
      skua::spawn(skua::after(open), skua::on(p), skua::shielded, [ran] { ran->add(1000); });
    }
    skua::cancel();
    gate.set_value();
  });
  CHECK(r.cancelled());
  SAME(r.never_started, 2 * static_cast<std::uint64_t>(skua::places()));
  SAME(total_of(ran), 1000L * skua::places());
  SAME(r.ran, static_cast<std::uint64_t>(skua::places()));
}

PLACE_CASE(any_and_after_may_be_stolen_when_the_futures_are_ready) {
  another_place_steals([](place_counters stolen) {
    skua::spawn(skua::any, skua::after(skua::make_ready_future(1)), wait_for_a_thief, stolen);
  });
  for (int p = 0; p < skua::places(); ++p) {
    skua::sum<long> nodes;
    skua::finish([&] { skua::spawn(skua::after(soon()), skua::any.from(p), visit_tree, 6, nodes); });
    SAME(nodes.get(), nodes_of(6));
    SAME(skua::async(skua::after(soon()), skua::any.from(p), [](int n) { return n + 1; }, 4).get(), 5);
    SAME(skua::async(skua::any, skua::after(soon()), [](int n) { return n + 1; }, 4).get(), 5);
  }
}

/// A phase ends only when the tasks that wait for their futures, or travel, have taken part.
template <class Start>
void takes_part(Start const& start) {
  place_counters ran(0);
  skua::finish([&] {
    skua::phaser const ph(skua::phaser_mode::signal_wait);
    int const tasks = 2 * skua::places();
    for (int i = 0; i < tasks; ++i) {
      start(i % skua::places(), ph, [ran, ph] {
        ran->add(1);
        ph.next();
        ran->add(1);
        ph.next();
      });
    }
    ph.next();
    CHECK(total_of(ran) >= tasks);
    ph.next();
    SAME(total_of(ran), 2L * tasks);
  });
}

PLACE_CASE(phased_with_words_of_place) {
  takes_part([](int p, skua::phaser ph, auto f) { skua::spawn(skua::on(p), skua::phased(ph), f); });
  takes_part([](int p, skua::phaser ph, auto f) { skua::spawn(skua::phased(ph), skua::any.from(p), f); });
  takes_part([](int, skua::phaser ph, auto f) { skua::spawn(skua::phased(ph), skua::any, f); });
  takes_part(
      [](int p, skua::phaser ph, auto f) { skua::spawn(skua::on(p), skua::after(soon()), skua::phased(ph), f); });
  takes_part(
      [](int p, skua::phaser ph, auto f) { skua::spawn(skua::after(soon()), skua::phased(ph), skua::any.from(p), f); });
  takes_part([](int, skua::phaser ph, auto f) {
    skua::spawn(skua::after(skua::make_ready_future(1)), skua::any, skua::phased(ph), f);
  });
}

PLACE_CASE(any_and_phased_may_be_stolen) {
  skua::phaser const ph(skua::phaser_mode::signal_wait);
  another_place_steals(
      [ph](place_counters stolen) { skua::spawn(skua::any, skua::phased(ph), wait_for_a_thief, stolen); });
  ph.drop();
}

skua::task<int> steal_me(place_counters stolen) {
  wait_for_a_thief(stolen);
  co_return skua::here();
}

skua::task<std::string> doubled(std::string text) {
  co_await skua::async([] {});
  co_return text + text;
}

skua::task<void> fails() {
  co_await skua::async([] {});
  throw std::domain_error("in a coroutine");
}

PLACE_CASE(coroutines_with_results_may_leave) {
  another_place_steals([](place_counters stolen) {
    (void)skua::async(skua::any, steal_me, stolen);
    skua::spawn(skua::any, steal_me, stolen);
  });
  for (int p = 0; p < skua::places(); ++p) {
    SAME(skua::async(skua::any, doubled, std::string("ab")).get(), "abab");
    SAME(skua::async(skua::any.from(p), doubled, std::string("ab")).get(), "abab");
    SAME(skua::async(skua::on(p), skua::after(soon()), doubled, std::string("ab")).get(), "abab");
    SAME(skua::async(skua::any.from(p), skua::after(soon()), doubled, std::string("ab")).get(), "abab");
    CHECK(throws<std::domain_error>([p] { skua::async(skua::any.from(p), fails).get(); }));
    CHECK(throws<std::domain_error>([p] { skua::async(skua::on(p), skua::after(soon()), fails).get(); }));
  }
}

PLACE_CASE(tasks_of_external_threads_may_be_stolen) {
  if (skua::places() == 1) return;
  place_counters stolen(0);
  int const tasks = more_than_workers();
  std::thread starter([stolen, tasks] {
    // They belong to the root scope, which outlives `stolen`, so this thread waits for them.
    std::vector<skua::future<void>> started;
    for (int i = 0; i < tasks; ++i) started.push_back(skua::async(skua::any, wait_for_a_thief, stolen));
    for (skua::future<void>& f : started) f.get();
    for (int p = 0; p < skua::places(); ++p) {
      auto const ready = skua::make_ready_future(1);
      if (skua::async(skua::after(ready), skua::on(p), [] { return skua::here(); }).get() != p)
        failed("after and on, from an external thread");
    }
  });
  skua::blocking([&] { starter.join(); });
  CHECK(counter_at(0, stolen) != 0);
}

}  // namespace
