// expect: counting_semaphore: at most PTRDIFF_MAX / 8 permits
// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>

#include <skua/semaphore.hpp>

skua::counting_semaphore<INTPTR_MAX> seats(1);
