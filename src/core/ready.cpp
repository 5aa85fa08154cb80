// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ready fibres, suspended fibres with tasks, and the wake-ups for both.
#include "core/ready.hpp"

#include <skua/detail/core/self.hpp>
#include "core/place.hpp"
#include "core/place_registry.hpp"
#include "core/remote_hooks.hpp"
#include "core/sharing.hpp"

namespace skua::sched {

namespace {
/// Wakes a sleeper, if more than that number sleep.
bool wake_beyond(place& place, int reserve) noexcept {
  if (rouse_caller(place)) return true;
  sleeper* const sleeper = place.gate.take_one(reserve, [&place] { place.searching.begin(); });
  if (SKUA_LIKELY(sleeper == nullptr)) return false;
  // A thread that is not a worker's goes to sleep soon: the woken worker may take its processor.
  worker& woken = *sleeper->owner;
  note_write(place, &place.gate);
  note_write(place, &place.searching);
  bool const may_move = self() != nullptr && !place.settings.pin;
  int const thread = may_move ? woken.thread_number.load(std::memory_order_relaxed) : 0;  // relaxed: it has begun
  bool const sleeps = !place.simulated && woken.sleeping.before_wake_up(thread);
  std::uint64_t const begin = place.machine->now();
  wake_parked(place, woken);
  if (sleeps) place.waking.note(place.machine->now() - begin);
  return true;
}
}  // namespace

void wake_parked(place& place, worker& woken) noexcept {
  if (place.receiver.is(woken.idle_entry)) return place.remote->wake_worker();
  place.machine->wake(woken.idle_entry.parked);
}

bool rouse_caller(place& place) noexcept {
  fibre* const current = self();
  if (current == nullptr || current->place != &place) return false;
  sleeper& own = worker_of(current)->idle_entry;
  if (SKUA_LIKELY(!event_count::still_parked(own)) || !place.gate.withdraw(own)) return false;
  place.searching.begin();
  return true;
}

// EVENT-COUNT-3 also holds for workers that are awake here: a worker that goes to sleep later finds
// everything that was published before. While a worker is busy, the service thread looks for tasks
// that wait beside sleepers (spare_watch::look), unless a push wakes a worker anyway.
notified notify(place& place) noexcept {
  producer_fence(place);
  if (!place.wants_more_awake()) return notified::nobody;
  if (rouse_caller(place)) return notified::woken_worker;
  note_read(place, &place.searching);
  if (place.searching.will_see()) return notified::searching_worker;
  return wake_more(place) ? notified::woken_worker : notified::nobody;
}

bool wake_more(place& place) noexcept { return wake_beyond(place, place.reserve); }

bool wake_one(place& place) noexcept { return wake_beyond(place, 0); }

// The caller has published the work. The other sides (publish_current, push_slow) store to
// `current` or `limit` and then check for work, with a light fence in between, so this side must
// fence for them too. A worker of this place needs only a light fence. If another worker's check
// crosses with this call and misses the work, the caller's own fibre still polls at its next push,
// because it cannot miss it.
void request_polls(place& place) noexcept {
  if (!place.asymmetric) {
    base::full_fence();
  } else if (fibre const* const current = self(); current == nullptr || current->place != &place) {
    base::heavy_fence();
  } else {
    base::light_fence();
  }
  (void)place.awake.find(0, [&place](int i) {
    // sync: CURRENT <- publish_current
    fibre* fibre = place.worker_table[static_cast<std::size_t>(i)]->current.load(std::memory_order_acquire);
    if (fibre != nullptr) fibre->request_poll();  // sync: SWITCH-POLL <-> publish_current
    if (fibre != nullptr) note_write(place, owners_line(fibre));
    return false;
  });
}

void queue_arrival(place& place, slot const& task) noexcept {
  place.arrived.lock.lock();
  place.arrived.tasks.push_back(task);
  add_locked(place.arrived.count, 1);
  place.arrived.lock.unlock();
  announce_arrival(place);
}

void announce_arrival(place& place) noexcept {
  notified const receiver = notify(place);
  if (receiver == notified::woken_worker) return;
  place.starvation.note_waiter(place);
  if (receiver == notified::searching_worker) return;
  place.arrived.lock.lock();
  bool const must_call = !place.arrived.polls_requested &&
                         place.arrived.count.load(std::memory_order_relaxed) != 0;  // relaxed: under the lock
  place.arrived.polls_requested = place.arrived.polls_requested || must_call;
  place.arrived.lock.unlock();
  if (must_call) request_polls(place);
}

void make_ready(fibre* woken) noexcept {
  fibre* current = self();
  place& place = *place_of(woken);
  if (SKUA_LIKELY(current != nullptr && current->place == &place)) {
    worker* worker = worker_of(current);
    if (!worker->ready_slot.put_if_empty(woken)) {
      fibre* const older = worker->ready_slot.replace(woken);
      if (older != nullptr) put_listed(worker, worker->ready, older, which_end::front);
    }
    if (notify(place) != notified::woken_worker) place.starvation.note_waiter(place);
    return;
  }
  require_thread_of(place);
  place_pin const pin(&place);
  place.arrived.lock.lock();
  place.arrived.fibres.push_back(woken);
  add_locked(place.arrived.count, 1);
  place.arrived.lock.unlock();
  announce_arrival(place);
}

void list_suspended(fibre* fibre, worker* worker) noexcept {
  worker->lists.lock();
  fibre->suspended_at.store(worker, std::memory_order_relaxed);  // relaxed: under the lock
  fibre->suspended_previous = nullptr;
  fibre->suspended_next = worker->suspended_with_tasks;
  if (worker->suspended_with_tasks != nullptr) worker->suspended_with_tasks->suspended_previous = fibre;
  worker->suspended_with_tasks = fibre;
  add_locked(worker->suspended_count, 1);
  worker->lists.unlock();
}

void unlink_suspended_locked(fibre* fibre, worker* worker) noexcept {
  (fibre->suspended_previous != nullptr ? fibre->suspended_previous->suspended_next : worker->suspended_with_tasks) =
      fibre->suspended_next;
  if (fibre->suspended_next != nullptr) fibre->suspended_next->suspended_previous = fibre->suspended_previous;
  fibre->suspended_at.store(nullptr, std::memory_order_release);  // sync: SUSPENDED -> unlist_suspended
  add_locked(worker->suspended_count, -1U);
}

void unlist_suspended(fibre* fibre) noexcept {
  // sync: SUSPENDED <- unlink_suspended_locked
  auto* own = static_cast<worker*>(fibre->suspended_at.load(std::memory_order_acquire));
  if (own == nullptr) return;
  own->lists.lock();
  // relaxed: under the lock
  if (fibre->suspended_at.load(std::memory_order_relaxed) != nullptr) unlink_suspended_locked(fibre, own);
  own->lists.unlock();
}

}  // namespace skua::sched
