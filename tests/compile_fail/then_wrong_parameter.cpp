// expect: skua: the function of then() takes the future, which is ready
// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/future.hpp>
#include <skua/spawn.hpp>

void program() {
  skua::async([] { return 1; }).then([](int x) { return x; });
}
