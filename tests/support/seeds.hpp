// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs of many seeds in processes of their own: a crash, or a run without an end, is a failure like others, and a run goes the same way each
// time whatever ran before in the test.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace seeds {

struct failure {
  std::uint64_t seed = 0;  // 0: none
  std::uint64_t first = 0, count = 0;  // what to run to see it again
  std::string what;
};

/// One run; what went wrong, or nothing.
using run = std::function<std::string(std::uint64_t seed)>;

/// Runs the seeds first to first + n - 1 until one fails; `progress(seeds done)` now and then. `loud`: what a run prints is not
/// kept for the report.
failure search(run const& one, std::uint64_t first, std::uint64_t n, bool loud, std::function<void(std::uint64_t)> const& progress = {});

}  // namespace seeds
