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

void run_empty_tasks(fibre* s) {
  finish([s] {
    for (int i = 0; i < tasks_of_a_round; ++i) push_closure(s, [] {});
  });
}

}  // namespace

/// Half of a task's cost without the recorder is that of the push. The smallest of some times each,
/// since others may disturb.
recorder_costs measure_recorder(fibre* s, recording_clock& clock, observe::task_record& scratch) {
  std::int64_t plain = std::numeric_limits<std::int64_t>::max();
  s->set_mode(slow_mode::off);
  recorded_task unrecorded;  // in its plain stretch: the pushes are not recorded
  unrecorded.is_plain = true;
  s->recorded = &unrecorded;
  for (int i = 0; i < rounds; ++i) {
    std::uint64_t const begin = clock.now();
    run_empty_tasks(s);
    plain = std::min(plain, static_cast<std::int64_t>(clock.now() - begin));
  }
  s->set_mode(slow_mode::all);
  std::int64_t push = std::numeric_limits<std::int64_t>::max();
  std::int64_t task = push;
  for (int i = 0; i < rounds; ++i) {
    recorded_task t;
    t.node = scratch.spawn(scratch.root(), false);
    s->recorded = &t;
    std::int64_t const before = scratch.work();
    clock.since_of(s) = clock.now();
    run_empty_tasks(s);
    push = std::min(push, t.node->own);
    task = std::min(task, scratch.work() - before - t.node->own);
    scratch.end(t.node, 0, 0, 1);
  }
  s->recorded = nullptr;
  return {std::max<std::int64_t>(0, (push - plain / 2) / tasks_of_a_round),
          std::max<std::int64_t>(0, (task - plain / 2) / tasks_of_a_round)};
}

}  // namespace skua::sched
