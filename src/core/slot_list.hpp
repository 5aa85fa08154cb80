// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks on their way from one queue to another, and those queues: memory that comes and goes with
// every steal.
#pragma once

#include <deque>
#include <vector>

#include <skua/detail/base/aligned.hpp>
#include <skua/detail/core/slot.hpp>

namespace skua::sched {

using slot_list = std::vector<slot, base::line_allocator<slot>>;
using slot_queue = std::deque<slot, base::line_allocator<slot>>;

}  // namespace skua::sched
