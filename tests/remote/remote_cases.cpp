// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks at other places: on, any, any.from, spawn_all, at, post, urgent, shielded, named.
#include <cstring>
#include <new>
#include <string>
#include <tuple>
#include <vector>

#include "remote/cases.hpp"

namespace {

using namespace place_test;

void add_here(place_counters t, long x) { t->add(x); }

PLACE_CASE(on_runs_there) {
  place_counters ran(0);
  skua::finish([&] {
    for (int p = 0; p < skua::places(); ++p) {
      skua::spawn(skua::on(p), [ran, p] {
        SAME(skua::here(), p);
        CHECK(skua::worker() >= 0);
        ran->add(1);
      });
      skua::spawn(skua::on(p), add_here, ran, 10 * p);
    }
  });
  for (int p = 0; p < skua::places(); ++p) SAME(counter_at(p, ran), 1 + 10 * p);
}

PLACE_CASE(at_returns_and_may_nest) {
  SAME(skua::at(last_place(), [] { return skua::here(); }), last_place());
  SAME(skua::at(last_place(), [](std::string a, int b) { return a + std::to_string(b); }, std::string("x"), 7), "x7");
  // A walk through all places and back, with a stack of calls over all of them.
  struct walk {
    static std::string step(int depth) {
      std::string const own_digit = std::to_string(skua::here());
      if (depth == 0) return own_digit;
      return own_digit + skua::at(next_place(skua::here()), &walk::step, depth - 1);
    }
  };
  std::string expected;
  for (int i = 0; i <= 40; ++i) expected += std::to_string(i % skua::places());
  SAME(walk::step(40), expected);
}

PLACE_CASE(tasks_there_spawn_into_the_same_scope) {
  place_counters ran(0);
  struct hop {
    static void step(place_counters t, int remaining) {
      t->add(1);
      if (remaining == 0) return;
      skua::spawn(skua::on(next_place(skua::here())), &hop::step, t, remaining - 1);
      skua::spawn([t] { t->add(100); });
    }
  };
  skua::finish([&] { hop::step(ran, 50); });
  SAME(total_of(ran), 51 + 50 * 100);
}

PLACE_CASE(any_counts_every_task_once) {
  for (int k = 0; k < fewer(20, 4); ++k) {
    skua::sum<long> nodes;
    skua::finish([&] { skua::spawn(skua::any, visit_tree, 7, nodes); });
    SAME(nodes.get(), nodes_of(7));
  }
}

PLACE_CASE(any_from_starts_there) {
  for (int p = 0; p < skua::places(); ++p) {
    skua::sum<long> nodes;
    skua::finish([&] { skua::spawn(skua::any.from(p), visit_tree, 7, nodes); });
    SAME(nodes.get(), nodes_of(7));
    SAME(skua::async(skua::any.from(p), [](int x) { return x + 1; }, 4).get(), 5);
  }
}

PLACE_CASE(any_from_without_an_idle_place_stays) {
  // At each place one task waits until the other has run. All workers may be busy, yet the other
  // task must run: where it was sent, or on top of a waiting task.
  place_counters ran(0);
  skua::finish([&] {
    for (int p = 0; p < skua::places(); ++p) {
      skua::spawn(skua::on(p), [ran] { CHECK(comes_true([ran] { return ran->get() > 0; })); });
      skua::spawn(skua::on(p), [ran] { ran->add(1); });
    }
  });
  SAME(total_of(ran), skua::places());
}

PLACE_CASE(spawn_all_sends_lists) {
  skua::sum<long> sum;
  std::vector<std::tuple<int, std::string, skua::sum<long>>> list;
  for (int i = 0; i < 2000; ++i) list.emplace_back(i, std::string(static_cast<std::size_t>(i % 50), 'x'), sum);
  auto const body = [](int i, std::string const& text, skua::sum<long> s) {
    SAME(text.size(), static_cast<std::size_t>(i % 50));
    s += i;
  };
  skua::finish([&] {
    for (int p = 0; p < skua::places(); ++p) skua::spawn_all(skua::any.from(p), list, body);
    skua::spawn_all(skua::any.from(last_place()), std::vector<std::tuple<int, std::string, skua::sum<long>>>{}, body);
  });
  SAME(sum.get(), skua::places() * 1999L * 1000);
}

PLACE_CASE(posts_are_delivered_before_the_end) {
  place_counters ran(0);
  for (int i = 0; i < 200; ++i) skua::post(skua::on(i % skua::places()), [ran] { ran->add(1); });
  for (int p = 0; p < skua::places(); ++p) {
    long const expected = 200 / skua::places() + (p < 200 % skua::places());
    CHECK(skua::at(p, [ran, expected] { return comes_true([&] { return ran->get() == expected; }); }));
  }
  // A chain of posts that is still under way when the body has ended: the end of the run reports
  // tasks that are missing.
  struct chain {
    static void step(int remaining) {
      if (remaining > 0) skua::post(skua::on(next_place(skua::here())), &chain::step, remaining - 1);
    }
  };
  chain::step(500);
}

PLACE_CASE(urgent_runs_beside_busy_workers) {
  place_counters stop(0);
  std::vector<int> busy;
  for (int p = 0; p < skua::places(); ++p) {
    busy.push_back(skua::at(p, [stop] { return skua::workers() + static_cast<int>(stop->get()); }));
  }
  skua::finish([&] {
    // From here on the body must not suspend: this worker will be busy as well.
    for (int p = 0; p < skua::places(); ++p) {
      for (int i = 0; i < busy[static_cast<std::size_t>(p)]; ++i) {
        skua::spawn(skua::on(p), [stop] {
          double const deadline = skua::sim::now() + 20;
          while (stop->get() == 0 && skua::sim::now() < deadline) skua::sim::work(1e-6);
          CHECK(stop->get() != 0);
        });
      }
    }
    for (int p = 0; p < skua::places(); ++p) skua::spawn(skua::on(p), skua::urgent, [stop] { stop->add(1); });
  });
  skua::future<int> f = skua::async(skua::urgent, skua::on(last_place()), [] { return skua::here(); });
  SAME(f.get(), last_place());
}

PLACE_CASE(shielded_runs_in_a_cancelled_scope) {
  place_counters ran(0);
  skua::finish_result const r = skua::finish([&] {
    skua::cancel();
    for (int p = 0; p < skua::places(); ++p) {
      skua::spawn(skua::on(p), skua::shielded, [ran] {
        CHECK(!skua::cancelled());
        skua::finish([ran] { skua::spawn([ran] { ran->add(10); }); });
        ran->add(1);
      });
      skua::spawn(skua::on(p), [ran] { ran->add(1000); });
    }
  });
  CHECK(r.cancelled());
  SAME(r.never_started, static_cast<std::uint64_t>(skua::places()));
  SAME(total_of(ran), 11L * skua::places());
}

PLACE_CASE(words_compose) {
  place_counters ran(0);
  skua::finish([&] {
    std::string const name = "a task named at run time";
    skua::spawn(skua::named(name.c_str()), skua::on(last_place()), skua::shielded, skua::urgent, add_here, ran, 1);
    skua::spawn(skua::named("any"), skua::any, add_here, ran, 10);
    skua::spawn(skua::any.from(last_place()), skua::named("any from"), skua::shielded, add_here, ran, 100);
    SAME(skua::async(skua::named("with a result"), skua::on(last_place()), skua::shielded, [] { return 3; }).get(), 3);
  });
  SAME(total_of(ran), 111);
}

/// The padding between its members keeps the old contents of the memory.
struct padded {
  char c;
  long n;
  void operator()() const { SAME(n, static_cast<long>(c)); }
};

PLACE_CASE(remote_tasks_may_have_holes_in_their_closures) {
  alignas(padded) std::byte raw[sizeof(padded)];
  void* const address = raw;
  std::memcpy(raw, &address, sizeof address);
  auto* const task = new (raw) padded;
  task->c = 5;
  task->n = 5;
  skua::spawn(skua::on(last_place()), *task);
}

}  // namespace
