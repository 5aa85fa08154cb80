// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds the program before any place is started.
#pragma once

#include <string>

namespace launch {

/// The path of a program, as execvp would choose it. Throws failure: not found, not executable.
std::string find_program(std::string const& name);

/// Throws failure with the reason why a program that was found could not be started.
[[noreturn]] void cannot_start(std::string const& path, int error);

}  // namespace launch
