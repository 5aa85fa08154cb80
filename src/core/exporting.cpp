// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks that are exported to other places, and tasks that arrive in batches.
//
// A task that may leave is taken like a steal: under the lock of the deque, from the public part,
// with a token each. Slots in between stay where they are: the height of a slot says to which open
// scope of the stack it belongs (HEIGHT-1), so no slot may slide over a gap into a scope that was
// opened later (HEIGHT-3). The gap is filled with a task of no scope that does nothing.

#include <algorithm>

#include "core/exporting.hpp"
#include "core/place.hpp"
#include "core/place_registry.hpp"
#include "core/ready.hpp"
#include "core/running.hpp"
#include "core/tokens.hpp"

namespace skua::sched {
namespace {

/// Limit for a queue that may be very long.
constexpr std::size_t max_looked_at = 512;

/// The number of processor pauses that a pushing owner gets to publish tasks: a few microseconds.
/// Forcing costs the requesting thread and the computing thread an interrupt each, up to 30 us on a
/// virtual machine.
constexpr int spin_limit = 64;

/// For a thief that already has some tasks, more are forced out only if it could get at least
/// worth_an_interrupt more, and more than `meagre` times what it has.
constexpr std::size_t worth_an_interrupt = 8;
constexpr std::size_t meagre = 2;

struct request {
  slot_list& loot;
  std::size_t max_tasks;
  std::size_t (*share)(std::size_t, void*);
  void* context;
  mutable bool leaves_some = false;  // the lock held here may have kept a thief of this place from them

  mutable std::size_t reserve = 0;  // of the queues: one task for each worker that looks for work

  std::size_t share_of(std::size_t available) const {
    std::size_t const room = max_tasks - loot.size();
    std::size_t const n = available == 0 ? 0 : share(available, context);
    return n < room ? n : room;
  }
};

void take_out(slot const& task, slot_list& out) {
  if (out.capacity() == 0) out.reserve(16);  // most steals take a few
  out.push_back(task);
  hide_from_waiter(out.back());
  add_token(out.back());
}

/// Copies tasks that may leave into r.loot, oldest first. The share is computed from all tasks of
/// the fibre (other threads cannot know whether the private ones may leave); only public ones are
/// taken.
void take_from_fibre(fibre* fibre, request const& request) {
  if (fibre == nullptr || !fibre->has_public() || request.loot.size() >= request.max_tasks) return;
  auto const share = [&](std::size_t available) { return request.share_of(available + fibre->count_private()); };
  auto const move = [&](slot const& task) { take_out(task, request.loot); };
  bool const leaves_some = fibre->steal_some(may_leave, share, move);
  request.leaves_some = request.leaves_some || leaves_some;
}

/// Whether a running fibre has tasks that no other thread can take yet.
bool has_kept_tasks(place& place) noexcept {
  bool has_kept = false;
  for_each_running(place, [&](fibre* fibre) { has_kept = has_kept || fibre->count_tasks() != 0; });
  return has_kept;
}

/// Whether enough tasks are here that an interruption of their owners is worth its cost.
bool is_meagre(place& place, request const& request) noexcept {
  if (request.loot.empty()) return true;
  std::size_t private_count = 0;
  for_each_running(place, [&](fibre* fibre) { private_count += fibre->count_private(); });
  std::size_t const extra = request.share_of(private_count);
  return extra >= worth_an_interrupt && request.loot.size() * meagre < extra;
}

/// Number of workers that are on their way to the queued tasks; workers in reserve do not count. If
/// these tasks were given away before that, a task could move from one place without work to the
/// next for ever (found by the simulator: tests/seeds).
std::size_t seekers(place& place) noexcept {
  int n = -std::min(place.reserve, place.gate.sleepers());
  int const worker_count = place.started_workers.load(std::memory_order_acquire);  // sync: WORKERS <- start_worker
  for (int i = 0; i < worker_count; ++i) {
    worker const& worker = *place.worker_table[static_cast<std::size_t>(i)];
    n += !worker.spare && worker.searching.load(std::memory_order_relaxed) ? 1 : 0;  // relaxed: a hint
  }
  return static_cast<std::size_t>(std::max(0, n));  // the numbers change during the count
}

void take_from_queue(place& place, slot_queue& queue, base::atomic<std::uint32_t>& count, request const& request) {
  if (count.load(std::memory_order_relaxed) == 0) return;  // relaxed: a hint
  place.arrived.lock.lock();
  std::size_t const looked_at_count = queue.leaving() == 0 ? 0 : std::min(queue.size(), max_looked_at);
  std::size_t const keep_count = std::min(request.reserve, queue.size());
  auto const exportable = static_cast<std::size_t>(
      std::count_if(queue.begin(), queue.begin() + static_cast<std::ptrdiff_t>(looked_at_count), may_leave));
  std::size_t remaining = request.share_of(std::min(exportable, queue.size() - keep_count));
  request.reserve -= keep_count;
  for (auto position = queue.begin(); remaining > 0; --remaining) {
    position = std::find_if(position, queue.end(), may_leave);
    take_out(*position, request.loot);
    position = queue.erase(position);
    place.arrived.note_taken(count);
  }
  place.arrived.lock.unlock();
}

void enqueue(place& place, slot_queue& queue, base::atomic<std::uint32_t>& count, slot const* tasks, std::size_t n) {
  place.arrived.lock.lock();
  for (std::size_t i = 0; i < n; ++i) queue.push_back(tasks[i]);
  count.fetch_add(static_cast<std::uint32_t>(n), std::memory_order_relaxed);  // relaxed: under the lock
  place.arrived.lock.unlock();
}

/// If the caller is a worker that searches, or handles a message in its sleep, and has no task yet,
/// this is its next one, unless others wait already. A spare worker may have to leave it to others.
bool keep_as_next(place& place, slot const& task) noexcept {
  fibre* const current = self();
  if (current == nullptr || place_of(current) != &place || !current->empty()) return false;
  worker const& caller = *worker_of(current);
  // relaxed: the caller's own; hints
  if (!caller.searching.load(std::memory_order_relaxed) || caller.spare ||
      place.arrived.count.load(std::memory_order_relaxed) != 0 ||
      place.arrived.urgent_count.load(std::memory_order_relaxed) != 0)
    return false;
  (void)rouse_caller(place);
  copy_slot(current->bottom(), &task);
  current->push_all(current->bottom() + 1);
  return true;
}

std::size_t wake_sleepers(place& place, std::size_t max_woken) noexcept {
  std::size_t woken = 0;
  while (woken < max_woken && wake_more(place)) ++woken;
  return woken;
}

void take_from_suspended(worker* worker, request const& request) {
  // relaxed: a hint
  if (worker->suspended_count.load(std::memory_order_relaxed) == 0 || !worker->lists.try_lock()) return;
  for (fibre *fibre = worker->suspended_with_tasks, *following; fibre != nullptr; fibre = following) {
    following = fibre->suspended_next;
    take_from_fibre(fibre, request);
    if (!fibre->has_public()) unlink_suspended_locked(fibre, worker);
  }
  worker->lists.unlock();
}

}  // namespace

void take_any_tasks(place& place, slot_list& out, std::size_t max_tasks, std::size_t (*share)(std::size_t, void*),
                    void* context, reach extent) {
  request const request{out, max_tasks, share, context, false, seekers(place)};
  take_from_queue(place, place.arrived.loot, place.arrived.loot_count, request);
  take_from_queue(place, place.arrived.tasks, place.arrived.count, request);
  int const n = place.started_workers.load(std::memory_order_acquire);  // sync: WORKERS <- start_worker
  for (int i = 0; i < n && out.size() < max_tasks; ++i)
    take_from_suspended(place.worker_table[static_cast<std::size_t>(i)].get(), request);
  for_each_running(place, [&](fibre* fibre) { take_from_fibre(fibre, request); });
  if (request.leaves_some) (void)notify(place);
  if (extent == reach::in_sight || !is_meagre(place, request)) return;
  // An owner that calls the library publishes half of its tasks at the next push.
  for_each_running(place, [](fibre* fibre) { fibre->request(); });
  for (int i = 0; i < spin_limit && out.empty() && has_kept_tasks(place); ++i) {
    base::cpu_relax();
    for_each_running(place, [&](fibre* fibre) { take_from_fibre(fibre, request); });
  }
  if (!place.forcible || !is_meagre(place, request)) return;
  // Tasks of owners that compute without calling the library must be forced out. If none has been
  // taken, also those behind public ones: these belong to this place.
  for_each_running(place, [&](fibre* fibre) {
    if (!is_meagre(place, request)) return;
    auto const outcome = request.loot.empty() ? fibre->try_force_more() : fibre->try_force();
    if (outcome == task_deque::forced::exposed) take_from_fibre(fibre, request);
  });
}

std::size_t count_any_tasks(place& place) noexcept {
  // relaxed: hints
  std::size_t n =
      place.arrived.count.load(std::memory_order_relaxed) + place.arrived.loot_count.load(std::memory_order_relaxed);
  for_each_running(place, [&](fibre* fibre) { n += fibre->count_tasks(); });
  return n;
}

void submit_many(place& place, slot const* tasks, std::size_t n) noexcept {
  if (n == 1 && keep_as_next(place, *tasks)) return;
  place_pin const pin(&place);
  enqueue(place, place.arrived.tasks, place.arrived.count, tasks, n);
  (void)wake_sleepers(place, n - 1);
  announce_arrival(place);
}

void submit_loot(place& place, slot const* tasks, std::size_t n) noexcept {
  place_pin const pin(&place);
  enqueue(place, place.arrived.loot, place.arrived.loot_count, tasks, n);
  (void)wake_sleepers(place, n);
}

}  // namespace skua::sched
