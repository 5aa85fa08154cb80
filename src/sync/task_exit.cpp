// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The end of a task, and of an external thread, as an event.
//
// The records of a task hang off its fibre and set `check_before_run`. Code that runs a task calls
// end_task afterwards, or runs it inside a task_on_top, if an outer task may have records.
#include <skua/detail/core/self.hpp>
#include <skua/detail/sync/task_exit.hpp>

#include <utility>

#include <skua/detail/sync/registration.hpp>

namespace skua::sched {
namespace {

/// The records of an external thread; its destructor is the end of the thread.
struct thread_exits {
  task_exit* first = nullptr;
  ~thread_exits() { complete_all(first); }

  static void complete_all(task_exit*& list) noexcept {
    while (task_exit* const exit = list) {
      list = exit->next;
      future_state* const state = exit->state;
      delete exit;
      state->ready.complete();
      state->release();
    }
  }
};

task_exit*& exits_of_caller() noexcept {
  if (fibre* const current = self()) {
    hide_from_tasks_on_top(current);
    return current->exits;
  }
  thread_local thread_exits thread_records;
  return thread_records.first;
}

}  // namespace

void complete_at_task_end(future_state* state) {
  auto* const exit = new task_exit{nullptr, state};
  state->retain();
  task_exit*& list = exits_of_caller();
  exit->next = list;
  list = exit;
}

void add_exits(task_exit*& list, task_exit* more) noexcept {
  task_exit** end = &list;
  while (*end != nullptr) end = &(*end)->next;
  *end = more;
}

void add_exits(fibre* current, task_exit* more) noexcept {
  if (more == nullptr) return;
  add_exits(current->exits, more);
  hide_from_tasks_on_top(current);
}

void abandon(future_state* state) noexcept {
  if (state->refs.load(std::memory_order_acquire) != 1 &&  // sync: REFS <- release
      !state->satisfied.exchange(true,
                                 std::memory_order_relaxed)) {  // relaxed: picks a thread; ready orders the result
    state->fail(make_broken_promise());
  }
  state->release();
}

void end_records(fibre* current) noexcept {
  end_registrations(current);
  thread_exits::complete_all(current->exits);
}

}  // namespace skua::sched
