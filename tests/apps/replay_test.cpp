// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// skua sim replay: damaged records are refused, whatever is damaged.

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "common/error.hpp"
#include "replay/bounds.hpp"
#include "replay/record_file.hpp"

namespace {

using apps::input_error;
using apps::replay::bounds_of;
using apps::replay::parse_record;

std::string with_checksum(std::string bytes) {
  std::uint64_t h = 0xcbf29ce484222325u;
  for (char const c : bytes) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  for (int i = 0; i < 8; ++i, h >>= 8) bytes.push_back(static_cast<char>(h & 0xff));
  return bytes;
}

std::string const magic = "skua-record-2\n";

/// A program "p" that no signal has ended, with the name "t", and these numbers behind it.
std::string body(std::vector<int> const& numbers) {
  std::string bytes = magic + std::string("\x01p\x00\x00", 4) + "\x01\x01t\x05\x09";
  for (int const n : numbers) bytes.push_back(static_cast<char>(n));
  return bytes;
}

std::string error_of(std::string const& content) {
  try {
    auto const r = parse_record(content, "f");
    (void)bounds_of(r, "f");
  } catch (input_error const& e) {
    return e.what();
  }
  return "";
}

// kinds: 0 work, 1 leaf, 2 child, 3 open, 4 close, 5 signal, 6 await, 7 pause
TEST(replay_record, a_whole_one_is_read) {
  // tasks, events, then for each task: any, name + 1, steps, …
  auto const r = parse_record(with_checksum(body({2, 1, 0, 0, 2, 2, 6, 1, 1, 1, 3, 0, 100, 5, 1, 7, 20})), "f");
  ASSERT_EQ(r.tasks.size(), 2u);
  EXPECT_EQ(r.work(), 100u);
  EXPECT_EQ(r.names[0].tasks, 5u);
  EXPECT_EQ(r.movable_share(), 1.0);
  auto const limits = bounds_of(r, "f");
  EXPECT_EQ(limits.span, 120u);
}

// Each part was erased by itself, which took hours for a name of 23 MB.
TEST(replay_record, hidden_parts_of_a_long_name_are_removed_in_one_pass) {
  std::string name;
  for (int i = 0; i < 1'000'000; ++i) name += "(anonymous namespace)::";
  name = "a::" + name + "b";
  std::string bytes = magic + std::string("\x01p\x00\x00\x01", 5);
  for (std::size_t n = name.size(); n != 0; n >>= 7) bytes.push_back(static_cast<char>((n & 0x7f) | (n > 0x7f) << 7));
  bytes += name + std::string("\x05\x09\x01\x00\x00\x00\x00", 7);
  EXPECT_EQ(parse_record(with_checksum(bytes), "f").names.at(0).text, "a::b");
}

TEST(replay_record, what_other_programs_took_is_said) {
  std::string bytes = body({1, 0, 0, 0, 1, 0, 95});
  EXPECT_EQ(apps::replay::others_text(parse_record(with_checksum(bytes), "f")), "");
  bytes[magic.size() + 3] = 50;
  EXPECT_NE(apps::replay::others_text(parse_record(with_checksum(bytes), "f")).find("had the processor"),
            std::string::npos);
}

TEST(replay_record, the_time_of_an_ideal_place) {
  auto const time = [](std::vector<int> const& numbers, int workers) {
    return apps::replay::ideal_time(parse_record(with_checksum(body(numbers)), "f"), "f", workers);
  };
  std::vector<int> const parallel{5, 0, 0, 0,  4, 2, 2, 2, 2,  1, 1, 1, 0, 10, 1,
                                  1, 1, 0, 10, 1, 1, 1, 0, 10, 1, 1, 1, 0, 10};
  EXPECT_EQ(time(parallel, 1), 40u);
  EXPECT_EQ(time(parallel, 3), 20u);
  EXPECT_EQ(time(parallel, 1'000'000'000), 10u);
  std::vector<int> const two_scopes{3, 0, 0, 0, 6, 3, 2, 4, 3, 2, 4, 1, 1, 1, 0, 10, 1, 1, 1, 0, 10};
  EXPECT_EQ(time(two_scopes, 2), 20u);
  std::vector<int> const leaves{1, 0, 0, 0, 2, 1, 1, 0, 10, 2, 1, 0, 1, 1, 0, 10, 2, 1, 0};
  EXPECT_EQ(time(leaves, 1), 20u);
  EXPECT_EQ(time(leaves, 2), 10u) << "not their span";
  std::vector<int> const pause{3, 0, 0, 0, 2, 2, 2, 1, 1, 2, 7, 20, 0, 10, 1, 1, 1, 0, 20};
  EXPECT_EQ(time(pause, 1), 30u) << "the worker takes the other task meanwhile";
  std::vector<int> const event{3, 1, 0, 0, 2, 2, 2, 1, 1, 2, 6, 1, 0, 10, 1, 1, 2, 0, 10, 5, 1};
  EXPECT_EQ(time(event, 1), 20u);
  EXPECT_EQ(time(event, 2), 20u);
}

TEST(replay_record, what_is_no_record) {
  EXPECT_NE(error_of("").find("empty"), std::string::npos);
  EXPECT_NE(error_of("hello").find("not a record"), std::string::npos);
  EXPECT_NE(error_of("skua-record-1\n").find("older version"), std::string::npos);
  EXPECT_NE(error_of(magic).find("damaged"), std::string::npos);
  EXPECT_NE(error_of(body({1, 0, 0, 0, 0})).find("damaged"), std::string::npos) << "no checksum";
}

TEST(replay_record, wrong_contents_with_a_right_checksum) {
  std::vector<std::vector<int>> const wrong{
      {},                                    // nothing
      {0, 0},                                // no task
      {2, 0, 0, 0, 0, 0, 0, 0},              // a task that is not a child
      {1, 0, 0, 0, 1, 2},                    // a child that does not exist
      {1, 0, 0, 0, 1, 3},                    // a scope that is not closed
      {1, 0, 0, 0, 1, 4},                    // one that was not opened
      {1, 0, 0, 0, 1, 5, 1},                 // an event beyond the last one
      {1, 1, 0, 0, 1, 6, 1},                 // one that nothing signals
      {1, 1, 0, 0, 1, 6, 0},                 // event 0
      {1, 0, 0, 0, 1, 8},                    // an unknown kind
      {1, 0, 0, 3, 0},                       // a name beyond the last one
      {1, 0, 2, 0, 0},                       // `any` is 0 or 1
      {1, 0, 0, 0, 1, 1, 0, 0, 5, 6, 1, 0},  // a leaf with more span than work
      {1, 0, 0, 0, 1, 0},                    // cut short
      {1, 0, 0, 0, 0, 9},                    // bytes behind the end
      {100, 0, 0, 0, 0},                     // more tasks than bytes
  };
  for (std::size_t i = 0; i < wrong.size(); ++i) {
    EXPECT_NE(error_of(with_checksum(body(wrong[i]))).find("damaged"), std::string::npos) << i;
  }
}

TEST(replay_record, a_circle_of_waits_is_found) {
  // two children: each waits for a signal of the other one
  EXPECT_NE(
      error_of(with_checksum(body({3, 2, 0, 0, 2, 2, 2, 0, 1, 2, 6, 1, 5, 2, 0, 1, 2, 6, 2, 5, 1}))).find("circle"),
      std::string::npos);
}

TEST(replay_record, random_damage) {
  std::string const good =
      body({3, 2, 0, 0, 4, 3, 2, 2, 4, 0, 1, 2, 5, 1, 0, 100, 1, 1, 2, 6, 1, 1, 1, 0, 90, 80, 3, 2});
  ASSERT_EQ(error_of(with_checksum(good)), "");
  std::mt19937 random(7);
  int refused = 0;
  for (int i = 0; i < 100'000; ++i) {
    std::string bytes = good;
    for (int k = 1 + static_cast<int>(random() % 3); k > 0; --k) {
      std::size_t const position = magic.size() + random() % (bytes.size() - magic.size());
      switch (random() % 3) {
        case 0:
          bytes[position] = static_cast<char>(random());
          break;
        case 1:
          bytes.erase(position, 1);
          break;
        default:
          bytes.insert(position, 1, static_cast<char>(random()));
      }
    }
    refused += error_of(with_checksum(bytes)).empty() ? 0 : 1;
  }
  EXPECT_GT(refused, 50'000);
}

}  // namespace
