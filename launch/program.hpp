// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finding the program, before anything is started.
#pragma once

#include <string>

namespace launch {

/// The path of a program as execvp would choose it. Throws failure: not found, not executable.
std::string find_program(std::string const& name);

/// Why a program that was found could not be started after all.
[[noreturn]] void cannot_start(std::string const& path, int error);

}  // namespace launch
