// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "instruments/recorder_costs.hpp"

#include <algorithm>
#include <limits>

#include <skua/detail/core/push.hpp>
#include <skua/finish.hpp>

#include "instruments/recorder.hpp"

namespace skua::sched {
namespace {

constexpr int tasks_of_a_round = 200;
constexpr int rounds = 30;

void run_empty_tasks(fibre* current) {
  finish([current] {
    for (int i = 0; i < tasks_of_a_round; ++i) push_closure(current, [] {});
  });
}

}  // namespace

/// Half of a task's cost without the recorder is that of the push. The smallest of some times each,
/// since others may disturb.
recorder_costs measure_recorder(fibre* current, recording_clock& clock, observe::task_record& scratch) {
  std::int64_t plain = std::numeric_limits<std::int64_t>::max();
  current->set_mode(slow_mode::off);
  recorded_task unrecorded;  // in its plain stretch: the pushes are not recorded
  unrecorded.is_plain = true;
  current->recorded = &unrecorded;
  for (int i = 0; i < rounds; ++i) {
    std::uint64_t const begin = clock.now();
    run_empty_tasks(current);
    plain = std::min(plain, static_cast<std::int64_t>(clock.now() - begin));
  }
  current->set_mode(slow_mode::all);
  std::int64_t push = std::numeric_limits<std::int64_t>::max();
  std::int64_t task = push;
  for (int i = 0; i < rounds; ++i) {
    recorded_task recorded;
    recorded.node = scratch.spawn(scratch.root(), false);
    current->recorded = &recorded;
    std::int64_t const before = scratch.work();
    clock.since_of(current) = clock.now();
    run_empty_tasks(current);
    push = std::min(push, recorded.node->own);
    task = std::min(task, scratch.work() - before - recorded.node->own);
    scratch.end(recorded.node, 0, 0, 1);
  }
  current->recorded = nullptr;
  return {std::max<std::int64_t>(0, (push - plain / 2) / tasks_of_a_round),
          std::max<std::int64_t>(0, (task - plain / 2) / tasks_of_a_round)};
}

}  // namespace skua::sched
