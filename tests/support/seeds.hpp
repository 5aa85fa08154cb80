// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs of many seeds in separate processes. So a crash, or a run without an end, is a failure like
// others. And a run repeats exactly, whatever ran before in the test.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace seeds {

struct failure {
  std::uint64_t seed = 0;              // 0: none
  std::uint64_t first = 0, count = 0;  // the seeds to run to see it again
  std::string complaint;
};

/// Runs one seed; returns the complaint, or an empty string.
using run = std::function<std::string(std::uint64_t seed)>;

/// Runs the seeds first to first + n - 1 until one fails. Calls `progress` with the number of seeds
/// done after every hundred. `loud`: the output of a run is shown and not kept for the report.
failure search(run const& one, std::uint64_t first, std::uint64_t n, bool loud,
               std::function<void(std::uint64_t)> const& progress = {});

/// The end of a run in a separate process.
struct ending {
  int status = 0;      // as of waitpid; exit code 1: a complaint
  std::string output;  // what it wrote to standard error, and its complaint
};
ending in_child(std::function<std::string()> const& one);
/// The status in words; empty if the process ended by itself with 0 or 1.
std::string describe_status(int status);

}  // namespace seeds
