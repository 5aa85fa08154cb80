// expect: a std::launch is the first argument of async, and no words may follow it
// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/skua.hpp>

void program() {
  skua::spawn(std::launch::async, [] {});
}
