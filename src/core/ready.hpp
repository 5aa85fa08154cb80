// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fibres that may continue, and wake-ups of workers.
#pragma once

#include "core/place.hpp"

namespace skua::sched {

/// The fibre may continue; a worker of its place will take it. Any thread may call it.
void make_ready(fibre* woken) noexcept;
enum class notified { nobody, searching_worker, woken_worker };
/// After work was published: wakes a sleeper, if one more should be awake (wants_more_awake) and
/// none searches. Says who will see the work.
notified notify(place& place) noexcept;
/// Wakes a sleeper, if one more should be awake, whether others search or not.
bool wake_more(place& place) noexcept;
/// Wakes a sleeper, if there is one.
bool wake_one(place& place) noexcept;
/// Wakes the thread of a worker whose parked word was cleared, wherever it sleeps.
void wake_parked(place& place, worker& woken) noexcept;
/// Whether the caller is a worker that has handled a message in its sleep, and may still sleep on.
/// It will not, because it has got work; so the caller need not wake another worker.
bool rouse_caller(place& place) noexcept;
/// Every running fibre enters its slow path at its next push.
void request_polls(place& place) noexcept;
/// Queues a copy of a task that comes from outside the workers' deques, and announces it.
void queue_arrival(place& place, slot const& task) noexcept;
/// After an arrival: wakes a sleeper, or else requests a poll.
void announce_arrival(place& place) noexcept;

/// The worker's list of suspended fibres with stealable tasks.
void list_suspended(fibre* fibre, worker* worker) noexcept;
void unlist_suspended(fibre* fibre) noexcept;
void unlink_suspended_locked(fibre* fibre, worker* worker) noexcept;

}  // namespace skua::sched
