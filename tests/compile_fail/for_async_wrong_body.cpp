// expect: skua: the body of for_async takes the indices
// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>

#include <skua/for_async.hpp>

void program() {
  skua::for_async(10, [](std::string const&) {});
}
