// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "observe/progress_text.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace {

using namespace skua::observe;

TEST(progress_text, numbers) {
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(12'345'678), "12,345,678");
  EXPECT_EQ(scaled(0), "0");
  EXPECT_EQ(scaled(0.25), "0.25");
  EXPECT_EQ(scaled(99.97), "100");
  EXPECT_EQ(scaled(999.4), "999");
  EXPECT_EQ(scaled(999.6), "1.00k");
  EXPECT_EQ(scaled(1234), "1.23k");
  EXPECT_EQ(scaled(-1), "0");
  EXPECT_EQ(scaled(std::numeric_limits<double>::infinity()), "0");
}

TEST(progress_text, times) {
  EXPECT_EQ(clock_text(0), "00:00");
  EXPECT_EQ(clock_text(59.9), "00:59");
  EXPECT_EQ(clock_text(3723), "1:02:03");
  EXPECT_EQ(clock_text(4 * 86400 + 3723), "4d 01:02:03");
  EXPECT_EQ(clock_text(-5), "00:00");
  EXPECT_EQ(clock_text(std::numeric_limits<double>::infinity()).substr(0, 5), "11574");
  EXPECT_EQ(duration_text(0.0456), "45.6 ms");
  EXPECT_EQ(duration_text(71.23), "71.2 s");
  EXPECT_EQ(duration_text(3723), "1:02:03");
}

TEST(progress_text, widths) {
  EXPECT_EQ(columns_of("abc"), 3u);
  EXPECT_EQ(columns_of("a\u2588b"), 3u);
  for (char const end : {'A', 'K', 'Z', 'a', 'm', 'z'})
    EXPECT_EQ(columns_of(std::string("ab\x1b[1;2") + end + "c"), 3u);
  EXPECT_EQ(cut_to("a\u2588b", 2), "a\u2588");
  EXPECT_EQ(cut_to("abc", 0), "");
  EXPECT_EQ(bar_text(0.5, 10, false), "#####     ");
  EXPECT_EQ(bar_text(1.5, 4, false), "####");
  EXPECT_EQ(bar_text(-1, 4, false), "    ");
}

TEST(rate_meter, is_the_growth_of_the_last_seconds) {
  rate_meter m;
  m.add(0, 100);
  EXPECT_EQ(m.rate(), 0);  // one value has no growth
  m.add(1, 110);
  EXPECT_NEAR(m.rate(), 10, 1e-9);
  for (int t = 2; t <= 60; ++t) m.add(t, 110 + 1000.0 * (t - 1));
  EXPECT_NEAR(m.rate(), 1000, 1);  // the first second is forgotten
}

progress_state state(std::uint64_t done, double seconds) {
  progress_state s;
  s.name = "bc";
  s.unit = "sources";
  s.done = done;
  s.seconds = seconds;
  return s;
}

TEST(progress_meter, remaining_time_of_a_known_total) {
  progress_meter meter;
  progress_state s;
  for (int t = 0; t <= 10; ++t) {
    s = state(static_cast<std::uint64_t>(20 * t), t);
    s.total = 1000;
    meter.follow(s);
  }
  EXPECT_NEAR(s.rate, 20, 1e-9);
  ASSERT_TRUE(s.remaining);
  EXPECT_NEAR(*s.remaining, 40, 1e-6);
  EXPECT_EQ(progress_line(s, {}), "bc:  20 %, 200/1,000 sources [00:10<00:40, 20 sources/s]");
}

TEST(progress_meter, remaining_time_of_an_estimated_share) {
  progress_meter meter;
  progress_state s;
  for (int t = 0; t <= 8; ++t) {
    s = state(static_cast<std::uint64_t>(500 * t), t);
    s.share = 0.1 * t;
    meter.follow(s);
  }
  ASSERT_TRUE(s.remaining);
  EXPECT_NEAR(*s.remaining, 2, 1e-6);
  s.note = "best 24";
  EXPECT_EQ(progress_line(s, {}), "bc: about 80.0 %, 4,000 sources [00:08<00:02, 500 sources/s, best 24]");
}

TEST(progress_meter, a_continued_work_counts_only_its_own_units) {
  progress_meter meter;
  auto s = state(1'000'000, 0);
  meter.follow(s);
  s = state(1'000'100, 10);
  meter.follow(s);
  EXPECT_NEAR(s.rate, 10, 1e-9);
  s = state(1'000'100, 10);
  meter.finish(s);
  EXPECT_NEAR(s.rate, 10, 1e-9);
  EXPECT_EQ(progress_result(s), "bc: 1,000,100 sources in 10.0 s, 10 sources/s");
}

TEST(progress_meter, work_that_stands_still_has_no_remaining_time) {
  progress_meter meter;
  progress_state s;
  for (int t = 0; t <= 3; ++t) {
    s = state(5, t);
    s.total = 10;
    meter.follow(s);
  }
  EXPECT_EQ(s.rate, 0);
  EXPECT_FALSE(s.remaining);
  EXPECT_EQ(progress_line(s, {}), "bc:  50 %, 5/10 sources [00:03<?, 0 sources/s]");
}

TEST(progress_meter, the_remaining_time_never_rises) {
  progress_meter meter;
  double least = 1e9;
  std::vector<std::string> shown;
  for (int t = 0; t <= 40; ++t) {
    auto s = state(static_cast<std::uint64_t>(t < 10 ? 50 * t : 450 + 10 * (t - 10)), t);  // slower after ten seconds
    s.total = 1000;
    meter.follow(s);
    if (s.remaining) {
      EXPECT_LE(*s.remaining, least) << t;
      least = *s.remaining;
    }
    shown.push_back(progress_line(s, {}));
  }
  EXPECT_NE(shown[9].find("<00:11"), std::string::npos) << shown[9];
  EXPECT_NE(shown[40].find("<?"), std::string::npos) << "45 seconds are left: " << shown[40];
}

TEST(progress_meter, an_estimated_share_near_its_end_says_no_time) {
  progress_meter meter;
  progress_state s;
  for (int t = 0; t <= 9; ++t) {
    s = state(static_cast<std::uint64_t>(500 * t), t);
    s.share = t < 9 ? 0.1 * t : 0.9995;
    meter.follow(s);
  }
  EXPECT_EQ(progress_line(s, {}), "bc: over 99 %, 4,500 sources [00:09<?, 500 sources/s]");
}

TEST(progress_line, without_a_unit_shows_the_time_alone) {
  progress_state s;
  s.name = "bc";
  s.note = "the sequential program runs";
  s.seconds = 71;
  EXPECT_EQ(progress_line(s, {}), "bc: the sequential program runs [01:11]");
  EXPECT_EQ(progress_line(s, {20, false, false}), "bc: the sequential ");
  EXPECT_EQ(progress_result(s), "bc: the sequential program runs [71.0 s]");
}

TEST(progress_line, fits_every_width) {
  auto s = state(500, 3);
  s.total = 1000;
  s.rate = 166.7;
  s.remaining = 3;
  s.note = "a note of some words with an \u00e4";
  for (std::size_t columns = 1; columns <= 200; ++columns) {
    for (bool const blocks : {false, true}) {
      std::string const line = progress_line(s, {columns, blocks, false});
      EXPECT_LT(columns_of(line), columns + (columns == 1)) << line;
    }
  }
  EXPECT_NE(progress_line(s, {120, false, false}).find("|####"), std::string::npos);
  EXPECT_EQ(progress_line(s, {120, false, false}).find('\x1b'), std::string::npos);
  EXPECT_NE(progress_line(s, {120, false, true}).find("\x1b[36m"), std::string::npos);
}

TEST(progress_line, a_full_share_is_shown_only_when_all_is_done) {
  auto s = state(999'999, 3);
  s.total = 1'000'000;
  EXPECT_NE(progress_line(s, {}).find(" 99 %"), std::string::npos);
  s.done = 1'000'000;
  EXPECT_NE(progress_line(s, {}).find("100 %"), std::string::npos);
  s.done = 1'000'001;  // more than announced
  EXPECT_NE(progress_line(s, {}).find("100 %"), std::string::npos);
}

TEST(progress_result, says_what_is_missing) {
  auto s = state(400, 2);
  s.rate = 200;
  EXPECT_EQ(progress_result(s), "bc: 400 sources in 2.00 s, 200 sources/s");
  s.total = 1000;
  EXPECT_EQ(progress_result(s), "bc: 400 of 1,000 sources in 2.00 s, 200 sources/s");
}

}  // namespace
