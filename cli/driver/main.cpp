// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The programs `skua` and `skua-tour`: they have the applications that are linked to them.

#include "command_line.hpp"

int main(int argc, char** argv) { return apps::run_program(argc, argv); }
