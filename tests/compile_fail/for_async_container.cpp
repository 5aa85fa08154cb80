// expect: skua: for_async takes a number of iterations, or range(low, high)
// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <vector>

#include <skua/for_async.hpp>

void program(std::vector<int> const& v) {
  skua::for_async(v, [](int) {});
}
