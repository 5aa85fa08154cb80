// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The events of a place that its instruments follow: the trace, the record of tasks, the check mode
// (src/instruments). The scheduler knows nothing else of them.
//
// A place has a list of instruments, which is empty in an ordinary run. Each event is told at one
// place of the scheduler, in a path that is slow anyway: the tasks of a place with instruments run
// in a slow mode (place::slow). Without instruments an event costs the test of a null pointer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include <skua/detail/base/config.hpp>
#include <skua/detail/core/fibre.hpp>

namespace skua::sched {

struct pending_task;
struct place;
struct scope_frame;
struct worker;

enum class instrument : std::uint8_t { trace, record, check };

/// An instrument of one place. An event that it does not follow does nothing. Unless said
/// otherwise, an event is told by the worker that it happens on.
class task_events {
 public:
  explicit task_events(instrument which) noexcept : which_(which) {}
  virtual ~task_events() = default;
  task_events(task_events const&) = delete;
  task_events& operator=(task_events const&) = delete;

  [[nodiscard]] instrument which() const noexcept { return which_; }
  std::unique_ptr<task_events> next;  // the other instruments of the place

  // The place and its threads.

  /// The place is about to start its threads.
  virtual void threads_start(place&) {}
  /// All workers have been started, and no task of the program can have arrived.
  virtual void threads_started(place&) {}
  /// All workers have ended.
  virtual void threads_ended() noexcept {}
  /// A worker exists, and its thread has not been started.
  virtual void worker_made(worker&) {}
  /// The last event of a worker, on its thread. Simulated workers have none.
  virtual void worker_ends(worker&) noexcept {}

  // Tasks.

  /// The newest slot of the fibre is a new task.
  virtual void queued(fibre*) {}
  /// A task outside any deque is about to be queued; the slot may be changed. Returns false if the
  /// task must not be queued, because it has failed. Any thread.
  virtual bool submitted(slot&) noexcept { return true; }
  /// The fibre has taken the task and runs it next; the slot may be changed. `is_awaited`: a
  /// running task waits for this one and takes it for that reason.
  virtual void taken(fibre*, slot&, bool is_awaited) noexcept { static_cast<void>(is_awaited); }
  /// The fibre waits for a join and has taken its task, whose callable it would call as a part of
  /// the running task. Returns true if the task has been run as a task instead.
  virtual bool runs_join(fibre*, slot&) { return false; }
  /// The running task is about to give up its worker; slots of its deque may be changed.
  virtual void stops(fibre*) noexcept {}
  /// It continues, perhaps on another worker.
  virtual void continues(fibre*) noexcept {}
  /// A fibre that has stopped is made ready. Any thread.
  virtual void woken(fibre*) noexcept {}
  /// Around a wait of the running task, outside `stops` and `continues`.
  virtual void wait_begins(fibre*) noexcept {}
  virtual void wait_ends(fibre*) noexcept {}
  /// Whether the rest of a running loop may be cut into pieces now.
  [[nodiscard]] virtual bool may_split_loop(fibre*) noexcept { return true; }

  // Scopes.

  /// A task of a scope has ended, or the first one of the queued ones is about to start.
  virtual void scope_continues(fibre*) noexcept {}
  /// The end of a scope waits for its tasks; later all of them have ended. Told for scopes that end
  /// by the slow path (close_slow).
  virtual void scope_closes(fibre*, scope_frame*) noexcept {}
  virtual void scope_ended(fibre*, scope_frame*) noexcept {}
  /// A scope has been cancelled. Any thread.
  virtual void scope_cancelled() noexcept {}

  // Tasks that wait outside any deque (pending.hpp). Any thread.

  virtual void pending_armed(pending_task&) noexcept {}
  virtual void pending_unarmed(pending_task&) noexcept {}
  /// The wait is over; the slot holds the task, which is submitted next.
  virtual void pending_launched(pending_task const&, slot&) noexcept {}

  // Coroutines that await the end of a scope.

  /// The body of the scope is queued next. The result is passed to coroutine_continues; null: none.
  virtual void* coroutine_scope_opened(slot&) noexcept { return nullptr; }
  /// The slot holds the rest of the coroutine, which is queued next. Any thread.
  virtual void coroutine_continues(void*, slot&) noexcept {}

  // Results, known by the address of their completion (completion_events.hpp).

  /// The calling task completes it.
  virtual void completed(void const*) noexcept {}
  /// The calling task depends on it and did not have to wait.
  virtual void seen(void const*) noexcept {}
  /// The next task that the calling thread submits or arms depends on it.
  virtual void seen_for_next(void const*) noexcept {}
  /// One of several tasks that complete a phase of an object together; a task that saw its end.
  virtual void phase_signalled(void const* object, std::uint64_t phase) noexcept {
    static_cast<void>(object), static_cast<void>(phase);
  }
  virtual void phase_seen(void const* object, std::uint64_t phase) noexcept {
    static_cast<void>(object), static_cast<void>(phase);
  }

  // Workers.

  virtual void search_begins(worker&) noexcept {}
  virtual void search_ends(worker&) noexcept {}
  virtual void sleep_begins(worker&) noexcept {}
  virtual void sleep_ends(worker&) noexcept {}
  /// The worker has stolen tasks from another one.
  virtual void stolen(worker&, int victim, std::size_t count) noexcept {
    static_cast<void>(victim), static_cast<void>(count);
  }

 private:
  instrument const which_;
};

/// Tells an event to all instruments of a place: tell(place.events, &task_events::stops, fibre).
template <class Event, class... Arguments>
SKUA_INLINE void tell(std::unique_ptr<task_events> const& instruments, Event event, Arguments&&... arguments) {
  for (task_events* one = instruments.get(); SKUA_UNLIKELY(one != nullptr); one = one->next.get())
    (one->*event)(arguments...);
}

/// Asks all instruments about an event: returns whether all answers are `expected`. Stops at the
/// first other answer.
template <class Event, class... Arguments>
SKUA_INLINE bool ask(std::unique_ptr<task_events> const& instruments, bool expected, Event event,
                     Arguments&&... arguments) {
  for (task_events* one = instruments.get(); SKUA_UNLIKELY(one != nullptr); one = one->next.get()) {
    if ((one->*event)(arguments...) != expected) return false;
  }
  return true;
}

/// The instrument of that kind, or nullptr.
inline task_events* find_instrument(std::unique_ptr<task_events> const& instruments, instrument which) noexcept {
  task_events* one = instruments.get();
  while (one != nullptr && one->which() != which) one = one->next.get();
  return one;
}

}  // namespace skua::sched
