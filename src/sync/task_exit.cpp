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
    while (task_exit* const r = list) {
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
    hide_from_tasks_on_top(s);
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

void add_exits(task_exit*& list, task_exit* more) noexcept {
  task_exit** end = &list;
  while (*end != nullptr) end = &(*end)->next;
  *end = more;
}

void add_exits(fibre* s, task_exit* more) noexcept {
  if (more == nullptr) return;
  add_exits(s->exits, more);
  hide_from_tasks_on_top(s);
}

void abandon(future_state* p) noexcept {
  if (p->refs.load(std::memory_order_acquire) != 1 &&             // sync: REFS <- release
      !p->satisfied.exchange(true, std::memory_order_relaxed)) {  // relaxed: picks a thread; ready orders the result
    p->fail(make_broken_promise());
  }
  p->release();
}

void end_records(fibre* s) noexcept {
  end_registrations(s);
  thread_exits::complete_all(s->exits);
}

}  // namespace skua::sched
