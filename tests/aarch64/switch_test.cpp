// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The context switch of AArch64, under emulation: registers, floating point and stacks survive.
// sources: src/system/context.cpp
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "system/context.hpp"

namespace {

void* main_stack = nullptr;
void* other_stack = nullptr;
double observed_value = 0;
long rounds = 0;

[[noreturn]] void other(void* argument) {
  double x = 1.5;
  long n = *static_cast<long*>(argument);
  for (;;) {
    x = x * 1.25 + static_cast<double>(n);
    observed_value = x;
    rounds += n;
    skua::system::switch_context(&other_stack, main_stack);
  }
}

}  // namespace

int main() {
  std::vector<char> stack(256 * 1024);
  long step = 3;
  other_stack = skua::system::make_context(stack.data(), stack.size(), &other, &step);
  double expected = 1.5;
  double main_value = 2.0;
  for (int i = 0; i < 1000; ++i) {
    expected = expected * 1.25 + 3.0;
    if (expected > 1e100) expected = 1.5;
    skua::system::switch_context(&main_stack, other_stack);
    main_value += 0.5;
    if (i < 100 && observed_value != expected) {
      std::printf("round %d: %g, expected %g\n", i, observed_value, expected);
      return 1;
    }
  }
  if (rounds != 3000 || main_value != 502.0) {
    std::printf("rounds %ld, mine %g\n", rounds, main_value);
    return 1;
  }
  std::puts("ok");
  return 0;
}
