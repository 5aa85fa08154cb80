// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/spare.hpp"

#include <exception>

#include "core/place.hpp"
#include "core/ready.hpp"

namespace skua::sched {

int spares_missing(place const& p) noexcept {
  int const needed = p.spares.blocked.load(std::memory_order_relaxed) + p.spares.demand.wanted();  // relaxed: a hint
  return needed - p.spares.awake.load(std::memory_order_relaxed);                                  // relaxed: a hint
}

bool spares_in_surplus(place const& p) noexcept { return spares_missing(p) < 0; }

void wake_spare(place& p) {
  std::lock_guard hold(p.threads_lock);
  // relaxed: stop takes the lock after it, and then waits for all threads
  if (p.stopping.load(std::memory_order_relaxed)) return;
  if (!p.spares.asleep.empty()) {
    worker* w = p.spares.asleep.back();
    p.spares.asleep.pop_back();
    p.spares.awake.fetch_add(1, std::memory_order_relaxed);    // relaxed: under the lock
    w->idle_entry.parked.store(0, std::memory_order_release);  // sync: SPARE -> still_parked
    p.machine->wake(w->idle_entry.parked);
    return;
  }
  if (p.started_workers.load(std::memory_order_relaxed) == p.worker_limit) return;  // relaxed: under the lock
  p.spares.awake.fetch_add(1, std::memory_order_relaxed);                           // relaxed: under the lock
  try {
    start_worker(p, true);
  } catch (std::exception const&) {                          // no thread could be started: the other workers must do
    p.spares.awake.fetch_sub(1, std::memory_order_relaxed);  // relaxed: under the lock
  }
}

bool retire_spare(worker* w) noexcept {
  place& p = *w->home;
  if (!spares_in_surplus(p)) return false;
  {
    std::lock_guard hold(p.threads_lock);
    // relaxed: wake_spare takes the lock after its push
    // relaxed: stop takes the lock before it wakes the sleeping
    if (p.arrived.urgent_count.load(std::memory_order_relaxed) != 0 || !spares_in_surplus(p) ||
        p.stopping.load(std::memory_order_relaxed)) {
      return true;
    }
    // Retire first, then look again: a worker that blocks in between either sees the retirement or
    // is seen here.
    int const active_spares =
        p.spares.awake.fetch_sub(1, std::memory_order_seq_cst) - 1;  // sync: BLOCKED <-> blocking_section
    // sync: BLOCKED <-> blocking_section
    if (p.spares.blocked.load(std::memory_order_seq_cst) + p.spares.demand.wanted() > active_spares) {
      p.spares.awake.fetch_add(1, std::memory_order_relaxed);  // relaxed: under the lock
      return true;
    }
    p.spares.retirements.fetch_add(1, std::memory_order_release);  // sync: RETIRED -> count_parks
    w->idle_entry.parked.store(1, std::memory_order_relaxed);      // relaxed: under the lock
    p.spares.asleep.push_back(w);
  }
  // A wake-up meant for new work may have been consumed: pass it on.
  if (p.arrived.count.load(std::memory_order_relaxed) != 0) {  // relaxed: the wake-up has published it
    announce_arrival(p);
  } else {
    notify(p);
  }
  while (event_count::still_parked(w->idle_entry)) p.machine->sleep(w->idle_entry.parked, 1, 0);
  return true;
}

}  // namespace skua::sched
