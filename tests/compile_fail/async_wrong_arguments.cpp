// expect: skua: the function of a task cannot be called with these arguments (decayed copies of them, which
// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/spawn.hpp>

auto program() {
  return skua::async([](int, int) { return 1; }, 1);
}
