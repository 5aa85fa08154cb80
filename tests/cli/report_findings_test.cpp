// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// skua report: its findings on planted problems, comparisons, and outputs.

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "report/comparison.hpp"
#include "report/output.hpp"
#include "report_support.hpp"

namespace {

using namespace report_test;
using trace_test::ms;
using trace_test::part;
using trace_test::s;
using trace_test::us;

TEST(report_findings, quiet_on_a_healthy_run) {
  auto const run = summary_of(trace_test::healthy());
  EXPECT_EQ(kinds(run), "");
  EXPECT_TRUE(run.notes.empty());
}

TEST(report_findings, huge_task) {
  auto const run = summary_of(trace_test::huge_task());
  ASSERT_EQ(kinds(run), "huge_task");
  EXPECT_NEAR(run.findings[0].share, 0.375, 0.01);
  EXPECT_EQ(run.findings[0].text, "37 % idle: workers wait for a task of 500 ms at the end (`giant`).");
  EXPECT_HAS(run.findings[0].advice, "Spawn smaller tasks in `giant`");
}

TEST(report_findings, small_tasks) {
  auto const run = summary_of(trace_test::small_tasks());
  ASSERT_EQ(kinds(run), "small_tasks");
  EXPECT_NEAR(run.findings[0].share, 0.8, 0.01);
  EXPECT_HAS(run.findings[0].text, "4,000,000 tasks, most of them `tiny` with 0.2 µs on average, 0.8 µs of overhead");
}

TEST(report_findings, small_tasks_whose_cost_is_inside_their_time) {
  // 1 s of a processor for 20 million tasks is 50 ns for each, as in uts; half of that, as in fib.
  EXPECT_EQ(kinds(summary_of(trace_test::small_tasks_without_gaps())), "") << "200 ns each, by the clock";
  EXPECT_EQ(kinds(summary_of(trace_test::small_tasks_without_gaps(1))), "");
  auto const run = summary_of(trace_test::small_tasks_without_gaps(0.5));
  ASSERT_EQ(kinds(run), "small_tasks");
  EXPECT_NEAR(run.findings[0].share, 0.44, 0.01);
  EXPECT_HAS(run.findings[0].text,
             "44 % of the workers' time is the cost of 20,000,000 tasks, most of them `tiny`, which are too small: "
             "25 ns each, of which 11 are the task's cost. This cost is inside the tasks' time.");
  EXPECT_HAS(run.findings[0].advice, "`for_async(n, body)` instead of a loop that spawns");
  EXPECT_EQ(kinds(summary_of(trace_test::small_tasks_without_gaps(0, 40'000))), "small_tasks") << "25 ns by the clock";
}

TEST(report_findings, small_tasks_of_a_loop_wait_for_nothing) {
  auto const run = summary_of(trace_test::loop_of_small_tasks());
  ASSERT_EQ(kinds(run), "small_tasks");
  EXPECT_HAS(run.findings[0].text, "`tiny`, which are too small: 30 ns each, of which 11 are the task's cost.");
  EXPECT_HAS(run.findings[0].text, "For 75 % other workers were idle");
  EXPECT_EQ(kinds(summary_of(trace_test::loop_of_small_tasks(700'000))), "small_tasks") << "most time in the spawner";
}

TEST(report_findings, one_place) {
  auto const run = summary_of(trace_test::one_place());
  ASSERT_EQ(kinds(run), "one_place");
  EXPECT_NEAR(run.findings[0].share, 0.5, 0.01);
  EXPECT_HAS(run.findings[0].text, "place 0 has tasks while workers of other places have none (100 % of the work");
  EXPECT_HAS(run.findings[0].text, "Of 20 requests for tasks, 20 were refused.");
}

TEST(report_findings, places_that_are_busy_by_turns_do_not_keep_their_tasks) {
  part first(0, {.places = 2});
  part second(1, {.places = 2});
  for (std::uint32_t w = 0; w < 2; ++w) {
    for (std::int64_t t = 0; t < s; t += 100 * ms) {
      bool const is_first = t / (100 * ms) % 2 == 0;
      trace_test::fill(is_first ? first : second, w, t, t + 100 * ms, 5 * ms, "leaf");
      (is_first ? second : first).idle(w, t, t + 100 * ms);
    }
  }
  auto const run = summary_of(first.end(s).bytes() + second.end(s).bytes());
  ASSERT_EQ(kinds(run), "idle");
  EXPECT_HAS(run.findings[0].text, "on average 2.0 of 4 workers are in tasks");
}

TEST(report_findings, serial_chain) {
  auto const run = summary_of(trace_test::serial_chain());
  ASSERT_EQ(kinds(run), "serial");
  EXPECT_NEAR(run.findings[0].share, 0.6, 0.02);
  EXPECT_HAS(run.findings[0].text, "There ran `step`, one after another");
}

TEST(report_findings, contention) {
  auto const run = summary_of(trace_test::contention());
  ASSERT_EQ(kinds(run), "contention");
  EXPECT_NEAR(run.findings[0].share, 0.75, 0.01);
  EXPECT_HAS(run.findings[0].text, "wait for a mutex: 300 waits, 3 s in all, 10 ms on average, most in `update`");
}

TEST(report_findings, a_semaphore_is_no_contention) {
  auto const run = summary_of(trace_test::signals());
  ASSERT_EQ(kinds(run), "semaphore");
  EXPECT_NEAR(run.findings[0].share, 0.3, 0.01);
  EXPECT_HAS(run.findings[0].text, "30 % of the workers' time is idle while tasks wait for a semaphore: 100 waits");
  EXPECT_HAS(run.findings[0].advice, "If it is a signal, let the task that gives it run earlier");
}

TEST(report_findings, slow_place) {
  auto const run = summary_of(trace_test::slow_place());
  ASSERT_EQ(kinds(run), "slow_place");
  EXPECT_HAS(run.findings[0].text, "Place 2 is slow: `leaf` takes 4 ms there and 2 ms elsewhere");
}

TEST(report_findings, a_slow_place_that_keeps_no_other_waiting) {
  // Stealing evens it out: place 1 has half as many tasks. The sizes are random.
  std::string file;
  trace_test::random_numbers random(3);
  for (std::uint32_t place = 0; place < 2; ++place) {
    part p(place, {.places = 2, .workers = 1});
    for (std::int64_t t = 0; t < s;) {
      std::int64_t const length = static_cast<std::int64_t>(100 + random.next(400)) * (place == 1 ? 2 * us : us);
      p.tasks(0, t, std::min(s, t + length), "leaf");
      t += length;
    }
    file += p.end(s, {{"lost", std::uint64_t{0}}, {"processor_seconds", place == 1 ? 0.45 : 1.0}}).bytes();
  }
  auto const run = summary_of(file);
  ASSERT_EQ(kinds(run), "slow_place");
  EXPECT_HAS(run.findings[0].text, "Its workers had a processor for 45 % of their time in tasks.");
}

TEST(report_findings, tasks_that_differ_are_no_slow_place) {
  EXPECT_EQ(kinds(summary_of(trace_test::tasks_that_suspend())), "");
  // Comparing the means finds a slow place with these seeds.
  for (std::uint64_t const seed : {13, 14, 19, 26}) {
    EXPECT_EQ(kinds(summary_of(trace_test::subtrees_of_a_search(seed))), "") << seed;
  }
}

TEST(report_findings, idle_without_a_cause) {
  part p(0, {.workers = 4});
  for (std::uint32_t w = 0; w < 4; ++w) {
    for (std::int64_t t = w * 5 * ms; t < s; t += 20 * ms) {
      p.tasks(w, t, t + 14 * ms, "leaf").idle(w, t + 14 * ms, t + 20 * ms, "wait", "finish");
    }
  }
  auto const run = summary_of(p.end(s).bytes());
  ASSERT_EQ(kinds(run), "idle");
  EXPECT_HAS(run.findings[0].text, "waiting for `finish`");
}

TEST(report_findings, only_waits_of_the_phase_are_named) {
  // Waits for futures in the first half, for a timer in the second one.
  part p(0, {.workers = 2});
  for (std::uint32_t w = 0; w < 2; ++w) {
    trace_test::fill(p, w, 0, s / 2, 5 * ms, "leaf");
    p.idle(w, s / 2, s);
  }
  for (std::uint32_t i = 0; i < 20; ++i) p.suspension(i, 0, s / 2, "future", "leaf");
  auto const before = p;
  auto const ended = summary_of(p.end(s).bytes());
  ASSERT_EQ(kinds(ended), "serial");
  EXPECT_HAS(ended.findings[0].text, ", after the last task) hardly any worker was in a task.");
  EXPECT_EQ(ended.findings[0].text.find("future"), std::string::npos) << ended.findings[0].text;
  p = before;
  auto const slept = summary_of(p.suspension(30, s / 2, s, "sleep_for", "timer").end(s).bytes());
  EXPECT_HAS(slept.findings.at(0).text, " of that time a task waits for `sleep_for`.");
}

TEST(report_findings, simulated_tasks_without_work_have_a_note) {
  auto const notes_of = [](bool simulated, std::int64_t length) {
    part p(0, {.workers = 1, .simulated = simulated});
    for (std::int64_t t = 0; t < s; t += 10 * ms) {
      p.tasks(0, t, t + length, "leaf", 100).idle(0, t + length, t + 10 * ms);
    }
    return summary_of(p.end(s).bytes()).notes;
  };
  auto const notes = notes_of(true, us);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_HAS(notes[0], "Tasks took nearly no virtual time: ");
  EXPECT_TRUE(notes_of(true, ms).empty());
  EXPECT_TRUE(notes_of(false, us).empty());
}

TEST(report_comparison, what_changed) {
  auto const before = summary_of(trace_test::huge_task());
  auto const after = summary_of(trace_test::healthy());
  auto const c = compare({before}, {after});
  EXPECT_HAS(c.words.at(0), "did not change clearly: 1 s before, 1 s after (one run each");
  EXPECT_HAS(c.words.back(), "Findings that are gone: huge_task.");
  auto const sleep =
      std::find_if(c.numbers.begin(), c.numbers.end(), [](auto& n) { return n.name == "sleep_seconds"; });
  EXPECT_NEAR(sleep->before, 1.5, 1e-9);
  EXPECT_EQ(sleep->after, 0);
  EXPECT_TRUE(sleep->differs);
  EXPECT_EQ(c.tasks.at(0).name, "leaf");
}

TEST(report_comparison, work_grows_with_the_number_of_workers) {
  auto const run_of = [](std::uint64_t workers, double seconds, double work) {
    run_summary run;
    run.places.resize(1);
    run.workers = workers;
    run.seconds = seconds;
    run.time.work = work;
    return run;
  };
  auto const one = run_of(1, 2, 2);
  auto const c = compare({one}, {run_of(2, 1.5, 3)});
  EXPECT_HAS(c.words.at(0), "2 s before, 1.5 s after, 1 worker before, 2 after (one run each");
  EXPECT_HAS(c.words.at(1), "Work grows with the number of workers, by a factor of 1.50: 2 s before, 3 s after.");
  EXPECT_EQ(compare({one}, {run_of(2, 1.1, 2.1)}).words.size(), 1u) << "a twentieth is noise";
  auto const alike = compare({one}, {run_of(1, 3, 3)});
  EXPECT_EQ(alike.words.size(), 1u) << "as many workers: their work is no question of scaling";
  EXPECT_EQ(alike.words.at(0).find("worker"), std::string::npos);
}

TEST(report_comparison, repetitions_give_intervals) {
  auto const run_of = [](double seconds) {
    run_summary run;
    run.seconds = seconds;
    return run;
  };
  auto const c = compare({run_of(2.0), run_of(2.1), run_of(2.2)}, {run_of(1.0), run_of(1.1), run_of(1.05)});
  auto const& time = c.numbers.at(0);
  EXPECT_EQ(time.before, 2.1);
  EXPECT_EQ(time.after, 1.05);
  ASSERT_TRUE(time.has_interval);
  EXPECT_TRUE(time.differs);
  EXPECT_GE(time.ratio_low, 1.0 / 2.2);
  EXPECT_LE(time.ratio_high, 1.1 / 2.0);
  EXPECT_HAS(c.words.at(0), "Faster by a factor of 2.00: 2.1 s before, 1.05 s after (medians of 3 and 3 runs; ");
  auto const same = compare({run_of(2.0), run_of(2.1), run_of(2.2)}, {run_of(2.05), run_of(2.15), run_of(1.95)});
  EXPECT_FALSE(same.numbers.at(0).differs);
  EXPECT_FALSE(compare({run_of(2.0), run_of(2.1)}, {run_of(1.0), run_of(1.1)}).numbers.at(0).has_interval);
}

TEST(report_output, lines_fit_a_terminal) {
  for (auto const& trace : {trace_test::healthy(), trace_test::one_place(), trace_test::contention()}) {
    auto const run = summary_of(trace);
    auto renamed = run;
    renamed.task_rows.at(0).name = "Größe_" + std::string(100, 'x');
    for (report_data const& data :
         {report_data{{run}, {}, {}}, report_data{{run}, {renamed}, compare({run}, {renamed})},
          report_data{{renamed}, {}, {}}}) {
      std::istringstream lines(terminal_text(data));
      for (std::string line; std::getline(lines, line);) {
        auto const width = std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xc0) != 0x80; });
        EXPECT_LE(width, 80) << line;
      }
    }
  }
}

TEST(report_output, tasks_that_were_measured_together_bound_the_span) {
  part p(0, {.workers = 1});
  trace_test::fill(p, 0, 0, s / 2, 100 * us, "leaf");
  auto const slice = [&](std::int64_t begin, std::int64_t end, std::uint64_t count, std::uint64_t longest) {
    p.slice(p.worker(0), begin, end, "leaf", "task",
            {{"count", count}, {"longest", longest}, {"busy", static_cast<std::uint64_t>(end - begin)}});
  };
  slice(s / 2, s / 2 + 50 * ms, 64, 50 * ms);
  slice(s / 2 + 50 * ms, s, 1'000'000, 8 * us);
  auto const run = summary_of(p.end(s).bytes());
  auto const text = span_text(run);
  // 50 ms / 64: at least one of them took this time.
  EXPECT_HAS(text,
             "the longest stretch of one task, 781 µs of `leaf`: with any number of workers the run is at most "
             "1280.0 times as fast");
  EXPECT_HAS(text,
             "measured 64 tasks of `leaf` together, 50 ms: if one of them took all of it, the run is at most "
             "20.0 times");
  EXPECT_HAS(sizes_text(run), "A task may lie above the last row, with up to 50 ms (`leaf`)");
}

TEST(report_output, a_space_separates_columns) {
  part p(0, {.workers = 1});
  p.tasks(0, 0, s, "lower", 123'456'789);
  auto const run = summary_of(p.end(s).bytes());
  EXPECT_HAS(terminal_text({{run}, {}, {}}), "123,456,789       1 s  100.0 %    8.1 ns      8 ns");
  EXPECT_EQ(value_text(8.08e-9, unit::seconds), "8.08 ns");
  EXPECT_EQ(value_text(200e-9, unit::seconds), "200 ns");
  EXPECT_EQ(value_text(0.9996e-6, unit::seconds), "1 µs");
  comparison c;
  c.before_runs = c.after_runs = 3;
  change row{"sleep_seconds", "idle: sleep", unit::seconds, 135e-6, 23e-3};
  row.ratio = 170.13;
  row.has_interval = row.differs = true;
  row.ratio_low = 2.03;
  row.ratio_high = 391.61;
  c.numbers.push_back(row);
  EXPECT_HAS(terminal_text({{run}, {run}, c}), "     135 µs       23 ms      170 [2.03, 392]");
}

TEST(report_output, a_name_that_is_no_utf8) {
  part p(0, {.workers = 1});
  p.tasks(0, 0, s, "leaf\xff");
  EXPECT_HAS(json_text({{summary_of(p.end(s).bytes())}, {}, {}}), "\"leaf\xef\xbf\xbd\"");
}

}  // namespace
