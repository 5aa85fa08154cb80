// expect: barrier: the completion function must be noexcept
// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/barrier.hpp>

void between() {}

skua::barrier<void (*)()> meeting(2, &between);
