// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The search of a worker for work: its lists of fibres, arrived tasks, the deques of other workers.
#pragma once

#include "core/place.hpp"

namespace skua::sched {

/// The fibre to continue when a task suspends: a ready fibre, or a fresh one that looks for work.
fibre* next_fibre(worker* worker);
enum class search_result {
  nothing,
  work,            // the fibre has tasks now, or `ready` is a fibre to continue
  left_to_others,  // a spare worker in surplus: it has looked for urgent tasks only
};
/// Takes a task that has become ready on this worker, if nothing else comes first. Cheaper than a
/// search.
bool take_own_ready_task(fibre* me, worker* worker) noexcept;
/// Looks once in every queue of the place and of this worker, and probes so many other workers.
inline constexpr int all_workers = 1 << 30;
search_result find_local_or_steal(fibre* me, worker* worker, fibre** ready, int probes);

}  // namespace skua::sched
