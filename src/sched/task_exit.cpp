// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The end of a task, and of an external thread, as an event.
//
// The records of a task hang off its fibre and set `check_before_run`. Code that runs a task
// remembers the list head from before the task (null while `check_before_run` is 0) and calls
// run_task_exits afterwards. So tasks that run on top of one another keep their records apart.
#include <skua/detail/sched/task_exit.hpp>

namespace skua::sched {
namespace {

/// The records of an external thread; its destructor is the end of the thread.
struct thread_exits {
  task_exit* first = nullptr;
  ~thread_exits() { run_exits(first, nullptr); }

  static void run_exits(task_exit*& list, task_exit* outer_exits) noexcept {
    while (list != outer_exits) {
      task_exit* const r = list;
      list = r->next;
      future_state* const p = r->state;
      delete r;
      complete_and_note(p->ready);
      p->release();
    }
  }
};

task_exit*& exits_of_caller() noexcept {
  if (fibre* const s = self()) {
    s->check_before_run.store(1, std::memory_order_relaxed);  // relaxed: own variable
    return s->exits;
  }
  thread_local thread_exits thread_records;
  return thread_records.first;
}

}  // namespace

void complete_at_task_end(future_state* p) {
  auto* const r = new task_exit{nullptr, p};
  p->retain();
  task_exit*& list = exits_of_caller();
  r->next = list;
  list = r;
}

void abandon(future_state* p) noexcept {
  if (p->refs.load(std::memory_order_acquire) != 1 &&             // sync: REFS <- release
      !p->satisfied.exchange(true, std::memory_order_relaxed)) {  // relaxed: picks a thread; ready orders the result
    p->fail(std::make_exception_ptr(std::future_error(std::future_errc::broken_promise)));
  }
  p->release();
}

/// Declared where tasks are run (scope_frame.hpp).
void run_task_exits(fibre* s, task_exit* outer_exits) noexcept { thread_exits::run_exits(s->exits, outer_exits); }

}  // namespace skua::sched
