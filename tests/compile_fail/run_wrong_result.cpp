// expect: skua::run: the body returns void, or its exit code as an int
// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>

#include <skua/run.hpp>

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] { return std::string("done"); });
}
