// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that is compiled for an older standard.
// flags: -std=c++17
// expect: Skua needs C++20: compile with -std=c++20 or newer

#include <skua/skua.hpp>

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] { return 0; });
}
