// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Failures of skua-run, and its own exit codes (docs/cluster.md lists all).
#pragma once

#include <string>
#include <utility>

namespace launch {

inline constexpr int exit_usage = 2;
inline constexpr int exit_timeout = 124;  // these four as with timeout(1), env(1) and the shell
inline constexpr int exit_cannot = 125;   // skua-run itself failed
inline constexpr int exit_not_executable = 126;
inline constexpr int exit_not_found = 127;
/// Exit code of a place that ends because another place was lost: a consequence, never the cause.
inline constexpr int exit_lost_another = 70;

/// Thrown to end skua-run with one line and this code.
struct failure {
  failure(int c, std::string t) : code(c), text(std::move(t)) {}
  int code;
  std::string text;
};

}  // namespace launch
