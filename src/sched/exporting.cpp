// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks that leave for other places, and such that come in numbers.
//
// What may leave is taken like a steal: under the lock of the deque, from the public part, with a
// token each. Slots in between stay where they are: the height of a slot says which open scope of
// the stack it belongs to (I7), so nothing may slide up over a gap into a scope that was opened
// later. The gap is filled with a task of no scope that does nothing.

#include <algorithm>

#include "sched/place.hpp"
#include "sched/running.hpp"

namespace skua::sched {
namespace {

bool may_leave(slot const& s) noexcept { return (s.scope & slot_any) != 0; }

/// Of a queue that may be very long.
constexpr std::size_t most_looked_at = 512;

/// How many pauses of the processor somebody who pushes gets to publish: a few microseconds.
/// Forcing costs the one who asks and the one who computes an interrupt, up to 30 us on a virtual
/// machine.
constexpr int patience = 64;

/// Tasks are forced out for a thief that has some already if it could have so many more, and so
/// many times what it has.
constexpr std::size_t worth_an_interrupt = 8;
constexpr std::size_t meagre = 2;

void do_nothing(slot*, task_op) {}

struct request {
  slot_list& out;
  std::size_t most;
  std::size_t (*share)(std::size_t, void*);
  void* context;
  mutable bool leaves_some = false;  // behind a lock that may just have kept somebody here from them

  mutable std::size_t kept = 0;  // of the queues: one for each worker that seeks work

  std::size_t of(std::size_t available) const {
    std::size_t const room = most - out.size();
    std::size_t const n = available == 0 ? 0 : share(available, context);
    return n < room ? n : room;
  }
};

void take_out(slot const& h, slot_list& out) {
  out.push_back(h);
  slot& s = out.back();
  if ((s.scope & slot_claimable) != 0) claimable_of(&s)->set_where(nullptr);
  if (scope_frame* f = mark_counted(s)) f->state.add(1);
}

/// What its owner keeps for itself: nobody else knows whether it may leave.
std::size_t count_private(fibre* f) noexcept {
  // relaxed: a hint
  return static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, f->top() - f->pub.load(std::memory_order_relaxed)));
}

/// Copies those that may leave out, oldest first: of all that the fibre has its share, as far as
/// that is public.
void take_from_fibre(fibre* f, request const& r) {
  if (f == nullptr || !f->has_public() || r.out.size() >= r.most || !f->lock.try_lock()) return;
  slot* const t = f->tail.load(std::memory_order_relaxed);  // relaxed: under the lock
  slot* const p = f->pub.load(std::memory_order_relaxed);   // relaxed: under the lock
  std::size_t available = 0;
  for (slot* s = t; s < p; ++s) available += may_leave(*s);
  std::size_t const wanted = std::min(r.of(available + count_private(f)), available);
  std::size_t taken = 0;
  for (slot* s = t; taken < wanted; ++s) {
    if (!may_leave(*s)) continue;
    take_out(*s, r.out);
    s->fn = &do_nothing;
    __atomic_store_n(&s->scope, std::uintptr_t{0}, __ATOMIC_RELAXED);  // the owner may look at it: take_newest
    ++taken;
  }
  slot* left = t;
  while (left < p && is_gap(*left)) ++left;
  if (left != t) f->tail.store(left, std::memory_order_relaxed);  // relaxed: under the lock
  r.leaves_some = r.leaves_some || left < p;
  f->lock.unlock();
}

/// Whether a running fibre has tasks that nobody else can take yet.
bool somebody_keeps(place& p) noexcept {
  bool any = false;
  // relaxed: a hint
  for_each_running(p, [&](fibre* f) { any = any || f->top() > f->tail.load(std::memory_order_relaxed); });
  return any;
}

/// Whether there are so many more tasks here that it is worth interrupting those who keep them.
bool is_meagre(place& p, request const& r) noexcept {
  if (r.out.empty()) return true;
  std::size_t kept = 0;
  for_each_running(p, [&](fibre* f) { kept += count_private(f); });
  std::size_t const more = r.of(kept);
  return more >= worth_an_interrupt && r.out.size() * meagre < more;
}

/// Workers that are on their way to what lies in the queues; those in reserve are not. Were it
/// given away meanwhile, a task could go from hungry place to hungry place for ever (found by the
/// simulator: tests/seeds).
std::size_t seekers(place& p) noexcept {
  int n = -std::min(p.reserve, p.gate.sleepers());
  int const crew = p.crew_size.load(std::memory_order_acquire);  // sync: CREW <- start_worker
  for (int i = 0; i < crew; ++i) {
    worker const& w = *p.crew[static_cast<std::size_t>(i)];
    n += !w.spare && w.seeking.load(std::memory_order_relaxed) ? 1 : 0;  // relaxed: a hint
  }
  return static_cast<std::size_t>(std::max(0, n));  // these change while they are counted
}

void take_from_queue(place& p, slot_queue& queue, base::atomic<std::uint32_t>& count, request const& r) {
  if (count.load(std::memory_order_relaxed) == 0) return;  // relaxed: a hint
  p.arrivals_lock.lock();
  std::size_t const looked_at = std::min(queue.size(), most_looked_at);
  std::size_t const keep = std::min(r.kept, queue.size());
  auto const may = static_cast<std::size_t>(
      std::count_if(queue.begin(), queue.begin() + static_cast<std::ptrdiff_t>(looked_at), may_leave));
  std::size_t left = r.of(std::min(may, queue.size() - keep));
  r.kept -= keep;
  for (auto s = queue.begin(); left > 0; --left) {
    s = std::find_if(s, queue.end(), may_leave);
    take_out(*s, r.out);
    s = queue.erase(s);
    one_less(p, count);
  }
  p.arrivals_lock.unlock();
}

void enqueue(place& p, slot_queue& queue, base::atomic<std::uint32_t>& count, slot const* tasks, std::size_t n) {
  p.arrivals_lock.lock();
  queue.insert(queue.end(), tasks, tasks + n);
  count.fetch_add(static_cast<std::uint32_t>(n), std::memory_order_relaxed);  // relaxed: under the lock
  p.arrivals_lock.unlock();
}

std::size_t wake_sleepers(place& p, std::size_t most) noexcept {
  std::size_t woken = 0;
  while (woken < most && notify(p)) ++woken;
  return woken;
}

void take_from_suspended(worker* v, request const& r) {
  if (v->orphan_count.load(std::memory_order_relaxed) == 0 || !v->lists.try_lock()) return;  // relaxed: a hint
  for (fibre *f = v->orphans, *following; f != nullptr; f = following) {
    following = f->orphan_next;
    take_from_fibre(f, r);
    if (!f->has_public()) unlink_orphan_locked(f, v);
  }
  v->lists.unlock();
}

}  // namespace

void take_any_tasks(place& p, slot_list& out, std::size_t most, std::size_t (*share)(std::size_t, void*), void* context,
                    reach how) {
  request const r{out, most, share, context, false, seekers(p)};
  out.reserve(std::min<std::size_t>(most, 16));  // most steals take a few
  take_from_queue(p, p.loot, p.loot_size, r);
  take_from_queue(p, p.arrived_tasks, p.arrivals, r);
  int const n = p.crew_size.load(std::memory_order_acquire);  // sync: CREW <- start_worker
  for (int i = 0; i < n && out.size() < most; ++i) take_from_suspended(p.crew[static_cast<std::size_t>(i)].get(), r);
  for_each_running(p, [&](fibre* f) { take_from_fibre(f, r); });
  if (r.leaves_some) (void)notify(p);
  if (how == reach::in_sight || !is_meagre(p, r)) return;
  // Who calls the library publishes half of what it has at the next push.
  for_each_running(p, [](fibre* f) { f->request(); });
  for (int i = 0; i < patience && out.empty() && somebody_keeps(p); ++i) {
    base::cpu_relax();
    for_each_running(p, [&](fibre* f) { take_from_fibre(f, r); });
  }
  if (!p.forcible || !is_meagre(p, r)) return;
  // From those who compute without calling it must be forced out.
  for_each_running(p, [&](fibre* f) {
    if (is_meagre(p, r) && f->try_force() == deque_ends::forced::exposed) take_from_fibre(f, r);
  });
}

std::size_t count_any_tasks(place& p) noexcept {
  // relaxed: hints
  std::size_t n = p.arrivals.load(std::memory_order_relaxed) + p.loot_size.load(std::memory_order_relaxed);
  for_each_running(p, [&](fibre* f) {
    slot* const t = f->tail.load(std::memory_order_relaxed);  // relaxed: a hint
    slot* const h = f->top();
    if (h > t) n += static_cast<std::size_t>(h - t);
  });
  return n;
}

void submit_many(place& p, slot const* tasks, std::size_t n) noexcept {
  visit const here(&p);
  enqueue(p, p.arrived_tasks, p.arrivals, tasks, n);
  (void)wake_sleepers(p, n - 1);
  announce_arrival(p);
}

void submit_loot(place& p, slot const* tasks, std::size_t n) noexcept {
  visit const here(&p);
  enqueue(p, p.loot, p.loot_size, tasks, n);
  (void)wake_sleepers(p, n);
}

}  // namespace skua::sched
