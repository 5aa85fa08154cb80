// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The common part of the tests of readers: the error, and the seed.

#pragma once

#include <cstdlib>
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

}  // namespace apps
