// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fibres that work off the full deque of another fibre while its task waits.
#pragma once

#include "core/place.hpp"

namespace skua::sched {

/// The first action of an overflow fibre: runs tasks of its overflow_spawner. Returns the fibre to
/// continue, or nullptr (overflow.cpp).
fibre* run_overflow(fibre* runner) noexcept;

}  // namespace skua::sched
