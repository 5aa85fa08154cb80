// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The slow paths of a deque, which know the fibre's innermost scope and loops.
#pragma once

#include "core/place.hpp"

namespace skua::sched {

/// The lowest slot of the innermost open scope of a fibre. No worker may take a slot below it from
/// the deep end.
slot* innermost_base(fibre const* current) noexcept;
/// Runs the task of an awaited future from the middle of the deque; false: it is not there, or the
/// stack is low.
bool run_from_middle(fibre* current, claimable* claim, task_op op);
/// Clears the fibre's `check_before_run` unless a reason is left. Returns whether one is left.
bool recheck_before_run(fibre* current) noexcept;
/// Makes tasks of the rest of running loops before the fibre stops.
void split_ranges(fibre* current) noexcept;

}  // namespace skua::sched
