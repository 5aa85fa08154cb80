// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ready fibres, suspended fibres with tasks, and the wake-ups for both.
#include "core/ready.hpp"

#include <skua/detail/core/self.hpp>
#include "core/place.hpp"
#include "core/place_registry.hpp"
#include "core/task_events.hpp"

namespace skua::sched {

namespace {
/// Wakes a sleeper that was taken off the list; false: there was none.
bool wake_taken(place& p, sleeper* s) noexcept {
  if (SKUA_LIKELY(s == nullptr)) return false;
  p.machine->wake(s->parked);
  return true;
}
}  // namespace

// EVENT-COUNT-3 also holds for workers that are awake here: a worker that goes to sleep later finds
// everything that was published before. While a worker is busy, the service thread looks for tasks
// that wait beside sleepers (spare_watch::look), unless a push wakes a worker anyway.
bool notify(place& p) noexcept { return wake_taken(p, p.gate.take_one(p.reserve)); }

bool wake_one(place& p) noexcept { return wake_taken(p, p.gate.take_one()); }

// The caller has published the work. The other sides (publish_current, push_slow) store to
// `current` or `limit` and then check for work, with a light fence in between, so this side must
// fence for them too. A worker of this place needs only a light fence. If another worker's check
// crosses with this call and misses the work, the caller's own fibre still polls at its next push,
// because it cannot miss it.
void request_polls(place& p) noexcept {
  if (!p.asymmetric) {
    base::full_fence();
  } else if (fibre const* const s = self(); s == nullptr || s->place != &p) {
    base::heavy_fence();
  } else {
    base::light_fence();
  }
  int const n = p.started_workers.load(std::memory_order_acquire);  // sync: WORKERS <- start_worker
  for (int i = 0; i < n; ++i) {
    // sync: CURRENT <- publish_current
    fibre* f = p.worker_table[static_cast<std::size_t>(i)]->current.load(std::memory_order_acquire);
    if (f != nullptr) f->request_poll();  // sync: SWITCH-POLL <-> publish_current
  }
}

void queue_arrival(place& p, slot const& task) noexcept {
  p.arrived.lock.lock();
  p.arrived.tasks.push_back(task);
  p.arrived.count.fetch_add(1, std::memory_order_relaxed);  // relaxed: under the lock
  p.arrived.lock.unlock();
  announce_arrival(p);
}

void announce_arrival(place& p) noexcept {
  if (notify(p)) return;
  p.arrived.lock.lock();
  bool const must_call =
      !p.arrived.polls_requested && p.arrived.count.load(std::memory_order_relaxed) != 0;  // relaxed: under the lock
  p.arrived.polls_requested = p.arrived.polls_requested || must_call;
  p.arrived.lock.unlock();
  if (must_call) request_polls(p);
  p.starvation.note_waiter(p);
}

void make_ready(fibre* f) noexcept {
  fibre* s = self();
  place& p = *place_of(f);
  tell(p.events, &task_events::woken, f);
  if (SKUA_LIKELY(s != nullptr && s->place == &p)) {
    worker* w = worker_of(s);
    if (w->ready_slot.load(std::memory_order_relaxed) == nullptr) {  // relaxed: only the owner stores non-null
      w->ready_slot.store(f, std::memory_order_release);             // sync: READY -> take_slot
    } else {
      fibre* older = w->ready_slot.exchange(f, std::memory_order_acq_rel);  // sync: READY -> take_slot
      if (older != nullptr) put_listed(w, w->ready, older, which_end::front);
    }
    if (!notify(p)) p.starvation.note_waiter(p);
    return;
  }
  require_thread_of(p);
  place_pin const pin(&p);
  p.arrived.lock.lock();
  p.arrived.fibres.push_back(f);
  p.arrived.count.fetch_add(1, std::memory_order_relaxed);  // relaxed: under the lock
  p.arrived.lock.unlock();
  announce_arrival(p);
}

void list_suspended(fibre* f, worker* w) noexcept {
  w->lists.lock();
  f->suspended_at.store(w, std::memory_order_relaxed);  // relaxed: under the lock
  f->suspended_previous = nullptr;
  f->suspended_next = w->suspended_with_tasks;
  if (w->suspended_with_tasks != nullptr) w->suspended_with_tasks->suspended_previous = f;
  w->suspended_with_tasks = f;
  w->suspended_count.fetch_add(1, std::memory_order_relaxed);  // relaxed: under the lock
  w->lists.unlock();
}

void unlink_suspended_locked(fibre* f, worker* w) noexcept {
  (f->suspended_previous != nullptr ? f->suspended_previous->suspended_next : w->suspended_with_tasks) =
      f->suspended_next;
  if (f->suspended_next != nullptr) f->suspended_next->suspended_previous = f->suspended_previous;
  f->suspended_at.store(nullptr, std::memory_order_release);   // sync: SUSPENDED -> unlist_suspended
  w->suspended_count.fetch_sub(1, std::memory_order_relaxed);  // relaxed: under the lock
}

void unlist_suspended(fibre* f) noexcept {
  // sync: SUSPENDED <- unlink_suspended_locked
  auto* w = static_cast<worker*>(f->suspended_at.load(std::memory_order_acquire));
  if (w == nullptr) return;
  w->lists.lock();
  // relaxed: under the lock
  if (f->suspended_at.load(std::memory_order_relaxed) != nullptr) unlink_suspended_locked(f, w);
  w->lists.unlock();
}

}  // namespace skua::sched
