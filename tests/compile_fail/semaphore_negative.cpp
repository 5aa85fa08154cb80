// expect: counting_semaphore: the largest number of permits must not be negative
// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/semaphore.hpp>

skua::counting_semaphore<-1> seats(0);
