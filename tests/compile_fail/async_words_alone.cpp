// expect: async: a function must follow the words
// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/spawn.hpp>

void program() { (void)skua::async(skua::shielded); }
