// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// `--certify`: the witness that an application found, and the result of a check that is independent
// of the search.
//
// Each application has its own check, verifier.cpp in its folder. The check may use the instance
// as it was read, or read the file again, but neither the data structures of the search nor the
// other checks of the answer. A witness shows that its value is reached; only the search can show
// that nothing is better.

#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "app.hpp"

namespace apps {

inline constexpr char const* certify_help = "print the witness, and the result of an independent check";

/// The result of a check.
struct certificate {
  bool holds = false;
  std::string text;  ///< what was checked, or the error
};

/// A solution, numbered as in the file.
struct witness {
  std::string text;         ///< for people
  std::vector<json> items;  ///< for programs

  witness() = default;
  explicit witness(std::vector<int> const& numbers);
  /// Pairs of a vertex and its image: "0->3 1->5" and [[0, 3], [1, 5]].
  explicit witness(std::vector<std::pair<int, int>> const& map);
};

/// These numbers, counted from 1.
std::vector<int> from_one(std::vector<int> numbers);

/// "1 vertex", "2 vertices"
std::string counted(std::size_t number, char const* one, char const* many);

/// Throws input_error if the file can be read only once, such as a pipe.
void must_be_readable_twice(std::string const& file);

/// Call it last: a certificate that does not hold makes the report wrong.
void add_certificate(report& summary, witness const& solution, certificate const& checked);
/// For a search that found no witness.
void add_no_certificate(report& summary);

}  // namespace apps
