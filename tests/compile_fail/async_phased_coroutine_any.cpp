// expect: a coroutine with a result cannot be phased at another place
// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/skua.hpp>

skua::task<int> seven() { co_return 7; }

void program(skua::phaser ph) { (void)skua::async(skua::any, skua::phased(ph), &seven); }
