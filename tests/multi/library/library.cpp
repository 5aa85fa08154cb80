// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "library/library.hpp"

namespace multi_library {
namespace {

int thrice(int x) { return 3 * x; }

}  // namespace

std::string greet(std::string const& name, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += name;
  return text;
}

int (*hidden())(int) { return &thrice; }

}  // namespace multi_library
