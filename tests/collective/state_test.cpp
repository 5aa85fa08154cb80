// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parts without I/O: streams of pieces, rounds, and the schedule of recursive halving.
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
  inbound input;
  std::string buffer(3 * (ack_interval + 1), '.');
  std::string whole;
  input.expect(std::as_writable_bytes(std::span(buffer)));
  EXPECT_FALSE(input.complete());
  for (std::uint64_t i = 1; i <= ack_interval; ++i) {
    whole += "abc";
    EXPECT_TRUE(input.arrive(buffer.size(), bytes_of_text("abc")));
    EXPECT_EQ(input.filled(), 3 * i);
    EXPECT_EQ(input.ack_due(), 0u);
  }
  whole += "def";
  EXPECT_TRUE(input.arrive(buffer.size(), bytes_of_text("def")));
  EXPECT_TRUE(input.complete());
  EXPECT_EQ(buffer, whole);
  EXPECT_EQ(input.ack_due(), ack_interval + 1);
  EXPECT_EQ(input.ack_due(), 0u);
}

TEST(stream, early_pieces_are_kept_and_more_than_a_window_refused) {
  inbound input;
  for (std::uint64_t i = 0; i < window; ++i) EXPECT_TRUE(input.arrive(2 * window, bytes_of_text("xy")));
  EXPECT_FALSE(input.arrive(2 * window, bytes_of_text("xy")));
  EXPECT_TRUE(input.ahead());
  EXPECT_EQ(input.ahead_bytes(), 2 * window);
  EXPECT_EQ(input.ack_due(), 0u);
  std::string buffer(2 * window, '.');
  input.expect(std::as_writable_bytes(std::span(buffer)));
  EXPECT_TRUE(input.complete());
  EXPECT_FALSE(input.ahead());
  EXPECT_EQ(input.ack_due(), window);
  EXPECT_EQ(buffer.substr(0, 4), "xyxy");
}

TEST(stream, messages_follow_one_another) {
  inbound input;
  EXPECT_TRUE(input.arrive(0, {}));
  EXPECT_TRUE(input.arrive(1, bytes_of_text("a")));
  input.expect({});
  EXPECT_TRUE(input.complete());
  std::string buffer(1, '.');
  input.expect(std::as_writable_bytes(std::span(buffer)));
  EXPECT_TRUE(input.complete());
  EXPECT_EQ(buffer, "a");
  input.expect({});
  EXPECT_FALSE(input.complete());
}

TEST(stream, another_size_is_noticed_and_nothing_written) {
  inbound input;
  std::string buffer(3, '.');
  input.expect(std::as_writable_bytes(std::span(buffer)));
  EXPECT_TRUE(input.arrive(4, bytes_of_text("abcd")));
  EXPECT_TRUE(input.differs());
  EXPECT_TRUE(input.complete());
  EXPECT_EQ(buffer, "...");
}

TEST(stream, nothing_is_written_after_a_drop) {
  inbound input;
  std::string buffer(2, '.');
  input.expect(std::as_writable_bytes(std::span(buffer)));
  input.drop();
  EXPECT_TRUE(input.arrive(2, bytes_of_text("ab")));
  EXPECT_FALSE(input.complete());
  EXPECT_EQ(buffer, "..");
}

TEST(stream, a_window_and_its_acknowledgements_never_stop_a_sender) {
  outbound output;
  inbound input;
  std::vector<std::byte> buffer(1000);
  input.expect(buffer);
  std::size_t bytes_sent = 0;
  while (bytes_sent < buffer.size()) {
    ASSERT_TRUE(output.open()) << bytes_sent;
    output.sent();
    ASSERT_TRUE(input.arrive(buffer.size(), std::vector<std::byte>(10)));
    bytes_sent += 10;
    if (std::uint64_t const n = input.ack_due(); n != 0) output.acknowledged(n);
  }
  EXPECT_TRUE(input.complete());
  outbound full;
  for (std::uint64_t i = 0; i < window; ++i) full.sent();
  EXPECT_FALSE(full.open());
  full.acknowledged(2);
  full.acknowledged(1);  // late
  EXPECT_TRUE(full.open());
}

/// One of two members that combine a long vector segment by segment, and send some segments ahead
/// (participation::send_window).
struct exchanging_member {
  std::uint64_t segments;
  std::uint64_t pieces;  // of a segment
  std::uint64_t ahead;   // segments
  outbound output{};
  inbound input{};
  std::vector<std::byte> buffer = std::vector<std::byte>(pieces);
  std::uint64_t sent_pieces = 0;
  std::uint64_t done = 0;  // segments

  bool step(exchanging_member& peer) {
    if (done == segments) return false;
    if (sent_pieces < std::min(done + 1 + ahead, segments) * pieces) {
      if (!output.open()) return false;
      output.sent();
      ++sent_pieces;
      EXPECT_TRUE(peer.input.arrive(pieces, std::vector<std::byte>(1)));
      if (std::uint64_t const n = peer.input.ack_due(); n != 0) output.acknowledged(n);
      return true;
    }
    if (!input.complete()) return false;
    if (++done < segments) input.expect(buffer);
    if (std::uint64_t const n = input.ack_due(); n != 0) peer.output.acknowledged(n);
    return true;
  }
};

TEST(stream, two_members_that_send_ahead_never_both_wait) {
  std::mt19937 random(7);
  for (std::uint64_t pieces = 1; pieces <= window; ++pieces) {
    for (unsigned luck : {0U, 1U, 2U, 5U, 50U}) {
      exchanging_member a{40, pieces, window / 2 / pieces};
      exchanging_member b{40, pieces, window / 2 / pieces};
      a.input.expect(a.buffer);
      b.input.expect(b.buffer);
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
  EXPECT_EQ(ended.completed_through(), 0u);
  EXPECT_TRUE(ended.has(2));
  EXPECT_FALSE(ended.has(1));
  ended.end(1);
  EXPECT_EQ(ended.completed_through(), 2u);
  ended.end(3);
  EXPECT_EQ(ended.completed_through(), 4u);
  EXPECT_FALSE(ended.has(5));
}

TEST(rounds, no_member_is_too_far_ahead_or_left_waiting) {
  peer_progress peer;
  EXPECT_TRUE(peer.may_send_in(most_ahead));
  EXPECT_FALSE(peer.may_send_in(most_ahead + 1));
  EXPECT_TRUE(peer.advance_peer(1));
  EXPECT_FALSE(peer.advance_peer(1));
  EXPECT_TRUE(peer.may_send_in(most_ahead + 1));
  // A member that has ended all rounds before r has reported enough for the other members to send
  // in round r.
  peer_progress self;
  std::uint64_t last_report = 0;
  for (std::uint64_t r = 1; r < 100; ++r) {
    EXPECT_LE(r, last_report + most_ahead);
    if (self.report_due(r)) {
      self.mark_reported(r);
      last_report = r;
    }
  }
}

TEST(schedule, halves_cover_everything) {
  for (int corners : {1, 2, 4, 8}) {
    for (std::size_t n : {0u, 1u, 5u, 64u, 1001u}) {
      std::vector<int> held(n, 0);
      for (int c = 0; c < corners; ++c) {
        range const share = share_of({0, n}, c, corners);
        for (std::size_t i = share.begin; i < share.end; ++i) ++held[i];
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
