// expect: finish: the body takes no argument, or a skua::scope
// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/finish.hpp>

void program() {
  skua::finish([](int) {});
}
