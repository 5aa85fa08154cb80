// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program in the debug mode of libstdc++, and a library that is not.
// flags: -D_GLIBCXX_DEBUG
// expect: Skua and this program differ in _GLIBCXX_DEBUG: compile both with it, or neither

#include <skua/skua.hpp>

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] { return 0; });
}
