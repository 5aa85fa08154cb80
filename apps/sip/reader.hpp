// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reads graphs in the LAD format.

#pragma once

#include <iosfwd>
#include <string>

#include "problem.hpp"

namespace apps::sip {

/// The number of vertices, then for each vertex one line with its degree and its neighbours, from
/// 0. Each edge is listed at both its ends, a loop once. Throws input_error with file and line for
/// anything else.
graph read_lad(std::istream& input, std::string const& file);

/// Reads a file by name.
graph read_lad(std::string const& file);

}  // namespace apps::sip
