// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "observe/live_view.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <string>

#include "observe/progress_text.hpp"
#include "observe/terminal_screen.hpp"
#include "system/unique_fd.hpp"

namespace {

using namespace skua::observe;

TEST(metrics_client, reads_the_text) {
  auto const p = parse_metrics(R"(# TYPE skua_process info
skua_process_info{program="a \"b\" \\c",pid="17",transport="shm",version="1"} 1
# TYPE skua_places gauge
skua_places 3
skua_uptime_seconds{place="1"} 2.5
skua_workers{place="1"} 1
skua_queued_tasks{place="1"} 40
skua_named_scopes{place="1"} 2
skua_remote_scopes{place="1"} 3
skua_place_messages_total{place="1"} 12
skua_place_bytes_total{place="1"} 480
skua_place_loots_total{place="1"} 3
skua_place_tasks_total{place="1"} 9
skua_worker_steals_total{place="1",worker="0"} 4
skua_worker_seconds_total{place="1",worker="0",phase="user"} 1.25
skua_worker_seconds_total{place="1",worker="0",phase="pack"} 0.25
skua_worker_seconds_total{place="1",worker="0",phase="idle"} 1
skua_worker_busy{place="1",worker="0"} 1
skua_worker_busy{place="1",worker="1"} 0
skua_worker_task_info{place="1",worker="0",task="sort, \"all\""} 1
skua_search_nodes_total{place="1",search="7"} 100
skua_search_incumbent{place="1",search="7"} 24
skua_unknown_thing{place="1"} 99
# EOF
)");
  ASSERT_TRUE(p);
  EXPECT_EQ(p->program, "a \"b\" \\c");
  EXPECT_EQ(p->pid, 17);
  EXPECT_EQ(p->places, 3);
  ASSERT_EQ(p->local_places.size(), 1u);
  place_numbers const& place = p->local_places.front();
  EXPECT_EQ(place.number, 1);
  EXPECT_EQ(place.uptime, 2.5);
  EXPECT_EQ(place.queued, 40u);
  EXPECT_EQ(place.scopes, 5u);
  EXPECT_EQ(place.messages, 12u);
  EXPECT_EQ(place.bytes, 480u);
  EXPECT_EQ(place.steals, 3u);
  EXPECT_EQ(place.stolen, 9u);
  ASSERT_EQ(place.of_workers.size(), 2u);
  EXPECT_EQ(place.of_workers[0].used_seconds, 1.5);
  EXPECT_TRUE(place.of_workers[0].is_busy);
  EXPECT_FALSE(place.of_workers[0].is_spare);
  EXPECT_TRUE(place.of_workers[1].is_spare);
  EXPECT_EQ(place.of_workers[0].task, "sort, \"all\"");
  ASSERT_EQ(p->searches.size(), 1u);
  EXPECT_EQ(p->searches[0].nodes, 100u);
  EXPECT_EQ(p->searches[0].incumbent, 24.0);
  EXPECT_FALSE(p->searches[0].bound);
}

TEST(metrics_client, refuses_damaged_text) {
  EXPECT_FALSE(parse_metrics(""));
  EXPECT_FALSE(parse_metrics("skua_places 3\n"));
  EXPECT_FALSE(parse_metrics("skua_places\n# EOF\n"));
  EXPECT_FALSE(parse_metrics("skua_workers{place=\"1} 2\n# EOF\n"));
  EXPECT_FALSE(parse_metrics("skua_workers{place=\"1\" 2\n# EOF\n"));
  EXPECT_TRUE(parse_metrics("# EOF\n"));
}

TEST(metrics_client, survives_numbers_out_of_range) {
  auto const p = parse_metrics(
      "skua_places 99999999999999999999\nskua_workers{place=\"-1\"} 2\nskua_workers{place=\"4000000\"} 2\n"
      "skua_worker_busy{place=\"0\",worker=\"123456789\"} 1\nskua_queued_tasks{place=\"0\"} NaN\n# EOF\n");
  ASSERT_TRUE(p);
  EXPECT_LE(p->places, 4096);
  ASSERT_LE(p->local_places.size(), 1u);
  if (!p->local_places.empty()) {
    EXPECT_TRUE(p->local_places[0].of_workers.empty());
  }
}

// A short text must not make the reader take gigabytes.
TEST(metrics_client, a_worker_behind_a_gap_is_ignored) {
  std::string text = "skua_places 4096\n";
  for (int place = 0; place < 4096; ++place) {
    std::string const number = std::to_string(place);
    text += "skua_worker_busy{place=\"" + number + "\",worker=\"0\"} 1\n";
    text += "skua_worker_busy{place=\"" + number + "\",worker=\"8191\"} 1\n";
  }
  auto const p = parse_metrics(text + "# EOF\n");
  ASSERT_TRUE(p);
  ASSERT_EQ(p->local_places.size(), 4096u);
  for (place_numbers const& place : p->local_places) EXPECT_EQ(place.of_workers.size(), 1u);
}

TEST(metrics_client, says_why_there_is_no_answer) {
  auto const answers = fetch_metrics({"/nowhere/at/all", "/dev/null", std::string(200, 'x')}, std::chrono::seconds(1));
  ASSERT_EQ(answers.size(), 3u);
  EXPECT_EQ(answers[0].failure, fetch_failure::absent);
  EXPECT_NE(answers[1].failure, fetch_failure::none);
  EXPECT_EQ(answers[2].failure, fetch_failure::absent);
  EXPECT_NE(failure_text("P", fetch_failure::forbidden).find("another user"), std::string::npos);
  EXPECT_NE(failure_text("P", fetch_failure::ended).find("has ended"), std::string::npos);
}

/// A run with two workers at each place, `seconds` after its start; worker 1 of odd places idles.
run_answer answer_of(int places, double seconds) {
  run_answer a;
  process_numbers p;
  p.program = "bc";
  p.pid = 4711;
  p.transport = "shm";
  p.places = places;
  for (int i = 0; i < places; ++i) {
    place_numbers n;
    n.number = i;
    n.uptime = seconds;
    n.workers = 2;
    n.queued = 5;
    n.scopes = 1;
    n.messages = static_cast<std::uint64_t>(10 * seconds);
    worker_numbers w;
    w.is_busy = true;
    w.used_seconds = seconds;
    w.steals = static_cast<std::uint64_t>(3 * seconds);
    w.stolen = static_cast<std::uint64_t>(6 * seconds);
    w.stretch = 0.5 * i;
    w.task = i == places - 1 ? "the last" : "";
    n.of_workers.push_back(w);
    w.stretch = 0;
    if (i % 2 == 1) {
      w.is_busy = false;
      w.used_seconds = 0;
    }
    n.of_workers.push_back(w);
    p.local_places.push_back(n);
  }
  a.processes.push_back(std::move(p));
  return a;
}

TEST(live_view, rates_are_those_between_two_answers) {
  view_maker maker;
  (void)maker.next(answer_of(2, 10));
  run_view const v = maker.next(answer_of(2, 12));
  ASSERT_EQ(v.places.size(), 2u);
  EXPECT_NEAR(v.places[0].busy, 1, 1e-9);
  EXPECT_NEAR(v.places[1].busy, 0.5, 1e-9);
  EXPECT_NEAR(v.busy, 0.75, 1e-9);
  EXPECT_NEAR(v.places[0].steals, 6, 1e-9);
  EXPECT_NEAR(v.messages, 20, 1e-9);
  EXPECT_EQ(v.queued, 10u);
  EXPECT_EQ(v.workers, 4u);
  ASSERT_TRUE(v.longest);
  EXPECT_EQ(v.longest->place, 1);
  EXPECT_EQ(v.longest->task, "the last");
  EXPECT_FALSE(v.tasks);  // nothing counts them
}

TEST(live_view, a_place_that_stops_to_answer_is_lost) {
  view_maker maker;
  (void)maker.next(answer_of(3, 10));
  auto second = answer_of(3, 11);
  second.processes[0].local_places.pop_back();
  run_view const v = maker.next(second);
  EXPECT_EQ(v.lost, 1);
  EXPECT_EQ(v.places[2].state, place_view::condition::lost);
  EXPECT_EQ(v.workers, 4u);
  auto const lines = screen_lines(v, {80, 24, false, false});
  EXPECT_TRUE(std::any_of(lines.begin(), lines.end(), [](auto const& l) { return l == "    2  lost"; }));
  EXPECT_NE(plain_line(v).find("3 places (1 lost)"), std::string::npos);
}

TEST(live_view, searches_are_added_up_over_the_places) {
  view_maker maker;
  auto const with_search = [](double seconds, std::uint64_t nodes) {
    auto a = answer_of(2, seconds);
    a.processes[0].searches.push_back({0, 1, nodes, 0.25, 24.0, 71.0});
    a.processes[0].searches.push_back({1, 2, nodes, 0.125, 23.0, 71.0});
    return a;
  };
  (void)maker.next(with_search(1, 1000));
  run_view const v = maker.next(with_search(3, 2000));
  ASSERT_TRUE(v.searches);
  EXPECT_EQ(v.searches->nodes, 4000u);
  EXPECT_NEAR(v.searches->rate, 1000, 1e-9);
  EXPECT_NEAR(v.searches->share, 0.375, 1e-9);
  EXPECT_NE(plain_line(v).find("4,000 nodes, 1.00k/s, about 37.5 %, best 24, bound 71"), std::string::npos);
}

TEST(live_view, every_screen_keeps_to_its_size) {
  for (int const places : {1, 2, 9, 64, 100, 1000}) {
    view_maker maker;
    (void)maker.next(answer_of(places, 1));
    run_view const v = maker.next(answer_of(places, 2));
    for (std::size_t const columns : {20u, 40u, 80u, 200u}) {
      for (std::size_t const rows : {1u, 5u, 10u, 24u, 60u}) {
        auto const lines = screen_lines(v, {columns, rows, true, false});
        EXPECT_LE(lines.size(), rows);
        for (auto const& line : lines) EXPECT_LE(columns_of(line), columns) << line;
      }
    }
  }
}

TEST(live_view, a_hundred_places_fit_80_columns_and_30_rows) {
  view_maker maker;
  (void)maker.next(answer_of(100, 1));
  auto const lines = screen_lines(maker.next(answer_of(100, 2)), {80, 30, false, false});
  std::string all;
  for (auto const& line : lines) all += line + "\n";
  for (int place = 0; place < 100; ++place) {
    std::string const cell =
        std::string(place < 10 ? "   " : "  ") + std::to_string(place) + (place % 2 == 0 ? " ####100 %" : " ##   50 %");
    EXPECT_NE(all.find(cell), std::string::npos) << cell << "\n" << all;
  }
  EXPECT_EQ(all.find("more"), std::string::npos);
}

TEST(terminal_screen, gives_the_signals_back) {
  auto const is_blocked = [] {
    sigset_t mask;
    ::pthread_sigmask(SIG_SETMASK, nullptr, &mask);
    return ::sigismember(&mask, SIGINT) == 1;
  };
  skua::system::unique_fd const nothing(::open("/dev/null", O_RDWR | O_CLOEXEC));
  {
    terminal_screen const screen(nothing.get(), nothing.get());
    EXPECT_TRUE(is_blocked());
  }
  EXPECT_FALSE(is_blocked());
}

}  // namespace
