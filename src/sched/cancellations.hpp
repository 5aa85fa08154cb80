// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A canceller skips a waiter that another thread inspects at that moment. That thread has just
// opened the wait and inspects it because some scope was cancelled. It may have read the flags
// before the canceller raised its own. So it reads this number before and after, and inspects again
// if the number has changed (open_wait).
#pragma once

#include <cstdint>

#include <skua/detail/base/atomic.hpp>

namespace skua::sched {

/// How many scopes of this process have been marked as cancelled.
inline base::atomic<std::uint64_t> cancellations{0};

}  // namespace skua::sched
