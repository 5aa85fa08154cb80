// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fibres that may go on, fibres that left tasks behind, and who is told about it.
#include "sched/place.hpp"

namespace skua::sched {

// G3 holds for the workers that are awake here too: one that goes to sleep later finds what was
// published before. While a worker is busy the service thread looks for tasks that wait beside
// sleepers (spare_watch::look).
bool notify(place& p) noexcept {
  if (p.reserve != 0) {
    fence_lightly(p);
    if (!p.wants_more_awake()) return false;  // sync: GATE <-> enlist
  }
  return wake_one(p);
}

bool wake_one(place& p) noexcept {
  sleeper* const s = p.gate.take_one();
  if (SKUA_LIKELY(s == nullptr)) return false;
  p.machine->wake(s->parked);
  return true;
}

// What is to be looked at has been published. The other halves (publish_current, push_slow) store
// to `current` or `limit` and then look, with a light fence in between, so this side has to fence
// for them too. A worker does without: if another worker's look crosses with this one its own
// fibre, which cannot, still gives way at its next push.
void call_attention(place& p) noexcept {
  if (!p.asymmetric) {
    base::full_fence();
  } else if (fibre const* const s = self(); s == nullptr || s->at != &p) {
    base::heavy_fence();
  } else {
    base::light_fence();
  }
  int const n = p.crew_size.load(std::memory_order_acquire);  // sync: CREW <- start_worker
  for (int i = 0; i < n; ++i) {
    // sync: CURRENT <- publish_current
    fibre* f = p.crew[static_cast<std::size_t>(i)]->current.load(std::memory_order_acquire);
    if (f != nullptr) f->want_attention();  // sync: ATTEND <-> publish_current
  }
}

void announce_arrival(place& p) noexcept {
  if (notify(p)) return;
  p.arrivals_lock.lock();
  bool const call = !p.attended && p.arrivals.load(std::memory_order_relaxed) != 0;  // relaxed: under the lock
  p.attended = p.attended || call;
  p.arrivals_lock.unlock();
  if (call) call_attention(p);
  p.overdue.someone_waits(p);
}

void make_ready(fibre* f) noexcept {
  fibre* s = self();
  place& p = *place_of(f);
  if (SKUA_LIKELY(s != nullptr && s->at == &p)) {
    worker* w = worker_of(s);
    if (w->ready_slot.load(std::memory_order_relaxed) == nullptr) {  // relaxed: only the owner stores non-null
      w->ready_slot.store(f, std::memory_order_release);             // sync: READY -> take_slot
    } else {
      fibre* older = w->ready_slot.exchange(f, std::memory_order_acq_rel);  // sync: READY -> take_slot
      if (older != nullptr) put_listed(w, w->ready, older, which_end::front);
    }
    if (!notify(p)) p.overdue.someone_waits(p);
    return;
  }
  visit const here(&p);
  p.arrivals_lock.lock();
  p.arrived_fibres.push_back(f);
  p.arrivals.fetch_add(1, std::memory_order_relaxed);  // relaxed: under the lock
  p.arrivals_lock.unlock();
  announce_arrival(p);
}

void list_orphan(fibre* f, worker* w) noexcept {
  w->lists.lock();
  f->orphan_of.store(w, std::memory_order_relaxed);  // relaxed: under the lock
  f->orphan_previous = nullptr;
  f->orphan_next = w->orphans;
  if (w->orphans != nullptr) w->orphans->orphan_previous = f;
  w->orphans = f;
  w->orphan_count.fetch_add(1, std::memory_order_relaxed);  // relaxed: under the lock
  w->lists.unlock();
}

void unlink_orphan_locked(fibre* f, worker* w) noexcept {
  (f->orphan_previous != nullptr ? f->orphan_previous->orphan_next : w->orphans) = f->orphan_next;
  if (f->orphan_next != nullptr) f->orphan_next->orphan_previous = f->orphan_previous;
  f->orphan_of.store(nullptr, std::memory_order_release);   // sync: ORPHAN -> unlist_orphan
  w->orphan_count.fetch_sub(1, std::memory_order_relaxed);  // relaxed: under the lock
}

void unlist_orphan(fibre* f) noexcept {
  auto* w = static_cast<worker*>(f->orphan_of.load(std::memory_order_acquire));  // sync: ORPHAN <- unlink_orphan_locked
  if (w == nullptr) return;
  w->lists.lock();
  if (f->orphan_of.load(std::memory_order_relaxed) != nullptr) unlink_orphan_locked(f, w);  // relaxed: under the lock
  w->lists.unlock();
}

}  // namespace skua::sched
