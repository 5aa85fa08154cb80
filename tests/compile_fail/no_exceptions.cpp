// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that is compiled without exceptions.
// flags: -fno-exceptions
// expect: Skua needs exceptions, which carry errors out of tasks: compile without -fno-exceptions

#include <skua/skua.hpp>

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] { return 0; });
}
