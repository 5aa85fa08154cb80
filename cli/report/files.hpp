// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The files of a run: parts that belong together, and their events.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "collector.hpp"

namespace apps::trace_report {

/// The files of each run among `files`, in their order. FILE, FILE.0, FILE.1, … are one run if they
/// are parts of different places. Where FILE does not exist, its parts FILE.0, FILE.1, … stand for
/// it. Throws input_error.
[[nodiscard]] std::vector<std::vector<std::string>> group_files(std::vector<std::string> const& files);

/// A run as it was read.
struct raw_run {
  collector events;
  std::vector<std::string> files;
  std::uint64_t bytes = 0;
  std::uint64_t packets = 0;
  bool is_cut = false;             ///< a file is cut short or damaged
  std::vector<std::string> notes;  ///< what was wrong with the files, with `partial`
};

/// Reads the files of one run. Throws input_error if one of them is empty, no trace of Skua, or cut
/// short; with `partial` only if there is nothing to read.
[[nodiscard]] raw_run read_run(std::vector<std::string> const& files, bool partial);

}  // namespace apps::trace_report
