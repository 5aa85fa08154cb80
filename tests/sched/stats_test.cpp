// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Statistics: the breakdown covers the lifetime of each worker, and the counters are right.
#include <skua/stats.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core_support.hpp"
#include "start/metrics_text.hpp"

namespace {

using namespace core_test;

struct stats : on_workers {
  skua::options with(skua::stats_level level) const {
    skua::options o = settings();
    o.stats = level;
    return o;
  }
};
INSTANTIATE_TEST_SUITE_P(workers, stats, worker_counts(), testing::PrintToStringParamName());

double sum(skua::worker_statistics const& w) {
  return w.init + w.user + w.issue + w.execute + w.pack + w.wait + w.idle + w.finalise + w.rest;
}

/// Whether the predicate holds for the first `count` workers. Spare workers come after them: on a
/// busy machine the place may start some at any time, so their lifetime is shorter than that of the
/// place.
template <class Predicate>
bool all_of_first(skua::statistics const& s, int count, Predicate predicate) {
  auto const n = static_cast<std::size_t>(count);
  return s.workers.size() >= n && std::all_of(s.workers.begin(), s.workers.begin() + count, predicate);
}

void some_work() {
  skua::finish([] {
    for (int i = 0; i < 50; ++i) {
      skua::spawn([] {
        for (int k = 0; k < 20; ++k) skua::spawn([] {});
        skua::sleep_for(std::chrono::microseconds(200));
      });
    }
  });
}

TEST_P(stats, the_breakdown_sums_to_the_life_of_each_worker) {
  for (skua::stats_level const level : {skua::stats_level::on, skua::stats_level::detailed}) {
    skua::runtime place{with(level)};
    place.run([&] {
      some_work();
      skua::statistics s;
      // The counters of a worker may change during a read: a reader that is interrupted has to read
      // again.
      EXPECT_TRUE(core_test::comes_true([&] {
        s = skua::stats();
        return all_of_first(s, workers(), [&](skua::worker_statistics const& w) {
          return sum(w) >= 0.999 * s.seconds - 1e-4 && sum(w) <= 1.05 * s.seconds + 0.02;
        });
      })) << s.text();
      for (skua::worker_statistics const& w : s.workers) EXPECT_GE(w.rest, 0);
      EXPECT_GT(s.total().user, 0);
      EXPECT_GT(s.total().wait + s.total().idle, 0) << "tasks slept";
    });
  }
}

TEST_P(stats, time_in_a_phase_that_has_not_ended_counts) {
  skua::runtime place{with(skua::stats_level::on)};
  place.run([] {});
  // Read by an external thread, as soon as all workers sleep: no phase ends between the two reads.
  EXPECT_TRUE(core_test::comes_true([&] {
    skua::statistics const earlier = skua::stats();
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    skua::statistics const later = skua::stats();
    auto const first = static_cast<std::size_t>(workers());  // spare workers come after them
    bool is_idle = earlier.workers.size() >= first;
    for (std::size_t i = 0; is_idle && i < first; ++i) {
      double const idle =
          later.workers[i].idle + later.workers[i].wait - earlier.workers[i].idle - earlier.workers[i].wait;
      is_idle = idle > 0.9 * (later.seconds - earlier.seconds);
    }
    return is_idle;
  })) << "a worker that slept all the time was idle";
}

TASK_TEST_P(stats, off_means_no_times) {
  some_work();
  for (skua::worker_statistics const& w : skua::stats().workers) EXPECT_EQ(w.user + w.idle + w.wait + w.init, 0);
}

TEST_P(stats, detailed_counts_every_task) {
  skua::runtime place{with(skua::stats_level::detailed)};
  place.run([] {
    std::uint64_t const tasks_before = skua::stats().total().tasks;
    skua::finish([] {
      for (int i = 0; i < 100; ++i) {
        skua::spawn([] {
          for (int k = 0; k < 10; ++k) skua::spawn([] {});
        });
      }
    });
    EXPECT_EQ(skua::stats().total().tasks - tasks_before, 1100u);
    skua::worker_statistics const t = skua::stats().total();
    EXPECT_GT(t.issue, 0);
    EXPECT_GT(t.execute, 0);
  });
}

TASK_TEST_P(stats, events_are_counted) {
  auto const earlier = skua::stats().total();
  for (int i = 0; i < 100; ++i) skua::yield();
  auto const later = skua::stats().total();
  EXPECT_GE(later.suspensions - earlier.suspensions, 100u);
  EXPECT_GE(later.resumptions - earlier.resumptions, 100u);
  EXPECT_GE(later.fibres, 1u);
  if (skua::workers() > 1) {
    rendezvous two(2);
    skua::finish([&] {
      skua::spawn([&] { EXPECT_TRUE(two.meet()); });
      EXPECT_TRUE(two.meet());
    });
    EXPECT_GT(skua::stats().total().stolen, earlier.stolen);
  }
}

TASK_TEST_P(stats, the_table_names_every_column_and_worker) {
  skua::statistics const s = skua::stats();
  std::string const text = s.text();
  for (char const* name : {"init", "user", "issue", "execute", "pack", "wait", "idle", "finalise", "rest", "steals"})
    EXPECT_NE(text.find(name), std::string::npos) << name;
  EXPECT_EQ(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')), s.workers.size() + 2);
}

/// Statistics in which all counters and times differ.
skua::statistics different_numbers() {
  skua::statistics s;
  s.workers.resize(2);
  std::uint64_t n = 0;
  for (skua::worker_statistics& w : s.workers) {
    skua::observe::for_each_worker_counter<skua::worker_statistics>([&](char const*, auto member) { w.*member = ++n; });
    skua::observe::for_each_phase<skua::worker_statistics>(
        [&](char const*, auto member) { w.*member = static_cast<double>(++n) / 8; });
    w.rest = static_cast<double>(++n) / 8;
  }
  s.far.messages = ++n;
  s.far.bytes = ++n;
  skua::observe::for_each_request_counter<skua::far_statistics>([&](char const*, auto m) { s.far.*m = ++n; });
  return s;
}

TEST(statistics, every_counter_and_time_is_in_the_total) {
  skua::statistics const s = different_numbers();
  skua::worker_statistics const total = s.total();
  auto const sums_up = [&](char const* name, auto member) {
    EXPECT_EQ(total.*member, s.workers[0].*member + s.workers[1].*member) << name;
  };
  skua::observe::for_each_worker_counter<skua::worker_statistics>(sums_up);
  skua::observe::for_each_phase<skua::worker_statistics>(sums_up);
  EXPECT_EQ(total.rest, s.workers[0].rest + s.workers[1].rest);
}

TEST(statistics, calls_for_each_counter_and_time) {
  skua::statistics const s = different_numbers();
  std::vector<std::pair<std::string, double>> numbers;
  auto const keep = [&](std::string const& name, auto value) {
    numbers.emplace_back(name, static_cast<double>(value));
  };
  using number = std::pair<std::string, double>;
  skua::for_each_counter(s.workers[0], keep);
  EXPECT_EQ(numbers.front(), number("steals", s.workers[0].steals));
  EXPECT_EQ(numbers.back(), number("tasks", s.workers[0].tasks));
  numbers.clear();
  skua::for_each_time(s.workers[0], keep);
  EXPECT_EQ(numbers.front(), number("init", s.workers[0].init));
  EXPECT_EQ(numbers.back(), number("rest", s.workers[0].rest));
  numbers.clear();
  skua::for_each_counter(s.far, keep);
  EXPECT_EQ(numbers.front(), number("messages", s.far.messages));
  EXPECT_EQ(numbers.back(), number("tasks", s.far.tasks));
}

TEST(statistics, prints_this_table) {
  skua::statistics s;
  s.workers.resize(2);
  double seconds = 1.5;
  for (skua::worker_statistics& w : s.workers) {
    for (auto const member :
         {&skua::worker_statistics::init, &skua::worker_statistics::user, &skua::worker_statistics::issue,
          &skua::worker_statistics::execute, &skua::worker_statistics::pack, &skua::worker_statistics::wait,
          &skua::worker_statistics::idle, &skua::worker_statistics::finalise, &skua::worker_statistics::rest})
      w.*member = seconds += 0.125;
  }
  s.workers[0].steals = 1;
  s.workers[0].stolen = 22;
  s.workers[0].parks = 333;
  s.workers[0].suspensions = 4444;
  s.workers[1].stolen = 123'456'789;
  std::string const table =
      "skua: worker      init      user     issue   execute      pack      wait      idle  finalise      rest"
      "    steals    stolen     parks  suspends\n"
      "skua:      0    1.6250    1.7500    1.8750    2.0000    2.1250    2.2500    2.3750    2.5000    2.6250"
      "         1        22       333      4444\n"
      "skua:      1    2.7500    2.8750    3.0000    3.1250    3.2500    3.3750    3.5000    3.6250    3.7500"
      "         0 123456789         0         0\n"
      "skua:    all    4.3750    4.6250    4.8750    5.1250    5.3750    5.6250    5.8750    6.1250    6.3750"
      "         1 123456811       333      4444\n";
  EXPECT_EQ(s.text(), table);
  s.far.messages = 1;
  s.far.bytes = 2;
  s.far.asked = 3;
  s.far.refused = 4;
  s.far.lifelines = 5;
  s.far.loots = 6;
  s.far.tasks = 7;
  EXPECT_EQ(s.text(), table +
                          "skua: to other places 1 messages, 2 bytes; steals 3 asked, 4 refused, 5 with lifelines; "
                          "7 tasks came in 6 messages\n");
}

TEST_P(stats, are_printed_at_the_end_on_request) {
  skua::options o = with(skua::stats_level::on);
  o.print_stats = true;
  testing::internal::CaptureStderr();
  EXPECT_EQ(skua::run(o, [] {}), 0);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("finalise"), std::string::npos);
}

TEST(stats_text, labels_of_metrics_are_escaped_and_utf8) {
  skua::start::process_snapshot named;
  named.program = "a\"b\\c\n\xff";
  std::string const text = skua::start::metrics_text(named);
  EXPECT_NE(text.find("{program=\"a\\\"b\\\\c\\n\ufffd\""), std::string::npos) << text;
}

}  // namespace
