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

/// Of a malformed sequence each byte is replaced, wherever a decoder would stop.
TEST(escape, each_wrong_byte_of_utf8_is_replaced) {
  using skua::base::well_formed;
  auto const wrong = [](std::size_t count) {
    std::string text;
    for (; count > 0; --count) text += "\ufffd";
    return text;
  };
  std::string const good = "a\n\x7f\0 größe \xc2\x80 漢 🦅 \U0010ffff \u202e"s;
  EXPECT_EQ(well_formed(good), good) << "control characters, too";
  EXPECT_EQ(well_formed("\xff"), wrong(1));
  EXPECT_EQ(well_formed("x\x80y\xbf"), "x" + wrong(1) + "y" + wrong(1)) << "continuations alone";
  for (char const* const text : {"\xc0\xaf", "\xe0\x80\xaf", "\xe0\x9f\xbf", "\xf0\x80\x80\xaf", "\xf0\x8f\xbf\xbf"})
    EXPECT_EQ(well_formed(text), wrong(std::string(text).size())) << "an overlong form";
  for (char const* const text : {"\xed\xa0\x80", "\xed\xbf\xbf", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80"})
    EXPECT_EQ(well_formed(text), wrong(std::string(text).size())) << "a surrogate, or beyond U+10FFFF";
  for (char const* const text : {"\xc3", "\xe6\xbc", "\xf0\x9f\xa6"}) {
    EXPECT_EQ(well_formed(text), wrong(std::string(text).size())) << "cut off";
    EXPECT_EQ(well_formed(std::string(text) + "é"), wrong(std::string(text).size()) + "é");
  }
}

TEST(escape, long_text_is_cut_off) {
  std::string const text = escaped(std::string(1'000'000, 'x'));
  EXPECT_EQ(text, std::string(200, 'x') + "...");
}

}  // namespace
