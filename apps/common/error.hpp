// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The only exception type of the applications: the user's input cannot be used.

#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

namespace apps {

/// A malformed file or option. The program prints `skua APP: TEXT` as one line and exits with code
/// 2.
class input_error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;

  /// `FILE:LINE: expected EXPECTED, found FOUND`.
  input_error(std::string const& file, std::size_t line, std::string const& expected, std::string const& actual)
      : std::runtime_error(file + ":" + std::to_string(line) + ": expected " + expected + ", found " + actual) {}
};

}  // namespace apps
