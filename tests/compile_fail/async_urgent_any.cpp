// expect: an urgent task starts at once, so no other place can steal it
// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/skua.hpp>

void program() {
  (void)skua::async(skua::any, skua::urgent, [] {});
}
