// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program with the std::string of before C++11, and a library with that of today.
// flags: -D_GLIBCXX_USE_CXX11_ABI=0
// expect: Skua and this program differ in _GLIBCXX_USE_CXX11_ABI: compile both with the same value

#include <skua/skua.hpp>

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] { return 0; });
}
