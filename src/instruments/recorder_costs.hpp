// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The time that a recorder adds to the tasks that it records (recorder.hpp), to be subtracted.
#pragma once

#include <cstdint>

#include <skua/detail/core/fibre.hpp>

#include "observe/task_record.hpp"

namespace skua::sched {

class recording_clock;

/// In ticks of the recorder's clock.
struct recorder_costs {
  std::int64_t push = 0;  // what is measured too long of a push
  std::int64_t task = 0;  // what is measured too long of a task
};

/// Runs empty tasks on the calling fibre, as they run without the recorder and as it sees them. No
/// other task of the place may run during the call. `scratch`: the recorder's present record, of
/// which nothing is kept.
recorder_costs measure_recorder(fibre* current, recording_clock& clock, observe::task_record& scratch);

}  // namespace skua::sched
