// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks that leave a place, and tasks that come from other places.
#pragma once

#include <cstddef>
#include <skua/detail/core/slot.hpp>

#include "core/slot_list.hpp"

namespace skua::sched {

struct place;

/// `everything` asks for unpublished tasks, waits for them, and forces them out of owners that
/// compute. That costs an interrupt. A caller that has just published, and calls at every push,
/// uses `in_sight`.
enum class reach { in_sight, everything };

/// Takes tasks with slot_any out of this place's queues, shallow ones first: from each queue the
/// part of its tasks that `share` allows. Each task holds a token of its scope.
void take_any_tasks(place& place, slot_list& out, std::size_t max_tasks,
                    std::size_t (*share)(std::size_t available, void*), void* context,
                    reach extent = reach::everything);
/// About how many tasks could be taken.
std::size_t count_any_tasks(place& place) noexcept;
/// Queues many tasks that were sent here; each holds a token.
void submit_many(place& place, slot const* tasks, std::size_t n) noexcept;
/// Like submit_many, for tasks that were stolen from another place because a worker here had no
/// work. No task is preempted for them.
void submit_loot(place& place, slot const* tasks, std::size_t n) noexcept;

}  // namespace skua::sched
