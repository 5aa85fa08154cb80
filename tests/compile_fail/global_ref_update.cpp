// expect: skua: an element of global memory has no += and the like
// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/memory.hpp>

void program(skua::shared_array<long> a) { a[3] += 1; }
