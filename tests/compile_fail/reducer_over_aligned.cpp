// expect: reducer: values of more than 64-byte alignment are not supported
// further errors: clang also refuses the members of that type
// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/reducer.hpp>

struct alignas(128) wide {
  int value = 0;
  friend wide operator+(wide const& a, wide const& b) { return {a.value + b.value}; }
};

int program() {
  skua::sum<wide> r;
  return r.get().value;
}
