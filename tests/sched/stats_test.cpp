// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Statistics: the breakdown covers the lifetime of each worker, and the counters are right.
#include <skua/stats.hpp>

#include <algorithm>

#include "core_support.hpp"

namespace {

using namespace core_test;

struct stats : on_workers {
  skua::options with(skua::stats_level level) const {
    skua::options o = settings();
    o.stats = level;
    return o;
  }
};
INSTANTIATE_TEST_SUITE_P(crew, stats, worker_counts(), testing::PrintToStringParamName());

double sum(skua::worker_statistics const& w) {
  return w.init + w.user + w.issue + w.execute + w.wait + w.idle + w.finalise + w.rest;
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

TEST_P(stats, off_means_no_times) {
  run([] {
    some_work();
    for (skua::worker_statistics const& w : skua::stats().workers) EXPECT_EQ(w.user + w.idle + w.wait + w.init, 0);
  });
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

TEST_P(stats, events_are_counted) {
  run([&] {
    auto const earlier = skua::stats().total();
    for (int i = 0; i < 100; ++i) skua::yield();
    auto const later = skua::stats().total();
    EXPECT_GE(later.suspensions - earlier.suspensions, 100u);
    EXPECT_GE(later.resumptions - earlier.resumptions, 100u);
    EXPECT_GE(later.fibres, 1u);
    if (workers() > 1) {
      rendezvous two(2);
      skua::finish([&] {
        skua::spawn([&] { EXPECT_TRUE(two.meet()); });
        EXPECT_TRUE(two.meet());
      });
      EXPECT_GT(skua::stats().total().stolen, earlier.stolen);
    }
  });
}

TEST_P(stats, the_table_names_every_column_and_worker) {
  run([&] {
    skua::statistics const s = skua::stats();
    std::string const text = s.text();
    for (char const* name : {"init", "user", "issue", "execute", "wait", "idle", "finalise", "rest", "steals"})
      EXPECT_NE(text.find(name), std::string::npos) << name;
    EXPECT_EQ(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')), s.workers.size() + 2);
  });
}

TEST_P(stats, are_printed_at_the_end_on_request) {
  skua::options o = with(skua::stats_level::on);
  o.print_stats = true;
  testing::internal::CaptureStderr();
  EXPECT_EQ(skua::run(o, [] {}), 0);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("finalise"), std::string::npos);
}

}  // namespace
