// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// `--certify`: the witness that an application found, and what a check that knows nothing of the
// search says of it.
//
// Each application has its own check, certificate.cpp in its folder. It may use the instance as it
// was read, or read the file once more, but neither the data structures of the search nor the
// answer's other checks. A witness shows that its value is reached; that nothing is better only the
// search can tell.

#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "app.hpp"

namespace apps {

inline constexpr char const* certify_help = "print the witness, and what an independent check of it found";

/// What a check found.
struct certificate {
  bool holds = false;
  std::string text;  ///< what was checked, or what is wrong
};

/// A solution, numbered as in the file.
struct witness {
  std::string shown;        ///< for people
  std::vector<json> items;  ///< for programs

  witness() = default;
  explicit witness(std::vector<int> const& numbers);
  /// Pairs of what is mapped and its image: "0->3 1->5" and [[0, 3], [1, 5]].
  explicit witness(std::vector<std::pair<int, int>> const& map);
};

/// The same numbers, counted from 1.
std::vector<int> from_one(std::vector<int> numbers);

/// "1 vertex", "2 vertices"
std::string counted(std::size_t number, char const* one, char const* many);

/// Throws input_error if the file is, say, a pipe, which gives its bytes only once.
void must_be_readable_twice(std::string const& file);

/// Call it last: a certificate that does not hold makes the report a wrong one.
void add_certificate(report& to, witness const& found, certificate const& checked);
/// There is nothing to check, since nothing was found.
void add_no_certificate(report& to);

}  // namespace apps
