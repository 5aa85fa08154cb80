// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks that leave for other places, and such that come in numbers.
//
// What may leave is taken like a steal: under the lock of the deque, from the public part, with a token each. Other slots
// in between are moved up over the gaps, which the owner cannot notice without the lock (I2, I3).

#include "sched/place.hpp"

namespace skua::sched {
namespace {

bool may_leave(slot const& s) noexcept { return (s.scope & slot_any) != 0; }

struct request {
  std::vector<slot>& out;
  std::size_t most;
  std::size_t (*share)(std::size_t, void*);
  void* context;

  std::size_t of(std::size_t available) const {
    std::size_t const room = most - out.size();
    std::size_t const n = available == 0 ? 0 : share(available, context);
    return n < room ? n : room;
  }
};

void take_out(slot const& h, std::vector<slot>& out) {
  out.push_back(h);
  slot& s = out.back();
  if ((s.scope & slot_claimable) != 0) claimable_of(&s)->set_where(nullptr);
  if (scope_frame* f = mark_counted(s)) f->state.add(1);
}

/// Copies those that may leave out first, oldest first, then closes the gaps.
void take_from_fibre(fibre* f, request const& r) {
  if (f == nullptr || !f->has_public() || r.out.size() >= r.most || !f->lock.try_lock()) return;
  slot* const t = f->tail.load(std::memory_order_relaxed);  // relaxed: under the lock
  slot* const p = f->pub.load(std::memory_order_relaxed);   // relaxed: under the lock
  std::size_t available = 0;
  for (slot* s = t; s < p; ++s) available += may_leave(*s);
  std::size_t const wanted = r.of(available);
  std::size_t taken = 0;
  for (slot* s = t; taken < wanted; ++s) {
    if (!may_leave(*s)) continue;
    take_out(*s, r.out);
    s->fn = nullptr;  // a gap
    ++taken;
  }
  if (taken != 0) {
    slot* end = t;
    for (std::size_t gaps = taken; gaps > 0; ++end) gaps -= end->fn == nullptr;
    slot* keep = end;
    for (slot* s = end; s-- > t;) {
      if (s->fn == nullptr) continue;
      if (--keep == s) continue;
      copy_slot(keep, s);
      if ((keep->scope & slot_claimable) != 0) claimable_of(keep)->set_where(keep);
    }
    for (slot* s = t; s < keep; ++s) *reinterpret_cast<claimable**>(s->buffer) = nullptr;  // see take_newest_join
    f->tail.store(keep, std::memory_order_relaxed);  // relaxed: under the lock
  }
  f->lock.unlock();
}

template <class F>
void for_each_running(place& p, F const& visit_fibre) {
  int const n = p.crew_size.load(std::memory_order_acquire);  // sync: CREW <- start_worker
  for (int i = 0; i < n; ++i) {
    worker* v = p.crew[static_cast<std::size_t>(i)].get();
    fibre* f = v->current.load(std::memory_order_acquire);  // sync: CURRENT <- publish_current
    for (; f != nullptr; f = f->lender.load(std::memory_order_relaxed)) visit_fibre(f);  // relaxed: fibres are type-stable
  }
}

void take_from_queue(place& p, request const& r) {
  if (p.arrivals.load(std::memory_order_relaxed) == 0) return;  // relaxed: a hint
  p.arrivals_lock.lock();
  std::size_t available = 0;
  for (slot const& s : p.arrived_tasks) available += may_leave(s);
  std::size_t left = r.of(available);
  for (auto s = p.arrived_tasks.begin(); s != p.arrived_tasks.end() && left > 0;) {
    if (!may_leave(*s)) {
      ++s;
      continue;
    }
    take_out(*s, r.out);
    s = p.arrived_tasks.erase(s);
    p.arrivals.fetch_sub(1, std::memory_order_relaxed);  // relaxed: under the lock
    --left;
  }
  p.arrivals_lock.unlock();
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

void take_any_tasks(place& p, std::vector<slot>& out, std::size_t most, std::size_t (*share)(std::size_t, void*), void* context) {
  request const r{out, most, share, context};
  out.reserve(most < 256 ? most : 256);
  take_from_queue(p, r);
  int const n = p.crew_size.load(std::memory_order_acquire);  // sync: CREW <- start_worker
  for (int i = 0; i < n && out.size() < most; ++i) take_from_suspended(p.crew[static_cast<std::size_t>(i)].get(), r);
  for_each_running(p, [&](fibre* f) { take_from_fibre(f, r); });
  if (!out.empty() || !p.asymmetric) return;
  // Nothing in sight: from those who compute without calling the library it must be forced out.
  for_each_running(p, [&](fibre* f) {
    f->request();
    if (f->force() == deque_ends::forced::exposed) take_from_fibre(f, r);
  });
}

std::size_t count_any_tasks(place& p) noexcept {
  std::size_t n = p.arrivals.load(std::memory_order_relaxed);  // relaxed: a hint
  for_each_running(p, [&](fibre* f) {
    slot* const t = f->tail.load(std::memory_order_relaxed);  // relaxed: a hint
    slot* const h = f->top();
    if (h > t) n += static_cast<std::size_t>(h - t);
  });
  return n;
}

void submit_many(place& p, slot const* tasks, std::size_t n) noexcept {
  visit const here(&p);
  p.arrivals_lock.lock();
  p.arrived_tasks.insert(p.arrived_tasks.end(), tasks, tasks + n);
  p.arrivals.fetch_add(static_cast<std::uint32_t>(n), std::memory_order_relaxed);  // relaxed: under the lock
  p.arrivals_lock.unlock();
  std::size_t woken = 0;
  for (; woken < n; ++woken) {
    sleeper* const z = p.gate.take_one();
    if (z == nullptr) break;
    p.machine->wake(z->parked);
  }
  if (woken == 0) call_attention(p);
}

}  // namespace skua::sched
