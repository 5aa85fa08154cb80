// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Replaces src/base/fence.cpp: one thread needs no fence of other threads, and membarrier(2) would
// take most of the time.
#include <skua/detail/base/atomic.hpp>
#include <skua/detail/base/spinlock.hpp>

namespace skua::base {

bool asymmetric_fences() noexcept { return false; }
void heavy_fence() noexcept { full_fence(); }
void yield_thread() noexcept {}

}  // namespace skua::base
