// expect: the operation takes two values of the reducer's type
// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/reducer.hpp>

struct negate {
  static int identity() { return 0; }
  int operator()(int x) const { return -x; }
};

int program() {
  skua::reducer<int, negate> r;
  r += 1;
  return r.get();
}
