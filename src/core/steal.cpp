// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The order in which an idle worker looks for work, and the transfer of tasks inside a place.
#include "core/steal.hpp"

#include <algorithm>
#include <utility>

#include <skua/detail/core/pending.hpp>

#include "core/deque_slow.hpp"
#include "core/place.hpp"
#include "core/ready.hpp"
#include "core/sharing.hpp"
#include "core/spare.hpp"
#include "core/task_events.hpp"
#include "core/tokens.hpp"

namespace skua::sched {
namespace {

constexpr std::size_t max_stolen = 256;
constexpr std::size_t most_arrived = 32;

/// Moves half of the victim's public tasks into the empty deque of `me`. Each task that leaves its
/// fibre gets a token: one addition per run of tasks of the same scope, under the victim's lock
/// (SCOPE-2).
std::size_t steal_from(fibre* victim, fibre* me) noexcept {
  place const& place = *place_of(me);
  bool const was_requested = victim->steal_requested();
  auto const move = [me, &place](slot const* first, slot const* end) {
    scope_frame* run = nullptr;
    std::int64_t tokens = 0;
    slot* to = me->bottom();
    for (slot const* from = first; from != end; ++from) {
      if (is_gap(*from)) continue;
      note_read(place, from);
      copy_slot(to, from);
      if (scope_frame* frame = mark_counted(*to)) {
        if (frame != run) {
          if (tokens != 0) run->state.add(tokens);
          note_write(place, &frame->state);
          run = frame;
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
  note_probe(place, victim, n != 0 || !was_requested);
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

fibre* take_ready_hot(worker* worker) noexcept {
  if (fibre* fibre = worker->ready_slot.take()) return fibre;
  if (fibre* fibre = take_listed(worker, worker->ready, which_end::front)) return fibre;
  return take_listed(worker, worker->preempted, which_end::front);
}

/// Takes a task that has become ready on `worker` to the empty deque of `me`.
bool take_ready_task(worker* worker, which_end end, fibre* me) noexcept {
  wait_node const* const node = take_listed(worker, worker->ready_tasks, end);
  if (node == nullptr) return false;
  write_slot(*me->bottom(), *static_cast<pending_task const*>(node));
  me->push_all(me->bottom() + 1);
  return true;
}

fibre* take_yielded(worker* worker) noexcept { return take_listed(worker, worker->yielded, which_end::front); }

/// Takes a task of the queue to the empty deque of `me`. Of many tasks it takes a part of this
/// worker's share, at most `most_tasks`: so a flood costs one search for several, and the other
/// workers find most of them in the queue.
bool take_task(place& place, slot_queue& queue, base::atomic<std::uint32_t>& count, which_end end, fibre* me,
               std::size_t most_tasks = 1) noexcept {
  if (count.load(std::memory_order_relaxed) == 0) return false;  // relaxed: a hint
  place.arrived.lock.lock();
  std::size_t const share = queue.size() / static_cast<std::size_t>(4 * place.workers);
  std::size_t const n = std::min({queue.size(), std::max<std::size_t>(share, 1), most_tasks});
  for (std::size_t i = n; i-- > 0;) {  // the owner runs the highest slot first
    copy_slot(me->bottom() + i, end == which_end::front ? &queue.front() : &queue.back());
    end == which_end::front ? queue.pop_front() : queue.pop_back();
    place.arrived.note_taken(count);
  }
  place.arrived.lock.unlock();
  if (n != 0) me->push_all(me->bottom() + n);
  return n != 0;
}

fibre* take_arrived_fibre(place& place) noexcept {
  if (place.arrived.count.load(std::memory_order_relaxed) == 0) return nullptr;  // relaxed: a hint
  place.arrived.lock.lock();
  fibre* fibre = place.arrived.fibres.pop_front();
  if (fibre != nullptr) place.arrived.note_taken(place.arrived.count);
  place.arrived.lock.unlock();
  return fibre;
}

bool take_arrival(place& place, fibre* me, fibre** ready) noexcept {
  if ((*ready = take_arrived_fibre(place)) != nullptr) return true;
  return take_task(place, place.arrived.tasks, place.arrived.count, which_end::front, me, most_arrived);
}

/// Takes the newest task first, as its owner would: a program that spawns in an order keeps that
/// order.
bool take_loot(place& place, fibre* me) noexcept {
  return take_task(place, place.arrived.loot, place.arrived.loot_count, which_end::back, me);
}

/// Takes tasks of fibres suspended on `worker`, deepest first if `is_own`. A fibre
/// without public tasks leaves the list.
bool steal_from_suspended(worker* worker, fibre* me, bool is_own) noexcept {
  if (worker->suspended_count.load(std::memory_order_relaxed) == 0) return false;  // relaxed: a hint
  if (is_own) {
    worker->lists.lock();
  } else if (!worker->lists.try_lock()) {
    return false;
  }
  bool has_found = false;
  for (fibre *fibre = worker->suspended_with_tasks, *following; fibre != nullptr && !has_found; fibre = following) {
    following = fibre->suspended_next;
    if (fibre->has_public()) has_found = (is_own && steal_newest(fibre, me)) || steal_from(fibre, me) > 0;
    if (!fibre->has_public()) unlink_suspended_locked(fibre, worker);
  }
  worker->lists.unlock();
  return has_found;
}

bool steal_from_worker(worker* victim, fibre* me, worker* thief, fibre** ready) noexcept {
  note_read(*thief->home, &victim->ready_slot);
  note_read(*thief->home, &victim->suspended_count);
  note_read(*thief->home, &victim->current);
  if ((*ready = victim->ready_slot.take()) != nullptr) return true;
  if ((*ready = take_listed(victim, victim->ready, which_end::back)) != nullptr) return true;
  if (take_ready_task(victim, which_end::back, me)) return true;
  if ((*ready = take_listed(victim, victim->preempted, which_end::front)) != nullptr) return true;
  std::size_t n = steal_from_suspended(victim, me, false) ? me->size() : 0;
  if (n == 0) {
    fibre* fibre = victim->current.load(std::memory_order_acquire);  // sync: CURRENT <- publish_current
    if (fibre != nullptr) n = steal_from(fibre, me);
    // sync: CURRENT <- start_overflow_runner
    if (n == 0 && fibre != nullptr && (fibre = fibre->overflow_spawner.load(std::memory_order_relaxed)) != nullptr)
      n = steal_from(fibre, me);
  }
  if (n != 0) {
    thief->counters.steals.add(1);
    thief->counters.stolen.add(n);
    tell(thief->home->events, &task_events::stolen, *thief, victim->id, n);
    return true;
  }
  return (*ready = take_yielded(victim)) != nullptr;
}

/// Fairness: once in 64 decisions the oldest end goes first (of loot the newest task), with another
/// queue first each time. A steady stream of one kind (arrivals of two coroutines that hand over to
/// each other) must not starve the others.
bool take_oldest(fibre* me, worker* worker, fibre** ready) noexcept {
  place& place = *worker->home;
  for (std::uint32_t i = 0, first = worker->decisions >> 6; i < 6; ++i) {
    switch ((first + i) % 6) {
      case 0:
        if (take_arrival(place, me, ready)) return true;
        break;
      case 1:
        if ((*ready = take_yielded(worker)) != nullptr) return true;
        break;
      case 2:
        if ((*ready = take_listed(worker, worker->ready, which_end::back)) != nullptr) return true;
        break;
      case 3:
        if ((*ready = take_listed(worker, worker->preempted, which_end::front)) != nullptr) return true;
        break;
      case 4:
        if (take_ready_task(worker, which_end::back, me)) return true;
        break;
      default:
        if (take_task(place, place.arrived.tasks, place.arrived.count, which_end::front, me) || take_loot(place, me) ||
            steal_from_suspended(worker, me, false))
          return true;
    }
  }
  return false;
}

/// Takes a fibre or a task for which the running task is preempted.
bool take_waiting(fibre* me, worker* worker, fibre** ready) noexcept {
  std::uint32_t const bits = worker->starving_lists.load(std::memory_order_relaxed);  // relaxed: a hint
  std::uint32_t const first = bits & (~bits + 1);
  worker->starving_lists.store(bits & ~first, std::memory_order_relaxed);  // relaxed: a hint; a lost bit is set again
  switch (first) {
    case starvation_watch::slot:
      *ready = worker->ready_slot.take();
      break;
    case starvation_watch::ready:
      *ready = take_listed(worker, worker->ready, which_end::back);
      break;
    case starvation_watch::preempted:
      *ready = take_listed(worker, worker->preempted, which_end::front);
      break;
    case starvation_watch::yielded:
      *ready = take_yielded(worker);
      break;
    case starvation_watch::ready_tasks:
      if (take_ready_task(worker, which_end::back, me)) return true;
      break;
    default:
      break;
  }
  return *ready != nullptr || take_arrival(*worker->home, me, ready);
}

/// Looks once in every queue, except that of the urgent tasks; see find_local_or_steal.
bool find_task(fibre* me, worker* thief, fibre** ready, int probes) {
  place& place = *thief->home;
  if ((++thief->decisions & 63) == 0 && take_oldest(me, thief, ready)) return true;
  if ((*ready = take_ready_hot(thief)) != nullptr) return true;
  if (take_ready_task(thief, which_end::front, me)) return true;
  if (steal_from_suspended(thief, me, true)) return true;
  if (take_arrival(place, me, ready)) return true;
  if (take_loot(place, me)) return true;
  if ((*ready = take_yielded(thief)) != nullptr) return true;
  bool has_found = false;
  auto const probe = [&](int i) {
    worker* const victim = place.worker_table[static_cast<std::size_t>(i)].get();
    if (victim == thief) return false;
    if (--probes < 0) return true;
    has_found = steal_from_worker(victim, me, thief, ready);
    return has_found;
  };
  if (thief->complex >= 0) {  // half of the probes
    worker_set const& near = place.near[static_cast<std::size_t>(thief->complex)];
    int const rest = probes - probes / 2;
    probes /= 2;
    (void)place.awake.find(near.choose(thief->random()), probe, &near);
    if (has_found) return true;
    probes = rest;
  }
  (void)place.awake.find(place.awake.choose(thief->random()), probe);
  if (has_found) return true;
  thief->counters.failed_steals.add(1);
  return false;
}

}  // namespace

fibre* next_fibre(worker* worker) {
  bool const for_waiting = std::exchange(worker->is_preempting, false);
  if (worker->spare && spares_in_surplus(*worker->home)) return worker->home->fibres.get(worker);
  if (!for_waiting && (++worker->decisions & 63) != 0) {
    if (fibre* fibre = take_ready_hot(worker)) return fibre;
    return worker->home->fibres.get(worker);
  }
  fibre* fresh = worker->home->fibres.get(worker);
  fibre* ready = nullptr;
  if ((for_waiting ? take_waiting(fresh, worker, &ready) : take_oldest(fresh, worker, &ready)) && ready == nullptr)
    return fresh;
  if (ready == nullptr) ready = take_ready_hot(worker);
  if (ready == nullptr) return fresh;
  worker->home->fibres.put(fresh, worker);
  return ready;
}

bool take_own_ready_task(fibre* me, worker* worker) noexcept {
  if (worker->ready_tasks.count.load(std::memory_order_relaxed) == 0 || worker->spare) return false;  // relaxed: a hint
  bool const has_fibre = worker->ready.count.load(std::memory_order_relaxed) != 0;                    // relaxed: a hint
  if (has_fibre || worker->ready_slot.peek() != nullptr) return false;
  if ((worker->decisions + 1) % 64 == 0) return false;  // take_oldest
  ++worker->decisions;
  return take_ready_task(worker, which_end::front, me);
}

search_result find_local_or_steal(fibre* me, worker* worker, fibre** ready, int probes) {
  place& place = *worker->home;
  *ready = nullptr;
  if (take_task(place, place.arrived.urgent, place.arrived.urgent_count, which_end::front, me))
    return search_result::work;
  if (worker->spare && spares_in_surplus(place)) return search_result::left_to_others;
  return find_task(me, worker, ready, probes) ? search_result::work : search_result::nothing;
}

}  // namespace skua::sched
