// expect: a task starts at one place: give only one of on(p) and any.from(p)
// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/skua.hpp>

void program() {
  skua::spawn(skua::on(0), skua::any.from(1), [] {});
}
