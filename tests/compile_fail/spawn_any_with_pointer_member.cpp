// expect: a task that may leave its place holds something that cannot travel
// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/skua.hpp>

struct task {
  int* counter;
  void operator()() const { ++*counter; }
};

void program(int& counter) { skua::spawn(skua::any, task{&counter}); }
