// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// skua report: the reader of traces, its sums, files and clocks.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "report/clocks.hpp"
#include "report/time_bins.hpp"
#include "report/wire.hpp"
#include "report_support.hpp"

namespace {

using namespace report_test;
using trace_test::ms;
using trace_test::part;
using trace_test::s;
using trace_test::us;

TEST(report_wire, numbers_and_their_limits) {
  std::string const bytes(
      "\x08\x96\x01\x12\x03"
      "abc\x1d\x01\x00\x00\x00\x21\x00\x00\x00\x00\x00\x00\xf8\x3f",
      21 + 1);
  field_reader reader(bytes);
  field f;
  ASSERT_TRUE(reader.next(f));
  EXPECT_EQ(f.number, 1u);
  EXPECT_EQ(f.value, 150u);
  ASSERT_TRUE(reader.next(f));
  EXPECT_EQ(f.bytes, "abc");
  ASSERT_TRUE(reader.next(f));
  EXPECT_EQ(f.value, 1u);
  ASSERT_TRUE(reader.next(f));
  EXPECT_EQ(f.as_double(), 1.5);
  EXPECT_FALSE(reader.next(f));
  EXPECT_FALSE(reader.damaged());
  for (std::string const& damaged : {std::string("\x08"),
                                     std::string("\x12\x05"
                                                 "abc"),
                                     std::string("\x0b"), std::string(11, '\xff'), std::string("\x00", 1),
                                     std::string("\x09"
                                                 "1234567")}) {
    field_reader bad(damaged);
    while (bad.next(f)) {
    }
    EXPECT_TRUE(bad.damaged()) << damaged.size();
  }
}

TEST(report_wire, packets_across_the_buffer) {
  // Packets of all sizes up to three buffers, so that each boundary lies in one.
  std::string file;
  std::vector<std::size_t> sizes{0, 1, 127, 128, 1'000'000, 1 << 20, 3 << 20, 5};
  for (auto const size : sizes) file += trace_test::message().text(1, std::string(size, 'x')).bytes();
  std::istringstream input(file);
  packet_stream packets(input);
  std::string_view packet;
  for (auto const size : sizes) {
    ASSERT_EQ(packets.next(packet), packet_stream::status::packet) << size;
    EXPECT_EQ(packet, std::string(size, 'x'));
  }
  EXPECT_EQ(packets.next(packet), packet_stream::status::end);
  EXPECT_EQ(packets.position(), file.size());
}

TEST(report_bins, keep_every_nanosecond) {
  time_bins bins(1, 64);
  double total = 0;
  for (std::int64_t i = 0; i < 10'000; ++i) {
    std::int64_t const begin = (i * 7'919) % 1'000'000 * 1'000 - 5 * s;
    bins.add(0, begin, begin + i);
    total += static_cast<double>(i);
  }
  EXPECT_LE(bins.bins(), 64u);
  EXPECT_GE(bins.bins(), 32u);
  std::vector<double> out(50);
  bins.add_to(out, 0, -5e9, 1e9 / 50, 0);
  double sum = 0;
  for (double const part_sum : out) sum += part_sum;
  EXPECT_NEAR(sum, total, 1e-6 * total);
}

TEST(report_sums, times_and_counts) {
  part p(0, {.workers = 2});
  p.tasks(0, 0, 100 * ms, "a").tasks(0, 100 * ms, 200 * ms, "b", 1'000, 0.5).idle(0, 200 * ms, 300 * ms, "search");
  p.idle(1, 0, 100 * ms, "sleep").idle(1, 100 * ms, 150 * ms, "wait", "get").tasks(1, 200 * ms, 300 * ms, "a");
  p.slice(p.worker(1), 210 * ms, 220 * ms, "phase one", "user");
  p.instant(p.worker(1), 215 * ms, "tick", "user", {});
  p.counter(0, 10 * ms, "memory", "memory", 4096).counter(0, 20 * ms, "memory", "memory", 8192);
  p.counter(1, 10 * ms, "queue", "user", -2.5).counter(1, 20 * ms, "queue", "user", 7);
  p.suspension(0, 10 * ms, 40 * ms, "get", "a").suspension(1, 20 * ms, 30 * ms, "get", "a");
  p.instant(p.worker(1), 205 * ms, "steal", "steal", {{"victim", std::uint64_t{0}}, {"tasks", std::uint64_t{3}}});
  auto const run = summary_of(p.end(300 * ms, {{"lost", std::uint64_t{2}}, {"seconds_user", 0.25}}).bytes());
  EXPECT_NEAR(run.seconds, 0.3, 1e-9);
  EXPECT_NEAR(run.time.work, 0.25, 1e-9);
  EXPECT_NEAR(run.time.overhead, 0.05 + 0.05, 1e-9) << "half of a slice, and a gap at worker 1";
  EXPECT_NEAR(run.time.search, 0.1, 1e-9);
  EXPECT_NEAR(run.time.sleep, 0.1, 1e-9);
  EXPECT_NEAR(run.time.waits.at("get"), 0.05, 1e-9);
  EXPECT_NEAR(run.time.total(), 0.6, 1e-9);
  EXPECT_NEAR(run.parallelism(), 0.25 / 0.3, 1e-9);
  EXPECT_EQ(run.tasks, 1'002);
  ASSERT_EQ(run.task_rows.size(), 2u);
  EXPECT_EQ(run.task_rows[0].name, "a");
  EXPECT_NEAR(run.task_rows[0].mean(), 0.1, 1e-9);
  EXPECT_NEAR(run.task_rows[1].mean(), 50e-6, 1e-12);
  ASSERT_EQ(run.suspensions.size(), 1u);
  EXPECT_EQ(run.suspensions[0].count, 2);
  EXPECT_NEAR(run.suspensions[0].seconds, 0.04, 1e-9);
  EXPECT_EQ(run.places[0].peak_memory, 8192);
  EXPECT_EQ(run.lost, 2);
  EXPECT_NEAR(run.counters.at("seconds_user"), 0.25, 1e-12);
  ASSERT_EQ(run.spans.size(), 1u);
  EXPECT_NEAR(run.spans[0].seconds, 0.01, 1e-9);
  EXPECT_EQ(run.marks.at(0).name, "tick");
  EXPECT_EQ(run.user_counters.at(0).count, 2);
  EXPECT_EQ(run.user_counters.at(0).least, -2.5);
  EXPECT_EQ(run.user_counters.at(0).greatest, 7);
  ASSERT_EQ(run.worker_flows.size(), 1u);
  EXPECT_EQ(run.worker_flows[0].tasks, 3);
  EXPECT_NEAR(run.longest_piece(), 0.1, 1e-9);
}

TEST(report_sums, sizes_of_tasks) {
  EXPECT_EQ(size_bucket(0.5), 0u);
  for (std::size_t i = 0; i < size_buckets; ++i) EXPECT_EQ(size_bucket(bucket_begin(i)), i);
  part p(0, {.workers = 1});
  p.tasks(0, 0, 30 * us, "a").tasks(0, 30 * us, 60 * us, "a").tasks(0, 60 * us, 160 * us, "b", 1'000);
  // A task that continues does not count as one that begins.
  p.slice(p.worker(0), 160 * us, 360 * us, "a", "task",
          {{"count", std::uint64_t{0}}, {"continues", std::uint64_t{1}}, {"busy", std::uint64_t{200'000}}});
  auto const run = summary_of(p.end(360 * us).bytes());
  EXPECT_EQ(run.tasks, 1'002);
  EXPECT_EQ(run.pieces, 1);
  EXPECT_EQ(run.sizes[size_bucket(30'000)].single, 2);
  EXPECT_EQ(run.sizes[size_bucket(100)].merged, 1'000);
  EXPECT_NEAR(run.task_rows[0].seconds(), 260e-6, 1e-12) << "the time of all pieces counts";
}

TEST(report_sums, parallelism_over_time) {
  auto const run = summary_of(trace_test::huge_task());
  EXPECT_NEAR(run.in_tasks[100], 4, 0.01);
  EXPECT_NEAR(run.in_tasks[900], 1, 0.01);
  EXPECT_NEAR(run.most_parallel, 4, 0.05);
  EXPECT_NEAR(run.serial_seconds, 0.5, 0.005);
  ASSERT_EQ(run.serial_phases.size(), 1u);
  EXPECT_NEAR(run.serial_phases[0].begin, 0.5, 0.005);
  EXPECT_EQ(run.long_slices.front().name, "giant");
  double integral = 0;
  for (double const workers : run.in_tasks) integral += workers * run.axis_width;
  EXPECT_NEAR(integral, run.time.work, 1e-6);
}

TEST(report_places, a_place_that_was_killed) {
  part first(0, {.places = 2});
  part second(1, {.places = 2});
  for (std::uint32_t w = 0; w < 2; ++w) {
    trace_test::fill(first, w, 0, s, ms, "leaf");
    trace_test::fill(second, w, 0, s / 4, ms, "leaf");
  }
  auto const run = summary_of(first.end(s).bytes() + second.bytes());
  ASSERT_FALSE(run.findings.empty());
  EXPECT_EQ(run.findings[0].kind, "no_end");
  EXPECT_HAS(run.findings[0].text,
             "Place 1 has no event `end`: killed, crashed or still running. Last event after 250 ms");
  EXPECT_EQ(kinds(run), "no_end") << "what it did not do after its end is no idle time";
}

TEST(report_places, steals_and_bytes) {
  part first(0, {.places = 2});
  part second(1, {.places = 2});
  first.tasks(0, 0, s, "leaf").tasks(1, 0, s, "leaf").steal("give", 10 * ms, "thief", 1, 5, 77);
  second.steal("ask", 5 * ms, "victim", 0).steal("loot", 11 * ms, "victim", 0, 5, 77);
  second.tasks(0, 11 * ms, s, "leaf").tasks(1, 11 * ms, s, "leaf");
  first.traffic(s, 1, 12, 34'567).end(s);
  second.instant(second.worker(0), 20 * ms, "send", "message",
                 {{"to", std::uint64_t{0}}, {"bytes", std::uint64_t{5'000}}});
  auto const run = summary_of({first.bytes(), second.bytes()});
  ASSERT_EQ(run.place_flows.size(), 2u);
  EXPECT_EQ(run.place_flows[0].from, 0u);
  EXPECT_EQ(run.place_flows[0].to, 1u);
  EXPECT_EQ(run.place_flows[0].steals, 1);
  EXPECT_EQ(run.place_flows[0].tasks, 5);
  EXPECT_EQ(run.place_flows[0].messages, 12);
  EXPECT_EQ(run.place_flows[0].bytes, 34'567);
  EXPECT_TRUE(run.place_flows[0].exact);
  EXPECT_EQ(run.place_flows[1].bytes, 5'000);
  EXPECT_FALSE(run.place_flows[1].exact) << "place 1 has no counts at its end";
}

/// Two hosts, whose clocks differ by 40 s; messages take at least 1 ms and 3 ms.
run_summary two_hosts(bool forth, bool back, std::uint64_t realtime_error = 0) {
  constexpr std::uint64_t realtime = 1'700'000'000'000'000'000;
  part first(0, {.places = 2, .workers = 1, .host = "a", .boot = "a", .start = 5 * s, .realtime = realtime});
  part second(
      1, {.places = 2, .workers = 1, .host = "b", .boot = "b", .start = 45 * s, .realtime = realtime + realtime_error});
  trace_test::fill(first, 0, 0, s, 10 * ms, "leaf");
  trace_test::fill(second, 0, 0, s, 10 * ms, "leaf");
  if (forth) {
    first.steal("give", 100 * ms, "thief", 1, 1, 1).steal("give", 200 * ms, "thief", 1, 1, 2);
    second.steal("loot", 101 * ms, "victim", 0, 1, 1).steal("loot", 209 * ms, "victim", 0, 1, 2);
  }
  if (back) {
    second.steal("give", 300 * ms, "thief", 0, 1, 3);
    first.steal("loot", 303 * ms, "victim", 1, 1, 3);
  }
  return summary_of(first.end(s).bytes() + second.end(s).bytes());
}

TEST(report_clocks, bounds_in_both_directions) {
  auto const run = two_hosts(true, true, 500 * ms);
  EXPECT_EQ(run.clocks, 2u);
  EXPECT_EQ(run.places[0].clock_shift, 0);
  // The shift lies between -40 s - 1 ms and -40 s + 3 ms.
  EXPECT_NEAR(run.places[1].clock_shift, -40 + 0.001, 1e-9);
  EXPECT_NEAR(run.places[1].clock_error, 0.002, 1e-9);
  EXPECT_TRUE(run.places[1].clock_bounded);
  EXPECT_NEAR(run.seconds, 1.001, 1e-6);
  ASSERT_EQ(run.notes.size(), 1u);
  EXPECT_HAS(run.notes[0], "the error is at most 2 ms");
}

TEST(report_clocks, dates_where_messages_are_absent) {
  auto const none = two_hosts(false, false);
  EXPECT_NEAR(none.places[1].clock_shift, -40, 1e-6);
  EXPECT_FALSE(none.places[1].clock_bounded);
  EXPECT_HAS(none.notes.at(0), "their error is not known");
  // The date of the second host is 20 ms late, but no arrival precedes its sending.
  auto const one = two_hosts(true, false, 20 * ms);
  EXPECT_FALSE(one.places[1].clock_bounded);
  EXPECT_NEAR(one.places[1].clock_shift, -40 + 0.02, 1e-6) << "allowed: later is fine";
}

TEST(report_clocks, a_third_host_is_reached_through_the_second) {
  std::map<std::uint32_t, place_sums> places;
  for (std::uint32_t i = 0; i < 3; ++i) places[i].boot = std::to_string(i);
  delay_bounds delays;  // give - loot
  delays[{0, 1}] = -10;
  delays[{1, 0}] = -10;
  delays[{1, 2}] = 980;  // place 2's clock is 1,000 behind
  delays[{2, 1}] = -1'020;
  auto const shifts = align_clocks(places, delays);
  EXPECT_EQ(shifts.at(1).nanoseconds, 0);
  EXPECT_EQ(shifts.at(1).error, 10);
  EXPECT_EQ(shifts.at(2).nanoseconds, 1'000);
  EXPECT_EQ(shifts.at(2).error, 30);
}

TEST(report_clocks, simulated_places_have_one) {
  std::string file;
  for (std::uint32_t i = 0; i < 2; ++i) {
    part p(i, {.places = 2, .workers = 1, .boot = std::to_string(i), .start = 0, .simulated = true});
    trace_test::fill(p, 0, 0, s, 10 * ms, "leaf");
    file += p.end(s).bytes();
  }
  auto const run = summary_of(file);
  EXPECT_TRUE(run.simulated);
  EXPECT_EQ(run.clocks, 1u);
  EXPECT_EQ(kinds(run), "");
}

TEST(report_files, bad_input_is_one_line) {
  EXPECT_HAS(error_of(""), "t.0: empty: the run has written no events");
  EXPECT_HAS(error_of("#!/bin/sh\necho"), "not a trace: expected packets of Perfetto's protobuf format");
  std::string const whole = trace_test::healthy();
  EXPECT_HAS(error_of(whole.substr(0, whole.size() - 3)), "cut short after");
  EXPECT_HAS(error_of(whole + "garbage"), "damaged after");
  EXPECT_HAS(error_of(whole + whole), "place 0 begins twice");
  // A trace of another program.
  auto const foreign = trace_test::message().part(1, trace_test::message().number(8, 1).number(10, 3)).bytes();
  EXPECT_HAS(error_of(foreign), "not a trace of Skua: no event `run` in 1 packets");
  EXPECT_HAS(error_of(foreign, true), "not a trace of Skua");
  EXPECT_THROW((void)read_run({"/nonexistent/trace"}, false), apps::input_error);
}

TEST(report_files, a_part_of_a_trace_can_be_read) {
  std::string const whole = trace_test::healthy();
  auto const run = summary_of(whole.substr(0, whole.size() / 2), true);
  ASSERT_EQ(run.notes.size(), 1u);
  EXPECT_HAS(run.notes[0], "cut short after");
  EXPECT_EQ(run.findings.at(0).kind, "no_end");
  EXPECT_GT(run.tasks, 100);
  // Every prefix is read or refused.
  for (std::size_t size = 0; size < 2'000; size += 13) {
    try {
      (void)summary_of(whole.substr(0, size), true);
    } catch (apps::input_error const&) {
    }
  }
}

TEST(report_files, parts_are_one_run) {
  folder f;
  part first(0, {.places = 2});
  part second(1, {.places = 2});
  f.file("run.0", first.end(s).bytes());
  f.file("run.1", second.end(s).bytes());
  std::vector<std::string> const parts{f.path("run.0"), f.path("run.1")};
  using groups = std::vector<std::vector<std::string>>;
  EXPECT_EQ(group_files(parts), groups{parts});
  EXPECT_EQ(group_files({f.path("run")}), groups{parts}) << "run does not exist";
  EXPECT_EQ(read_run(parts, false).events.places.size(), 2u);
  // Two runs whose names end in numbers.
  f.file("once.1", first.bytes());
  f.file("once.2", first.bytes());
  EXPECT_EQ(group_files({f.path("once.1"), f.path("once.2")}).size(), 2u);
  // One part alone.
  auto const alone = summarise(read_run({parts[1]}, false));
  ASSERT_EQ(alone.notes.size(), 1u);
  EXPECT_HAS(alone.notes[0], "The trace has 1 of 2 places; absent: 0");
}

}  // namespace
