// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parts without I/O: streams of pieces, rounds, and who talks to whom.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "collective/groups.hpp"
#include "collective/rounds.hpp"
#include "collective/schedule.hpp"
#include "collective/stream.hpp"

namespace skua::collective {
namespace {

std::span<std::byte const> bytes_of_text(std::string const& s) { return std::as_bytes(std::span(s)); }

TEST(stream, pieces_go_where_they_are_expected) {
  inbound in;
  std::string room(3 * (silent + 1), '.');
  std::string whole;
  in.expect(std::as_writable_bytes(std::span(room)));
  EXPECT_FALSE(in.complete());
  for (std::uint64_t i = 1; i <= silent; ++i) {
    whole += "abc";
    EXPECT_TRUE(in.arrive(room.size(), bytes_of_text("abc")));
    EXPECT_EQ(in.filled(), 3 * i);
    EXPECT_EQ(in.news(), 0u);
  }
  whole += "def";
  EXPECT_TRUE(in.arrive(room.size(), bytes_of_text("def")));
  EXPECT_TRUE(in.complete());
  EXPECT_EQ(room, whole);
  EXPECT_EQ(in.news(), silent + 1);
  EXPECT_EQ(in.news(), 0u);
}

TEST(stream, early_pieces_are_kept_and_more_than_a_window_refused) {
  inbound in;
  for (std::uint64_t i = 0; i < window; ++i) EXPECT_TRUE(in.arrive(2 * window, bytes_of_text("xy")));
  EXPECT_FALSE(in.arrive(2 * window, bytes_of_text("xy")));
  EXPECT_TRUE(in.ahead());
  EXPECT_EQ(in.ahead_bytes(), 2 * window);
  EXPECT_EQ(in.news(), 0u);
  std::string room(2 * window, '.');
  in.expect(std::as_writable_bytes(std::span(room)));
  EXPECT_TRUE(in.complete());
  EXPECT_FALSE(in.ahead());
  EXPECT_EQ(in.news(), window);
  EXPECT_EQ(room.substr(0, 4), "xyxy");
}

TEST(stream, parcels_follow_one_another) {
  inbound in;
  EXPECT_TRUE(in.arrive(0, {}));
  EXPECT_TRUE(in.arrive(1, bytes_of_text("a")));
  in.expect({});
  EXPECT_TRUE(in.complete());
  std::string room(1, '.');
  in.expect(std::as_writable_bytes(std::span(room)));
  EXPECT_TRUE(in.complete());
  EXPECT_EQ(room, "a");
  in.expect({});
  EXPECT_FALSE(in.complete());
}

TEST(stream, another_size_is_noticed_and_nothing_written) {
  inbound in;
  std::string room(3, '.');
  in.expect(std::as_writable_bytes(std::span(room)));
  EXPECT_TRUE(in.arrive(4, bytes_of_text("abcd")));
  EXPECT_TRUE(in.differs());
  EXPECT_TRUE(in.complete());
  EXPECT_EQ(room, "...");
}

TEST(stream, nothing_is_written_after_a_drop) {
  inbound in;
  std::string room(2, '.');
  in.expect(std::as_writable_bytes(std::span(room)));
  in.drop();
  EXPECT_TRUE(in.arrive(2, bytes_of_text("ab")));
  EXPECT_FALSE(in.complete());
  EXPECT_EQ(room, "..");
}

TEST(stream, a_window_and_its_acknowledgements_never_stop_a_sender) {
  outbound out;
  inbound in;
  std::vector<std::byte> room(1000);
  in.expect(room);
  std::size_t at = 0;
  while (at < room.size()) {
    ASSERT_TRUE(out.open()) << at;
    out.sent();
    ASSERT_TRUE(in.arrive(room.size(), std::vector<std::byte>(10)));
    at += 10;
    if (std::uint64_t const n = in.news(); n != 0) out.taken(n);
  }
  EXPECT_TRUE(in.complete());
  outbound full;
  for (std::uint64_t i = 0; i < window; ++i) full.sent();
  EXPECT_FALSE(full.open());
  full.taken(2);
  full.taken(1);  // late
  EXPECT_TRUE(full.open());
}

/// A member of two that combine a long vector segment by segment, sending some segments ahead
/// (turn::parcels_ahead).
struct trader {
  std::uint64_t segments;
  std::uint64_t pieces;  // of a segment
  std::uint64_t ahead;   // segments
  outbound out{};
  inbound in{};
  std::vector<std::byte> room = std::vector<std::byte>(pieces);
  std::uint64_t sent = 0;  // pieces
  std::uint64_t done = 0;  // segments

  bool step(trader& other) {
    if (done == segments) return false;
    if (sent < std::min(done + 1 + ahead, segments) * pieces) {
      if (!out.open()) return false;
      out.sent();
      ++sent;
      EXPECT_TRUE(other.in.arrive(pieces, std::vector<std::byte>(1)));
      if (std::uint64_t const n = other.in.news(); n != 0) out.taken(n);
      return true;
    }
    if (!in.complete()) return false;
    if (++done < segments) in.expect(room);
    if (std::uint64_t const n = in.news(); n != 0) other.out.taken(n);
    return true;
  }
};

TEST(stream, two_members_that_send_ahead_never_both_wait) {
  std::mt19937 random(7);
  for (std::uint64_t pieces = 1; pieces <= window; ++pieces) {
    for (unsigned luck : {0U, 1U, 2U, 5U, 50U}) {
      trader a{40, pieces, window / 2 / pieces};
      trader b{40, pieces, window / 2 / pieces};
      a.in.expect(a.room);
      b.in.expect(b.room);
      for (;;) {
        bool const swap = luck == 0 || random() % luck == 0;
        bool const moved = swap ? b.step(a) || a.step(b) : a.step(b) || b.step(a);
        if (!moved) break;
      }
      EXPECT_EQ(a.done, 40u) << pieces;
      EXPECT_EQ(b.done, 40u) << pieces;
    }
  }
}

TEST(rounds, end_in_any_order) {
  ended_rounds ended;
  ended.end(2);
  ended.end(4);
  EXPECT_EQ(ended.through(), 0u);
  EXPECT_TRUE(ended.has(2));
  EXPECT_FALSE(ended.has(1));
  ended.end(1);
  EXPECT_EQ(ended.through(), 2u);
  ended.end(3);
  EXPECT_EQ(ended.through(), 4u);
  EXPECT_FALSE(ended.has(5));
}

TEST(rounds, nobody_is_too_far_ahead_or_left_waiting) {
  acquaintance other;
  EXPECT_TRUE(other.may_send_in(most_ahead));
  EXPECT_FALSE(other.may_send_in(most_ahead + 1));
  EXPECT_TRUE(other.says(1));
  EXPECT_FALSE(other.says(1));
  EXPECT_TRUE(other.may_send_in(most_ahead + 1));
  // Whoever has ended all before round r has told the others enough for them to send in it.
  acquaintance here;
  std::uint64_t told = 0;
  for (std::uint64_t r = 1; r < 100; ++r) {
    EXPECT_LE(r, told + most_ahead);
    if (here.should_hear_of(r)) {
      here.hears_of(r);
      told = r;
    }
  }
}

TEST(schedule, trees_reach_everybody_once) {
  for (int n = 1; n < 40; ++n) {
    std::multiset<int> reached;
    for (int at = 0; at < n; ++at) {
      for (int d = lowest_bit(at, n) / 2; d > 0; d /= 2) {
        if (at + d >= n) continue;
        EXPECT_EQ(parent_of(at + d), at);
        reached.insert(at + d);
      }
    }
    ASSERT_EQ(reached.size(), static_cast<std::size_t>(n - 1)) << n;
    for (int p = 1; p < n; ++p) EXPECT_EQ(reached.count(p), 1u);
  }
}

TEST(schedule, cubes_have_every_rank_in_order) {
  for (int n = 1; n < 40; ++n) {
    cube const c(n);
    std::set<int> ranks;
    int last = -1;
    for (int k = 0; k < c.corners(); ++k) {
      int const r = c.rank_of(k);
      EXPECT_EQ(c.corner_of(r), k);
      EXPECT_FALSE(c.is_behind(r));
      EXPECT_GT(r, last);
      last = r;
      ranks.insert(r);
      if (c.has_behind(r)) {
        EXPECT_TRUE(c.is_behind(r + 1));
        ranks.insert(r + 1);
      }
    }
    EXPECT_EQ(ranks.size(), static_cast<std::size_t>(n));
  }
}

TEST(schedule, halves_cover_everything) {
  for (int corners : {1, 2, 4, 8}) {
    for (std::size_t n : {0u, 1u, 5u, 64u, 1001u}) {
      std::vector<int> held(n, 0);
      for (int c = 0; c < corners; ++c) {
        range const mine = share_of({0, n}, c, corners);
        for (std::size_t i = mine.begin; i < mine.end; ++i) ++held[i];
      }
      EXPECT_EQ(std::count(held.begin(), held.end(), 1), static_cast<std::ptrdiff_t>(n));
    }
  }
}

TEST(names, differ_between_sets) {
  std::set<std::uint64_t> names;
  for (unsigned mask = 1; mask < 4096; ++mask) {
    std::vector<int> members;
    for (int p = 0; p < 12; ++p) {
      if ((mask >> p & 1) != 0) members.push_back(p);
    }
    names.insert(name_of(members));
  }
  EXPECT_EQ(names.size(), 4095u);
}

}  // namespace
}  // namespace skua::collective
