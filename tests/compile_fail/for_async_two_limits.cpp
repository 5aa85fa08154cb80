// expect: skua: the limits of a for_async are one argument: range(low, high)
// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/for_async.hpp>

void program() {
  skua::for_async(0, 10, [](std::int64_t) {});
}
