// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The common part of the tests of all readers: damage to a text, and the form of an error.

#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdlib>
#include <random>
#include <span>
#include <string>

#include "../../apps/common/error.hpp"

namespace apps {

/// SKUA_TEST_SEED, or 1.
inline unsigned test_seed() {
  char const* value = std::getenv("SKUA_TEST_SEED");
  return value != nullptr ? static_cast<unsigned>(std::strtoul(value, nullptr, 10)) : 1;
}

/// The error of `read` for the text.
template <typename Read>
std::string complaint_of(Read&& read, std::string const& text) {
  try {
    read(text);
  } catch (input_error const& error) {
    return error.what();
  }
  return "read without complaint";
}

/// Makes one to four changes: erases bytes, inserts one of `pieces`, replaces a byte, or cuts off
/// the end.
inline std::string damaged(std::string text, std::span<std::string const> pieces, std::mt19937& random) {
  for (unsigned change = random() % 4 + 1; change > 0 && !text.empty(); --change) {
    auto const position = random() % text.size();
    switch (random() % 4) {
      case 0:
        text.erase(position, random() % 5 + 1);
        break;
      case 1:
        text.insert(position, pieces[random() % pieces.size()]);
        break;
      case 2:
        text[position] = static_cast<char>(random());
        break;
      default:
        text.resize(position);
        break;
    }
  }
  return text;
}

/// The error is one line that names the file, without bytes that a terminal interprets.
inline void expect_one_line(input_error const& error, std::string const& file) {
  std::string const message = error.what();
  EXPECT_TRUE(message.starts_with(file + ":") && message.find(": expected ") != std::string::npos) << message;
  EXPECT_EQ(message.find_first_of(std::string("\n\r\x1b\0", 4)), std::string::npos) << message;
}

}  // namespace apps
