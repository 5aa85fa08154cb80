// expect: a function for the elements of a shared_array runs at other places
// further errors: the task that carries the function also says so
// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>

#include <skua/algorithm/shared_array.hpp>

void program(skua::shared_array<int> const& numbers, std::string const& text) {
  skua::for_each(numbers, [text](int& x) { x = static_cast<int>(text.size()); });
}
