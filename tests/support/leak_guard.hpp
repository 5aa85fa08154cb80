// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The things that a test may leave behind on purpose.
#pragma once

#include <string>

namespace support {

/// While it lives, the leak guard collects what the places of this process hold at their ends, and
/// fails no test for it. One at a time; by a thread outside of runs.
class expected_leftovers {
 public:
  expected_leftovers();
  ~expected_leftovers();
  expected_leftovers(expected_leftovers const&) = delete;
  expected_leftovers& operator=(expected_leftovers const&) = delete;

  /// Such as "2 fibres, 1 parker"; empty: nothing yet. Several places are divided by "; ".
  [[nodiscard]] std::string text() const;
};

}  // namespace support
