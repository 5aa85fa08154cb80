// expect: skua: the word after(f) takes futures
// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/spawn.hpp>

void program() {
  skua::spawn(skua::after(3), [] {});
}
