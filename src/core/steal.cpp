// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The order in which an idle worker looks for work, and the transfer of tasks inside a place.
#include "core/steal.hpp"

#include <utility>

#include "core/deque_slow.hpp"
#include "core/place.hpp"
#include "core/ready.hpp"
#include "core/spare.hpp"
#include "core/task_events.hpp"
#include "core/tokens.hpp"

namespace skua::sched {
namespace {

constexpr std::size_t max_stolen = 256;

/// Moves half of the victim's public tasks into the empty deque of `me`. Each task that leaves its
/// fibre gets a token: one addition per run of tasks of the same scope, under the victim's lock
/// (SCOPE-2).
std::size_t steal_from(fibre* victim, fibre* me) noexcept {
  auto const move = [me](slot const* first, slot const* end) {
    scope_frame* run = nullptr;
    std::int64_t tokens = 0;
    slot* to = me->bottom();
    for (slot const* from = first; from != end; ++from) {
      if (is_gap(*from)) continue;
      copy_slot(to, from);
      if (scope_frame* f = mark_counted(*to)) {
        if (f != run) {
          if (tokens != 0) run->state.add(tokens);
          run = f;
          tokens = 0;
        }
        ++tokens;
      }
      ++to;
    }
    if (tokens != 0) run->state.add(tokens);
    return static_cast<std::size_t>(to - me->bottom());
  };
  std::size_t const n = victim->steal(max_stolen, move);
  me->push_all(me->bottom() + n);
  return n;
}

/// The newest task of a fibre suspended on this worker. Going on depth first, one task at a time, a
/// tree in which every node blocks needs two fibres and not thousands. Never takes below the
/// innermost open scope (HEIGHT-2). The list lock is held.
bool steal_newest(fibre* victim, fibre* me) noexcept {
  auto const move = [task = me->bottom()](slot const& from) {
    copy_slot(task, &from);
    hide_from_waiter(*task);
    add_token(*task);
  };
  if (!victim->steal_newest(innermost_base(victim), move)) return false;
  me->push_all(me->bottom() + 1);
  return true;
}

fibre* take_slot(worker* w) noexcept {
  if (w->ready_slot.load(std::memory_order_relaxed) == nullptr) return nullptr;  // relaxed: a hint
  return w->ready_slot.exchange(nullptr, std::memory_order_acq_rel);             // sync: READY <- make_ready
}

fibre* take_ready_hot(worker* w) noexcept {
  if (fibre* f = take_slot(w)) return f;
  if (fibre* f = take_listed(w, w->ready, which_end::front)) return f;
  return take_listed(w, w->preempted, which_end::front);
}

fibre* take_yielded(worker* w) noexcept { return take_listed(w, w->yielded, which_end::front); }

bool take_task(place& p, slot_queue& queue, base::atomic<std::uint32_t>& count, which_end end, fibre* me) noexcept {
  if (count.load(std::memory_order_relaxed) == 0) return false;  // relaxed: a hint
  p.arrived.lock.lock();
  bool const has_task = !queue.empty();
  if (has_task) {
    copy_slot(me->bottom(), end == which_end::front ? &queue.front() : &queue.back());
    end == which_end::front ? queue.pop_front() : queue.pop_back();
    p.arrived.note_taken(count);
  }
  p.arrived.lock.unlock();
  if (has_task) me->push_all(me->bottom() + 1);
  return has_task;
}

fibre* take_arrived_fibre(place& p) noexcept {
  if (p.arrived.count.load(std::memory_order_relaxed) == 0) return nullptr;  // relaxed: a hint
  p.arrived.lock.lock();
  fibre* f = p.arrived.fibres.pop_front();
  if (f != nullptr) p.arrived.note_taken(p.arrived.count);
  p.arrived.lock.unlock();
  return f;
}

bool take_arrival(place& p, fibre* me, fibre** ready) noexcept {
  if ((*ready = take_arrived_fibre(p)) != nullptr) return true;
  return take_task(p, p.arrived.tasks, p.arrived.count, which_end::front, me);
}

/// Takes the newest task first, as its owner would: a program that spawns in an order keeps that
/// order.
bool take_loot(place& p, fibre* me) noexcept {
  return take_task(p, p.arrived.loot, p.arrived.loot_count, which_end::back, me);
}

/// Takes tasks of fibres suspended on `v`, deepest first if `is_own`. A fibre
/// without public tasks leaves the list.
bool steal_from_suspended(worker* v, fibre* me, bool is_own) noexcept {
  if (v->suspended_count.load(std::memory_order_relaxed) == 0) return false;  // relaxed: a hint
  if (is_own) {
    v->lists.lock();
  } else if (!v->lists.try_lock()) {
    return false;
  }
  bool has_found = false;
  for (fibre *f = v->suspended_with_tasks, *following; f != nullptr && !has_found; f = following) {
    following = f->suspended_next;
    if (f->has_public()) has_found = (is_own && steal_newest(f, me)) || steal_from(f, me) > 0;
    if (!f->has_public()) unlink_suspended_locked(f, v);
  }
  v->lists.unlock();
  return has_found;
}

bool steal_from_worker(worker* v, fibre* me, worker* w, fibre** ready) noexcept {
  if ((*ready = take_slot(v)) != nullptr) return true;
  if ((*ready = take_listed(v, v->ready, which_end::back)) != nullptr) return true;
  if ((*ready = take_listed(v, v->preempted, which_end::front)) != nullptr) return true;
  std::size_t n = steal_from_suspended(v, me, false) ? me->size() : 0;
  if (n == 0) {
    fibre* f = v->current.load(std::memory_order_acquire);  // sync: CURRENT <- publish_current
    if (f != nullptr) n = steal_from(f, me);
    // sync: CURRENT <- start_overflow_runner
    if (n == 0 && f != nullptr && (f = f->overflow_spawner.load(std::memory_order_relaxed)) != nullptr)
      n = steal_from(f, me);
  }
  if (n != 0) {
    w->counters.steals.add(1);
    w->counters.stolen.add(n);
    tell(w->home->events, &task_events::stolen, *w, v->id, n);
    return true;
  }
  return (*ready = take_yielded(v)) != nullptr;
}

/// Fairness: once in 64 decisions the oldest end goes first (of loot the newest task), with another
/// queue first each time. A steady stream of one kind (arrivals of two coroutines that hand over to
/// each other) must not starve the others.
bool take_oldest(fibre* me, worker* w, fibre** ready) noexcept {
  place& p = *w->home;
  for (std::uint32_t i = 0, first = w->decisions >> 6; i < 5; ++i) {
    switch ((first + i) % 5) {
      case 0:
        if (take_arrival(p, me, ready)) return true;
        break;
      case 1:
        if ((*ready = take_yielded(w)) != nullptr) return true;
        break;
      case 2:
        if ((*ready = take_listed(w, w->ready, which_end::back)) != nullptr) return true;
        break;
      case 3:
        if ((*ready = take_listed(w, w->preempted, which_end::front)) != nullptr) return true;
        break;
      default:
        if (take_task(p, p.arrived.tasks, p.arrived.count, which_end::front, me) || take_loot(p, me) ||
            steal_from_suspended(w, me, false))
          return true;
    }
  }
  return false;
}

/// Takes a fibre or a task for which the running task is preempted.
bool take_waiting(fibre* me, worker* w, fibre** ready) noexcept {
  std::uint32_t const bits = w->starving_lists.load(std::memory_order_relaxed);  // relaxed: a hint
  std::uint32_t const first = bits & (~bits + 1);
  w->starving_lists.store(bits & ~first, std::memory_order_relaxed);  // relaxed: a hint; a lost bit is set again
  switch (first) {
    case starvation_watch::slot:
      *ready = take_slot(w);
      break;
    case starvation_watch::ready:
      *ready = take_listed(w, w->ready, which_end::back);
      break;
    case starvation_watch::preempted:
      *ready = take_listed(w, w->preempted, which_end::front);
      break;
    case starvation_watch::yielded:
      *ready = take_yielded(w);
      break;
    default:
      break;
  }
  return *ready != nullptr || take_arrival(*w->home, me, ready);
}

/// Looks once in every queue, except that of the urgent tasks.
bool find_task(fibre* me, worker* w, fibre** ready) {
  place& p = *w->home;
  if ((++w->decisions & 63) == 0 && take_oldest(me, w, ready)) return true;
  if ((*ready = take_ready_hot(w)) != nullptr) return true;
  if (steal_from_suspended(w, me, true)) return true;
  if (take_arrival(p, me, ready)) return true;
  if (take_loot(p, me)) return true;
  if ((*ready = take_yielded(w)) != nullptr) return true;
  int const n = p.started_workers.load(std::memory_order_acquire);  // sync: WORKERS <- start_worker
  auto const start = static_cast<int>(w->random() % static_cast<std::uint64_t>(n));
  for (int i = 0; i < n; ++i) {
    worker* v = p.worker_table[static_cast<std::size_t>((start + i) % n)].get();
    if (v != w && steal_from_worker(v, me, w, ready)) return true;
  }
  w->counters.failed_steals.add(1);
  return false;
}

}  // namespace

fibre* next_fibre(worker* w) {
  bool const for_waiting = std::exchange(w->is_preempting, false);
  if (w->spare && spares_in_surplus(*w->home)) return w->home->fibres.get(w);
  if (!for_waiting && (++w->decisions & 63) != 0) {
    if (fibre* f = take_ready_hot(w)) return f;
    return w->home->fibres.get(w);
  }
  fibre* fresh = w->home->fibres.get(w);
  fibre* ready = nullptr;
  if ((for_waiting ? take_waiting(fresh, w, &ready) : take_oldest(fresh, w, &ready)) && ready == nullptr) return fresh;
  if (ready == nullptr) ready = take_ready_hot(w);
  if (ready == nullptr) return fresh;
  w->home->fibres.put(fresh, w);
  return ready;
}

search_result find_local_or_steal(fibre* me, worker* w, fibre** ready) {
  place& p = *w->home;
  *ready = nullptr;
  if (take_task(p, p.arrived.urgent, p.arrived.urgent_count, which_end::front, me)) return search_result::work;
  if (w->spare && spares_in_surplus(p)) return search_result::left_to_others;
  return find_task(me, w, ready) ? search_result::work : search_result::nothing;
}

}  // namespace skua::sched
