// expect: or make the function a struct that has it as a member
// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>

#include <skua/skua.hpp>

std::size_t program(std::string const& s) {
  return skua::at(1, [s] { return s.size(); });
}
