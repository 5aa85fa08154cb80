// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The state of a place at one moment, for an observer of the running program. Tasks run at the same
// time, so the numbers need not fit together exactly.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <skua/stats.hpp>

namespace skua::sched {

struct place;
struct fibre;

/// The name of the task of a fibre that other threads may run during the call. If it has none: that
/// of its function if the place writes a trace, else empty.
std::string copied_name_of_task(place const& place, fibre const& fibre);

struct worker_snapshot {
  bool is_busy = false;    ///< it neither looks for work nor sleeps
  double stretch = 0;      ///< seconds since it last looked for work; 0 unless busy
  std::size_t queued = 0;  ///< tasks in the deques of its running and suspended fibres
  std::string task;        ///< copied_name_of_task of the running task
};

struct place_snapshot {
  int number = 0;
  int regular_workers = 0;  ///< the first of `workers`; the others are spare
  statistics numbers;
  std::vector<worker_snapshot> workers;
  std::size_t queued = 0;         ///< all queued tasks: of the workers, arrived ones, loot, urgent ones
  std::size_t ready = 0;          ///< tasks that can continue and wait for a worker
  std::size_t sleepers = 0;       ///< workers that sleep
  std::size_t named_scopes = 0;   ///< open scopes that a handle, a cancellation or another place knows
  std::size_t remote_scopes = 0;  ///< scopes of other places that have tasks here
};

/// The place must exist during the call. Its workers are not stopped; locks of the scheduler are
/// held for microseconds.
[[nodiscard]] place_snapshot snapshot_of(place& place);

}  // namespace skua::sched
