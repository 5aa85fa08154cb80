// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// skua-run --sim: all places in one process, in virtual time.
#pragma once

#include "command_line.hpp"

namespace launch {

/// Replaces this process by the program, in which the library simulates the places. With --show it
/// prints the command instead and returns an exit code. Throws failure.
int simulate(command_line const& options);

}  // namespace launch
