// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The end of a task, and of a plain thread, as an event.
//
// A task's records hang off its fibre and set `careful`; whoever runs tasks remembers the head from
// before a task (null while `careful` is 0) and calls run_task_exits afterwards, so tasks that run
// on top of one another keep theirs apart.
#include <skua/sched/task_exit.hpp>

namespace skua::sched {
namespace {

/// The records of a plain thread; its destructor is the thread's end.
struct thread_exits {
  task_exit* first = nullptr;
  ~thread_exits() { run_exits(first, nullptr); }

  static void run_exits(task_exit*& list, task_exit* before) noexcept {
    while (list != before) {
      task_exit* const r = list;
      list = r->next;
      future_state* const p = r->state;
      delete r;
      p->ready.complete();
      p->release();
    }
  }
};

task_exit*& exits_of_caller() noexcept {
  if (fibre* const s = self()) {
    s->careful.store(1, std::memory_order_relaxed);  // relaxed: its own
    return s->exits;
  }
  thread_local thread_exits of_thread;
  return of_thread.first;
}

}  // namespace

void complete_at_task_end(future_state* p) {
  auto* const r = new task_exit{nullptr, p};
  p->retain();
  task_exit*& list = exits_of_caller();
  r->next = list;
  list = r;
}

/// Declared where tasks are run (scope_frame.hpp).
void run_task_exits(fibre* s, task_exit* before) noexcept { thread_exits::run_exits(s->exits, before); }

}  // namespace skua::sched
