// expect: a task has one name: give named(…) once
// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/skua.hpp>

void program() {
  skua::spawn(skua::named("a"), skua::named("b"), [] {});
}
