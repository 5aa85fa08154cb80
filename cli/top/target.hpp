// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Which socket a run serves: from the number of one of its processes, or from a path.

#pragma once

#include <string>

namespace apps::top {

/// `target`: the number of a process, or the path of a socket, with or without "unix:". For a
/// process: its SKUA_METRICS or --skua-metrics, or else the process is asked to serve its numbers;
/// the same for a process that it has started (the number of skua-run means its run). Throws
/// input_error with one line that says what to do.
[[nodiscard]] std::string socket_of(std::string const& target);

/// The path in `environment` and `arguments` as /proc shows them, with NUL after each entry; empty:
/// there is none. `folder`: the working folder, for a relative path.
[[nodiscard]] std::string find_path(std::string const& environment, std::string const& arguments,
                                    std::string const& folder);

}  // namespace apps::top
