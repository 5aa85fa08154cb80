// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a worker that has found nothing goes to sleep: it enlists, looks a last time, and sleeps.
//
// The last look must be exact, because no other worker need be awake to find what it misses. A
// search is not exact: it passes by each lock that another thread holds.
// Invariants: K1 a worker looks again only because of tasks: some are public, were made so by
// force, or lie in a suspended fibre. Another worker's look is never a reason, because a look waits
// for locks (deque_ends::force). So with no task left each worker looks once, however many there
// are and whatever the processors do meanwhile. K2 between two looks it gives the processor away:
// the thread that is about to take what it has seen may be descheduled. K3 once `stopping` is set
// it does not look again. The thread that stops the place sets it, fences for all threads and wakes
// all sleepers: a worker is either enlisted by then and woken, or sees it after it has enlisted.
// Explored in tests/model/parking_model.cpp.
#pragma once

#include <skua/base/spinlock.hpp>
#include <skua/sched/sleep_gate.hpp>

namespace skua::sched {

/// Whether tasks can be stolen from these ends: some are public, or are now. Exact after the thief
/// has enlisted, wished and insisted: what the owner pushes later it publishes itself, and wakes a
/// sleeper.
template <class Ends>
bool last_look(Ends& victim, bool forcible, bool& exposed) noexcept {
  if (victim.has_public()) return true;
  if (!forcible) return false;
  auto const found = victim.force();
  exposed = found == Ends::forced::exposed;
  return found != Ends::forced::nothing;
}

/// Sleeps until work was published. True: work was found on the last look. Of the worker:
///   search()            one look everywhere; true: it has got something
///   wish()              asks all owners to publish what they push
///   insist()            what an owner has pushed without seeing the wish can be seen from now on
///   overlooked()        exact: whether there is anything that the search may have missed
///   leaves_to_others()  it must not take what it finds
///   stopping()          the place stops (acquire)
///   pass_on()           a wake-up that was meant for new work reached this worker, which has found other work
///   about_to_sleep()    the last thing before the first sleep
///   sleep()             sleeps while `me` is parked; may return early
template <class Worker>
bool park(sleep_gate& gate, sleeper& me, Worker&& worker) {
  gate.enlist(me);
  worker.wish();
  bool found = worker.search();
  if (!found) worker.insist();
  while (!found && !worker.stopping() && worker.overlooked()) {
    if (worker.leaves_to_others()) break;
    found = worker.search();
    if (!found && !base::mutated("parking.keeps_the_processor")) base::yield_thread();
  }
  if (found || worker.stopping()) {
    if (!gate.withdraw(me)) {  // a wake-up meant for new work was consumed: wait for it, then pass it on
      for (base::spin_pause pause; sleep_gate::still_parked(me);) pause();
      worker.pass_on();
    }
    return found;
  }
  worker.about_to_sleep();
  while (sleep_gate::still_parked(me)) worker.sleep();
  return false;
}

}  // namespace skua::sched
