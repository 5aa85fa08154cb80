// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/spare.hpp"

#include <exception>

#include "core/place.hpp"
#include "core/ready.hpp"

namespace skua::sched {

int spares_missing(place const& place) noexcept { return place.spares.count.missing(place.spares.demand.wanted()); }

bool spares_in_surplus(place const& place) noexcept { return spares_missing(place) < 0; }

void wake_spare(place& place) {
  std::lock_guard hold(place.threads_lock);
  // relaxed: stop takes the lock after it, and then waits for all threads
  if (place.stopping.load(std::memory_order_relaxed)) return;
  if (!place.spares.asleep.empty()) {
    worker* worker = place.spares.asleep.back();
    place.spares.asleep.pop_back();
    place.spares.count.add_awake(1);
    worker->idle_entry.parked.store(0, std::memory_order_release);  // sync: SPARE -> still_parked
    place.machine->wake(worker->idle_entry.parked);
    return;
  }
  if (place.started_workers.load(std::memory_order_relaxed) == place.worker_limit) return;  // relaxed: under the lock
  place.spares.count.add_awake(1);
  try {
    start_worker(place, true);
  } catch (std::exception const&) {  // no thread could be started: the other workers must do
    place.spares.count.add_awake(-1);
  }
}

void retire_spare(worker* worker) noexcept {
  place& place = *worker->home;
  {
    std::lock_guard hold(place.threads_lock);
    // relaxed: wake_spare takes the lock after its push
    // relaxed: stop takes the lock before it wakes the sleeping
    if (place.arrived.urgent_count.load(std::memory_order_relaxed) != 0 || !spares_in_surplus(place) ||
        place.stopping.load(std::memory_order_relaxed)) {
      return;
    }
    if (!place.spares.count.retire([&place] { return place.spares.demand.wanted(); })) return;
    place.spares.retirements.fetch_add(1, std::memory_order_release);  // sync: RETIRED -> count_parks
    worker->idle_entry.parked.store(1, std::memory_order_relaxed);     // relaxed: under the lock
    place.spares.asleep.push_back(worker);
  }
  // A wake-up meant for new work may have been consumed: pass it on.
  if (place.arrived.count.load(std::memory_order_relaxed) != 0) {  // relaxed: the wake-up has published it
    announce_arrival(place);
  } else {
    notify(place);
  }
  while (event_count::still_parked(worker->idle_entry)) place.machine->sleep(worker->idle_entry.parked, 1, 0);
}

}  // namespace skua::sched
