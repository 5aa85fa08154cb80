// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Independent tasks, each with its own cost, all spawned at place 0 for any place.

#pragma once

#include <cstdint>
#include <skua/finish.hpp>
#include <skua/place_local.hpp>
#include <skua/reducer.hpp>
#include <skua/spawn.hpp>
#include <type_traits>

#include "meter.hpp"
#include "workload.hpp"

namespace apps::sim {

struct task_totals {
  skua::sum<std::uint64_t> tasks;
  skua::sum<std::uint64_t> numbers;
};

struct costly_task {
  std::uint64_t number;
  double seconds;
  skua::place_local<task_totals> shared;

  void operator()() const {
    double path = 0;
    work(seconds, path);
    shared->tasks += 1;
    shared->numbers += number;
  }
};

static_assert(std::is_trivially_copyable_v<costly_task> && sizeof(costly_task) <= 48);

inline counts totals_of(task_totals const& totals) {
  return {{"tasks", totals.tasks.get()}, {"sum_of_numbers", totals.numbers.get()}};
}

/// `seconds_of(i)` is the cost of task i.
template <typename F>
counts run_tasks(std::uint64_t tasks, F const& seconds_of) {
  task_totals const totals;
  skua::place_local<task_totals> const shared(totals);
  skua::finish([&] {
    for (std::uint64_t i = 0; i < tasks; ++i) skua::spawn(skua::any, costly_task{i, seconds_of(i), shared});
  });
  return totals_of(totals);
}

/// The expected counts.
inline counts answer_of_tasks(std::uint64_t tasks) {
  return {{"tasks", tasks}, {"sum_of_numbers", tasks * (tasks - 1) / 2}};
}

}  // namespace apps::sim
