// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a worker that has found no work goes to sleep: it enlists, makes a final check, and sleeps.
//
// The final check must be exact, because no other worker need be awake to find what it misses. A
// search is not exact: it skips each lock that another thread holds. Only the last worker that ends
// its search makes the check (searchers.hpp).
// Invariants
//   PARK-1  A worker looks again only because of tasks: some are public, were made so by force, or
//     lie in a suspended fibre. Another worker's check is never a reason, because a check waits for
//     locks (task_deque::force). So with no task left each worker looks once, however many workers
//     there are and in whatever order they run.
//   PARK-2  Between two checks it gives the processor away: the thread that is about to take the
//     seen task may be descheduled.
//   PARK-3  Once `stopping` is set it does not look again. The thread that stops the place sets it,
//     fences for all threads and wakes all sleepers. A worker is either enlisted by then and woken,
//     or sees `stopping` after it has enlisted.
//   PARK-4  A worker sleeps here only after a search that would have taken any task. A spare worker
//     in surplus takes none, so it leaves the list again, and retires (spare.cpp). Otherwise it
//     would sleep beside a task that no thread announces again, and count as awake: when the busy
//     worker blocks next, no other spare worker is woken for it.
// Explored in tests/model/parking_model.cpp.
#pragma once

#include <skua/detail/base/spinlock.hpp>
#include <skua/detail/core/event_count.hpp>

namespace skua::sched {

/// Whether tasks can be stolen from this deque: some are public, or are now. Exact after the thief
/// has enlisted and called request_polls() and fence_requests(): the owner itself publishes its
/// later pushes, and wakes a sleeper.
template <class Deque>
bool last_look(Deque& victim, bool forcible, bool& exposed) noexcept {
  if (victim.has_public()) return true;
  if (!forcible) return false;
  auto const result = victim.force();
  exposed = result == Deque::forced::exposed;
  return result != Deque::forced::nothing;
}

/// Sleeps until work was published. Returns true if the last search has found work; false if the
/// worker was woken, the place stops, or the worker leaves its tasks to others. The worker offers:
///   end_search()        counts it no longer; returns whether it must make the final check
///   note_wake_up()      the waker has counted it again
///   search()            searches everywhere once; returns whether it has got something
///   request_polls()     asks all owners to publish their pushes
///   fence_requests()    makes visible every push of an owner that has not seen the request
///   has_missed_tasks()  exact: whether there are tasks that the search may have missed
///   has_left_tasks()    whether its last search() had to leave the tasks to other workers
///   stopping()          whether the place stops (acquire)
///   pass_on_wake_up()   a wake-up reached this worker, perhaps for an urgent task that it does not
///                       take; pass_on_search looks after other work, or retire_spare
///   prepare_to_sleep()  called once, before the first sleep
///   sleep()             sleeps while `me` is parked; may return early
template <class Worker>
bool park(event_count& gate, sleeper& me, Worker&& worker) {
  gate.enlist(me);
  bool const is_last = worker.end_search();
  bool has_work = false;
  if (is_last) {
    gate.fence_sleeper();
    worker.request_polls();
    has_work = worker.search();
    if (!has_work) worker.fence_requests();
    while (!has_work && !worker.has_left_tasks() && !worker.stopping() && worker.has_missed_tasks()) {
      has_work = worker.search();
      if (!has_work && !base::mutated("parking.keeps_the_processor")) base::yield_thread();
    }
  }
  bool const must_not_sleep = worker.has_left_tasks() && !base::mutated("parking.sleeps_in_surplus");
  if (has_work || must_not_sleep || worker.stopping()) {
    if (!gate.withdraw(me)) {  // a wake-up was consumed: wait for it, then pass it on
      for (base::spin_pause pause; event_count::still_parked(me);) pause();
      worker.note_wake_up();
      (void)worker.end_search();
      worker.pass_on_wake_up();
    }
    return has_work;
  }
  worker.prepare_to_sleep();
  while (event_count::still_parked(me)) worker.sleep();
  worker.note_wake_up();
  return false;
}

}  // namespace skua::sched
