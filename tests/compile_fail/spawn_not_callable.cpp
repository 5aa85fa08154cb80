// expect: spawn: the task must be callable without arguments
// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/spawn.hpp>

void program() { skua::spawn(42); }
