// expect: skua: the function of a task cannot be called with these arguments (decayed copies of them, which
// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/spawn.hpp>

// The task gets copies, like a std::thread; a reference must be asked for with std::ref.
void add(long& total, int x) { total += x; }

void program(long& total) { skua::spawn(add, total, 1); }
