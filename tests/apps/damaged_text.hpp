// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the tests of all readers share: text that something has happened to, and what an error has
// to look like.

#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdlib>
#include <random>
#include <span>
#include <string>

#include "../../apps/skua/error.hpp"

namespace apps {

/// SKUA_TEST_SEED, or 1.
inline unsigned test_seed() {
  char const* given = std::getenv("SKUA_TEST_SEED");
  return given != nullptr ? static_cast<unsigned>(std::strtoul(given, nullptr, 10)) : 1;
}

/// What `read` says of the text.
template <typename Read>
std::string complaint_of(Read&& read, std::string const& text) {
  try {
    read(text);
  } catch (input_error const& error) {
    return error.what();
  }
  return "read without complaint";
}

/// One to four changes: bytes erased, one of `pieces` inserted, a byte replaced, the end cut off.
inline std::string damaged(std::string text, std::span<std::string const> pieces, std::mt19937& random) {
  for (unsigned change = random() % 4 + 1; change > 0 && !text.empty(); --change) {
    auto const at = random() % text.size();
    switch (random() % 4) {
      case 0:
        text.erase(at, random() % 5 + 1);
        break;
      case 1:
        text.insert(at, pieces[random() % pieces.size()]);
        break;
      case 2:
        text[at] = static_cast<char>(random());
        break;
      default:
        text.resize(at);
        break;
    }
  }
  return text;
}

/// One line that names the file, without bytes that a terminal would obey.
inline void expect_one_line(input_error const& error, std::string const& file) {
  std::string const what = error.what();
  EXPECT_TRUE(what.starts_with(file + ":") && what.find(": expected ") != std::string::npos) << what;
  EXPECT_EQ(what.find_first_of(std::string("\n\r\x1b\0", 4)), std::string::npos) << what;
}

}  // namespace apps
