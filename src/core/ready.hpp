// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fibres that may continue, and wake-ups of workers.
#pragma once

#include "core/place.hpp"

namespace skua::sched {

/// The fibre may continue; a worker of its place will take it. Any thread may call it.
void make_ready(fibre* f) noexcept;
/// After work was published: wakes a sleeper, if one more should be awake (wants_more_awake).
bool notify(place& p) noexcept;
/// Wakes a sleeper, if there is one.
bool wake_one(place& p) noexcept;
/// Every running fibre enters its slow path at its next push.
void request_polls(place& p) noexcept;
/// Queues a copy of a task that comes from outside the workers' deques, and announces it.
void queue_arrival(place& p, slot const& task) noexcept;
/// After an arrival: wakes a sleeper, or else requests a poll.
void announce_arrival(place& p) noexcept;

/// The worker's list of suspended fibres with stealable tasks.
void list_suspended(fibre* f, worker* w) noexcept;
void unlist_suspended(fibre* f) noexcept;
void unlink_suspended_locked(fibre* f, worker* w) noexcept;

}  // namespace skua::sched
