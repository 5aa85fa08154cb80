// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The events of a place that its instruments follow: the trace and the check mode
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

struct place;
struct worker;

enum class instrument : std::uint8_t { trace, check };

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
  /// The running task is about to give up its worker; slots of its deque may be changed.
  virtual void stops(fibre*) noexcept {}
  /// It continues, perhaps on another worker.
  virtual void continues(fibre*) noexcept {}
  /// A scope has been cancelled. Any thread.
  virtual void scope_cancelled() noexcept {}

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

/// Asks the instruments about an event, up to the first that answers false. Returns true if none
/// does.
template <class Event, class... Arguments>
SKUA_INLINE bool ask(std::unique_ptr<task_events> const& instruments, Event event, Arguments&&... arguments) {
  for (task_events* one = instruments.get(); SKUA_UNLIKELY(one != nullptr); one = one->next.get()) {
    if (!(one->*event)(arguments...)) return false;
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
