// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "library/library.hpp"

namespace multi_library {
namespace {

int thrice(int x) { return 3 * x; }

}  // namespace

std::string greet(std::string const& who, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += who;
  return all;
}

int (*hidden())(int) { return &thrice; }

}  // namespace multi_library
