// expect: over-aligned task state: at most 64-byte alignment is supported
// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/spawn.hpp>

struct alignas(128) wide {
  int value = 0;
};

auto program() {
  return skua::async([] { return wide{}; });
}
