// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs of many seeds in processes of their own: a crash, or a run without an end, is a failure like
// others, and a run goes the same way each time whatever ran before in the test.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace seeds {

struct failure {
  std::uint64_t seed = 0;              // 0: none
  std::uint64_t first = 0, count = 0;  // what to run to see it again
  std::string what;
};

/// One run; what went wrong, or nothing.
using run = std::function<std::string(std::uint64_t seed)>;

/// Runs the seeds first to first + n - 1 until one fails; `progress(seeds done)` now and then.
/// `loud`: what a run prints is not kept for the report.
failure search(run const& one, std::uint64_t first, std::uint64_t n, bool loud,
               std::function<void(std::uint64_t)> const& progress = {});

/// One run in a process of its own.
struct ending {
  int status = 0;    // as of waitpid; exit code 1: a complaint
  std::string said;  // on its standard error, and its complaint
};
ending in_child(std::function<std::string()> const& one);
/// A status in words, or nothing if it ended by itself with 0 or 1.
std::string how(int status);

}  // namespace seeds
