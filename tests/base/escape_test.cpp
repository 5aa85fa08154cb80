// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <string>

#include "base/escape.hpp"

namespace {

using skua::base::escaped;
using skua::base::quoted;
using namespace std::string_literals;

TEST(escape, printable_text_stays) {
  EXPECT_EQ(escaped(""), "");
  EXPECT_EQ(escaped("a b=\"c\"\\d~"), "a b=\"c\"\\d~");
  EXPECT_EQ(escaped("größe → 漢 🦅"), "größe → 漢 🦅");
  EXPECT_EQ(quoted("x"), "\"x\"");
}

TEST(escape, control_characters_and_broken_bytes_are_named) {
  EXPECT_EQ(escaped("a\nb\r\tc"), "a\\nb\\r\\tc");
  EXPECT_EQ(escaped("\x1b[31m\x7f"s + '\0'), "\\x1b[31m\\x7f\\x00");
  EXPECT_EQ(escaped("\xc2\x9b"), "\\xc2\\x9b") << "a control sequence introducer in UTF-8";
  EXPECT_EQ(escaped("\xff\xc3"), "\\xff\\xc3");
  EXPECT_EQ(escaped("\xc0\xaf"), "\\xc0\\xaf") << "an overlong form";
  EXPECT_EQ(escaped("\xed\xa0\x80"), "\\xed\\xa0\\x80") << "a surrogate";
  EXPECT_EQ(escaped("\xe2\x80\xae"), "\\xe2\\x80\\xae") << "an override of the direction of writing";
}

TEST(escape, long_text_is_cut_off) {
  std::string const text = escaped(std::string(1'000'000, 'x'));
  EXPECT_EQ(text, std::string(200, 'x') + "...");
}

}  // namespace
