// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The bytes of packets, written out by hand from Perfetto's definitions. tests/multi/traces.py
// decodes whole traces.
#include "observe/perfetto.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

namespace {

using skua::observe::packet_writer;

std::string bytes(std::initializer_list<int> values) {
  std::string text;
  for (int const v : values) text.push_back(static_cast<char>(v));
  return text;
}

TEST(perfetto, the_first_packet_clears_the_state_of_its_sequence) {
  packet_writer packets(2);
  packets.plain_track(300, 5, "ab");
  // 300 is AC 02; sequence 3; flags 1; descriptor 60: uuid, name, parent
  EXPECT_EQ(packets.take(),
            bytes({0x0a, 16, 0x50, 3, 0x68, 1, 0xe2, 0x03, 9, 0x08, 0xac, 0x02, 0x12, 2, 'a', 'b', 0x28, 5}));
  packets.plain_track(1, 0, "");
  EXPECT_EQ(packets.take(), bytes({0x0a, 9, 0x50, 3, 0x68, 2, 0xe2, 0x03, 2, 0x08, 1}));
}

TEST(perfetto, arguments_keep_their_type) {
  packet_writer packets(0);
  packets.instant(1, 1, "c", "n", {{"x", std::uint64_t{0}}});
  (void)packets.take();
  packets.instant(1, 1, "c", "n", {{"x", std::uint64_t{130}}, {"x", 1.0}, {"x", std::string_view("t")}});
  std::string const text = packets.take();
  EXPECT_NE(text.find(bytes({0x22, 5, 0x08, 1, 0x18, 0x82, 0x01})), std::string::npos)
      << "unsigned, in debug_annotations";
  EXPECT_NE(text.find(bytes({0x22, 11, 0x08, 1, 0x29, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f})), std::string::npos) << "double";
  EXPECT_NE(text.find(bytes({0x22, 5, 0x08, 1, 0x32, 1, 't'})), std::string::npos) << "text";
}

/// Strict readers of protobuf refuse a string that is not UTF-8.
TEST(perfetto, names_from_outside_are_utf8) {
  packet_writer packets(0);
  packets.process_track(1, 2, "p\xff");
  packets.thread_track(2, 1, 2, 3, "t\xff");
  packets.plain_track(3, 1, "l\xff");
  packets.counter_track(4, 1, "c\xff");
  packets.instant(3, 1, "g\xff", "n\xff", {{"k\xff", std::string_view("v\xff")}});
  std::string const text = packets.take();
  for (char const initial : {'p', 't', 'l', 'c', 'g', 'n', 'k', 'v'})
    EXPECT_NE(text.find(bytes({4, initial}) + "\xef\xbf\xbd"), std::string::npos) << initial;
}

}  // namespace
