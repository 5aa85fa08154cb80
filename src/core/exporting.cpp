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

bool may_leave(slot const& s) noexcept { return (s.scope & slot_any) != 0; }

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

void take_out(slot const& h, slot_list& out) {
  out.push_back(h);
  hide_from_waiter(out.back());
  add_token(out.back());
}

/// Copies tasks that may leave into r.loot, oldest first. The share is computed from all tasks of
/// the fibre (other threads cannot know whether the private ones may leave); only public ones are
/// taken.
void take_from_fibre(fibre* f, request const& r) {
  if (f == nullptr || !f->has_public() || r.loot.size() >= r.max_tasks) return;
  auto const share = [&](std::size_t available) { return r.share_of(available + f->count_private()); };
  auto const move = [&](slot const& task) { take_out(task, r.loot); };
  bool const leaves_some = f->steal_some(may_leave, share, move);
  r.leaves_some = r.leaves_some || leaves_some;
}

/// Whether a running fibre has tasks that no other thread can take yet.
bool has_kept_tasks(place& p) noexcept {
  bool has_kept = false;
  for_each_running(p, [&](fibre* f) { has_kept = has_kept || f->count_tasks() != 0; });
  return has_kept;
}

/// Whether enough tasks are here that an interruption of their owners is worth its cost.
bool is_meagre(place& p, request const& r) noexcept {
  if (r.loot.empty()) return true;
  std::size_t private_count = 0;
  for_each_running(p, [&](fibre* f) { private_count += f->count_private(); });
  std::size_t const extra = r.share_of(private_count);
  return extra >= worth_an_interrupt && r.loot.size() * meagre < extra;
}

/// Number of workers that are on their way to the queued tasks; workers in reserve do not count. If
/// these tasks were given away before that, a task could move from one place without work to the
/// next for ever (found by the simulator: tests/seeds).
std::size_t seekers(place& p) noexcept {
  int n = -std::min(p.reserve, p.gate.sleepers());
  int const worker_count = p.started_workers.load(std::memory_order_acquire);  // sync: WORKERS <- start_worker
  for (int i = 0; i < worker_count; ++i) {
    worker const& w = *p.worker_table[static_cast<std::size_t>(i)];
    n += !w.spare && w.searching.load(std::memory_order_relaxed) ? 1 : 0;  // relaxed: a hint
  }
  return static_cast<std::size_t>(std::max(0, n));  // the numbers change during the count
}

void take_from_queue(place& p, slot_queue& queue, base::atomic<std::uint32_t>& count, request const& r) {
  if (count.load(std::memory_order_relaxed) == 0) return;  // relaxed: a hint
  p.arrived.lock.lock();
  std::size_t const looked_at_count = std::min(queue.size(), max_looked_at);
  std::size_t const keep_count = std::min(r.reserve, queue.size());
  auto const exportable = static_cast<std::size_t>(
      std::count_if(queue.begin(), queue.begin() + static_cast<std::ptrdiff_t>(looked_at_count), may_leave));
  std::size_t remaining = r.share_of(std::min(exportable, queue.size() - keep_count));
  r.reserve -= keep_count;
  for (auto s = queue.begin(); remaining > 0; --remaining) {
    s = std::find_if(s, queue.end(), may_leave);
    take_out(*s, r.loot);
    s = queue.erase(s);
    p.arrived.note_taken(count);
  }
  p.arrived.lock.unlock();
}

void enqueue(place& p, slot_queue& queue, base::atomic<std::uint32_t>& count, slot const* tasks, std::size_t n) {
  p.arrived.lock.lock();
  queue.insert(queue.end(), tasks, tasks + n);
  count.fetch_add(static_cast<std::uint32_t>(n), std::memory_order_relaxed);  // relaxed: under the lock
  p.arrived.lock.unlock();
}

std::size_t wake_sleepers(place& p, std::size_t max_woken) noexcept {
  std::size_t woken = 0;
  while (woken < max_woken && notify(p)) ++woken;
  return woken;
}

void take_from_suspended(worker* v, request const& r) {
  if (v->suspended_count.load(std::memory_order_relaxed) == 0 || !v->lists.try_lock()) return;  // relaxed: a hint
  for (fibre *f = v->suspended_with_tasks, *following; f != nullptr; f = following) {
    following = f->suspended_next;
    take_from_fibre(f, r);
    if (!f->has_public()) unlink_suspended_locked(f, v);
  }
  v->lists.unlock();
}

}  // namespace

void take_any_tasks(place& p, slot_list& out, std::size_t max_tasks, std::size_t (*share)(std::size_t, void*),
                    void* context, reach extent) {
  request const r{out, max_tasks, share, context, false, seekers(p)};
  out.reserve(std::min<std::size_t>(max_tasks, 16));  // most steals take a few
  take_from_queue(p, p.arrived.loot, p.arrived.loot_count, r);
  take_from_queue(p, p.arrived.tasks, p.arrived.count, r);
  int const n = p.started_workers.load(std::memory_order_acquire);  // sync: WORKERS <- start_worker
  for (int i = 0; i < n && out.size() < max_tasks; ++i)
    take_from_suspended(p.worker_table[static_cast<std::size_t>(i)].get(), r);
  for_each_running(p, [&](fibre* f) { take_from_fibre(f, r); });
  if (r.leaves_some) (void)notify(p);
  if (extent == reach::in_sight || !is_meagre(p, r)) return;
  // An owner that calls the library publishes half of its tasks at the next push.
  for_each_running(p, [](fibre* f) { f->request(); });
  for (int i = 0; i < spin_limit && out.empty() && has_kept_tasks(p); ++i) {
    base::cpu_relax();
    for_each_running(p, [&](fibre* f) { take_from_fibre(f, r); });
  }
  if (!p.forcible || !is_meagre(p, r)) return;
  // Tasks of owners that compute without calling the library must be forced out. If none has been
  // taken, also those behind public ones: these belong to this place.
  for_each_running(p, [&](fibre* f) {
    if (!is_meagre(p, r)) return;
    auto const outcome = r.loot.empty() ? f->try_force_more() : f->try_force();
    if (outcome == task_deque::forced::exposed) take_from_fibre(f, r);
  });
}

std::size_t count_any_tasks(place& p) noexcept {
  // relaxed: hints
  std::size_t n =
      p.arrived.count.load(std::memory_order_relaxed) + p.arrived.loot_count.load(std::memory_order_relaxed);
  for_each_running(p, [&](fibre* f) { n += f->count_tasks(); });
  return n;
}

void submit_many(place& p, slot const* tasks, std::size_t n) noexcept {
  place_pin const pin(&p);
  enqueue(p, p.arrived.tasks, p.arrived.count, tasks, n);
  (void)wake_sleepers(p, n - 1);
  announce_arrival(p);
}

void submit_loot(place& p, slot const* tasks, std::size_t n) noexcept {
  place_pin const pin(&p);
  enqueue(p, p.arrived.loot, p.arrived.loot_count, tasks, n);
  (void)wake_sleepers(p, n);
}

}  // namespace skua::sched
