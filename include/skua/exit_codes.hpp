// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The exit codes of a program that returns what run() returns, and of skua-run, skua and
// skua-bench. docs/reference/ends.md and docs/reference/cluster.md say which end has which code.
#pragma once

#include <skua/detail/base/config.hpp>

namespace skua::exit_code {

inline constexpr int success = 0;           ///< the run ended, and its body returned 0
inline constexpr int failure = 1;           ///< an exception left the body of run, a wrong answer, no memory
inline constexpr int usage = 2;             ///< wrong options, or input that cannot be used
inline constexpr int start_failed = usage;  ///< the places could not start
inline constexpr int target_missed = 3;     ///< of skua-bench alone, with --require-targets
/// At the remaining places after one was lost: a consequence, never the cause.
inline constexpr int lost_place = 70;

// Of skua-run alone, as of timeout(1), env(1) and the shell.
inline constexpr int timeout = 124;          ///< of skua-run --timeout: the time was over
inline constexpr int launcher_failed = 125;  ///< skua-run itself could not continue
inline constexpr int not_executable = 126;   ///< the program is not executable
inline constexpr int not_found = 127;        ///< the program was not found

/// The exit code by which a shell shows that a signal has ended the process.
constexpr int of_signal(int number) noexcept { return 128 + number; }
inline constexpr int aborted = of_signal(6);  ///< SIGABRT: a broken contract, a deadlock, an uncaught exception

}  // namespace skua::exit_code
