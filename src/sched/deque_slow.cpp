// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What happens when a push or a pop leaves its fast path: attention, a full deque, stolen slots.

#include <skua/base/check.hpp>
#include <skua/invoke.hpp>
#include <skua/sched/future_state.hpp>
#include <skua/sched/loop_run.hpp>
#include <skua/sched/suspend.hpp>

#include "sched/place.hpp"
#include "sched/spare.hpp"
#include "sched/switch.hpp"

namespace skua::sched {
namespace {

using observe::phase;

/// Detailed timing: the time between construction and destruction belongs to `inside`.
class timed_section {
 public:
  timed_section(fibre* s, phase inside) noexcept : s_(place_of(s)->detailed ? s : nullptr) {
    if (s_ != nullptr) enter(inside);
  }
  ~timed_section() {
    if (s_ != nullptr) enter(phase::user);
  }
  timed_section(timed_section const&) = delete;
  timed_section& operator=(timed_section const&) = delete;

 private:
  void enter(phase p) const noexcept { worker_of(s_)->counters.enter(p, place_of(s_)->machine->now()); }
  fibre* s_;
};

/// Slots of the innermost scope are moved over those already stolen, if that makes room worth the
/// copying. Lock held.
bool compact(fibre* s, slot* base) noexcept {
  slot* t = s->tail.load(std::memory_order_relaxed);  // relaxed: under the lock
  std::ptrdiff_t const by = t - base;
  if (by < static_cast<std::ptrdiff_t>(fibre_pool::slots_per_fibre) / 8) return false;
  slot* h = s->top();
  for (slot* x = base; x < t; ++x) *reinterpret_cast<claimable**>(x->buffer) = nullptr;  // see take_newest_join
  for (slot* x = t; x < h; ++x) move_slot(x - by, x);
  slot* p = s->pub.load(std::memory_order_relaxed);  // relaxed: under the lock
  s->tail.store(base, std::memory_order_relaxed);    // relaxed: under the lock
  s->set_public(p - by);
  s->set_top(h - by);
  return true;
}

/// The deque is full. Memory stays bounded: room left by stolen slots is used again, or else a
/// fresh fibre works off some of the newest tasks (lending.cpp) while the spawner waits. Never
/// inline: a task run on top of its spawner could wait for something the spawner does later.
void throttle(fibre* s) noexcept {
  s->lock.lock();
  bool const room = compact(s, innermost_base(s));
  s->lock.unlock();
  if (room) return;
  worker* w = worker_of(s);
  w->counters.throttles.add(1);
  fibre* d = w->home->fibres.get(w);
  d->lender.store(s, std::memory_order_relaxed);  // sync: CURRENT -> rob
  scope_of(s->scope)->state.add(1);
  switch_to(s, d, nullptr, nullptr, nullptr);
}

/// Whether the running task is to stand back: for what came from outside, for those who wait in
/// this worker's lists for too long, or because it runs on a spare worker that is not needed any
/// more. For others only now and then: what came may itself be told to stand back soon, and each
/// that does keeps its stack.
bool should_stand_back(fibre* s, place& p) noexcept {
  worker* w = worker_of(s);
  if (w->spare && spares_in_surplus(p)) return true;
  // sync: ATTEND <-> call_attention
  if (p.arrivals.load(std::memory_order_relaxed) == 0 && w->overdue.load(std::memory_order_relaxed) == 0) return false;
  std::uint64_t const now = p.machine->now();
  if (now - w->stood_back_at < patience_ns) {
    s->want_attention();
    return false;
  }
  w->stood_back_at = now;
  return true;
}

/// The running task lets others go first (next_fibre).
void stand_back(fibre* s) noexcept {
  worker* w = worker_of(s);
  w->stands_back = true;
  auto const line_up = [](void* f, void*) noexcept {
    worker* const x = worker_of(self());  // another than before, if the rest of a loop was pushed
    put_listed(x, x->stood_back, static_cast<fibre*>(f), which_end::back);
    if (!notify(*x->home)) x->home->overdue.someone_waits(*x->home);
  };
  suspend(s, line_up, s, nullptr);
}

}  // namespace

slot* innermost_base(fibre const* s) noexcept {
  scope_frame* f = scope_of(s->scope);
  return f != nullptr && s->owns_address(f) ? f->base : s->task_base;
}

void set_slow(fibre* s, bool on) noexcept {
  if (s->slow == on) return;
  s->lock.lock();
  s->slow = on;
  s->set_public(s->pub.load(std::memory_order_relaxed));  // relaxed: under the lock
  s->lock.unlock();
  s->want_attention();  // the next push finds out for whom; a wish that came meanwhile must not be overwritten
}

void push_slow(fibre* s) {
  if (s->top() >= s->cap) throttle(s);  // first: standing back may push the rest of a loop
  place& p = *place_of(s);
  if (s->attention_wanted()) {
    bool const hungry = s->hungry.load(std::memory_order_acquire) != 0;  // sync: HUNGER <- expose_half
    if (!s->slow || hungry || p.wants_more_awake()) {
      if (s->expose_half()) {
        worker_of(s)->counters.publications.add(1);
        notify(p);
      }
    }
    if (p.far_hunger.load(std::memory_order_relaxed) != 0) p.far->serve_hungry();  // relaxed: a hint
    // The limit is restored, now look: whoever published something before that finds it restored,
    // or is found here.
    fence_lightly(p);
    // Loops look for a cancelled scope around them where attention is wanted, so it stays wanted
    // while there is one.
    // sync: ATTEND <-> call_attention
    if (p.wants_more_awake() || p.cancelled_scopes.load(std::memory_order_relaxed) != 0) s->want_attention();
    if (should_stand_back(s, p)) stand_back(s);
  }
}

void split_ranges(fibre* s) noexcept {
  for (range_record* r = s->range; r != nullptr; r = r->outer) r->split_rest(r);
}

void submit_piece(fibre* s, slot& piece, std::uintptr_t scope_word) {
  scope_frame* f = scope_of(scope_word);
  if (place_of(s)->counting.load(std::memory_order_relaxed) != 0) {  // relaxed: the caller runs inside the scope
    // relaxed: read after the scope's end
    if (tally* t = tally_around(f)) t->spawned.fetch_add(1, std::memory_order_relaxed);
  }
  f->state.add(1);  // the caller belongs to it, so it is open
  piece.scope = (scope_word & (slot_scope_mask | slot_in_shield)) | slot_counted;
  submit(s->at, piece);
}

bool loop_must_stop(fibre* s) noexcept {
  return s->at->cancelled_scopes.load(std::memory_order_relaxed) != 0 && wait_forbidden(s);  // relaxed: see drain
}

void spawn_slow(fibre* s) {
  if (place_of(s)->stepped) place_of(s)->machine->step(system::chore::queue_task);
  timed_section section(s, phase::issue);
  // relaxed: read after the scope's end
  if (s->counted != nullptr) s->counted->spawned.fetch_add(1, std::memory_order_relaxed);
  if (place_of(s)->detailed) worker_of(s)->counters.tasks.add(1);
  push_slow(s);
}

bool pop_slow(fibre* s, slot* base) noexcept {
  if (place_of(s)->stepped) place_of(s)->machine->step(system::chore::start_task);
  timed_section section(s, phase::execute);
  worker_of(s)->counters.reclaims.add(1);
  return s->reclaim(base);
}

namespace {

/// Takes the claimable's slot out of the middle of this fibre's deque: only what the running task
/// has queued in its innermost scope. Below that lie slots of other bottom-level tasks, each with a
/// token, which the loop of the bottom level must run.
bool take_from_middle(fibre* s, claimable* c, slot& out) noexcept {
  s->lock.lock();
  slot* h = c->where();
  slot* top = s->top() - 1;
  slot* t = s->tail.load(std::memory_order_relaxed);  // relaxed: under the lock
  bool const mine = h != nullptr && h >= innermost_base(s) && h >= t && h <= top &&
                    (h->scope & ~(slot_counted | slot_shielded | slot_any)) == (s->scope | slot_claimable) &&
                    claimable_of(h) == c;
  if (mine) {
    copy_slot(&out, h);
    if (top != h) move_slot(h, top);  // every slot above h is of the same scope, so order is free
    s->set_top(top);
    slot* p = s->pub.load(std::memory_order_relaxed);  // relaxed: under the lock
    if (p > top) s->set_public(top);
  }
  s->lock.unlock();
  return mine;
}

/// The private half grows again after a join in the public part.
void reclaim_half(fibre* s) noexcept {
  s->lock.lock();
  slot* t = s->tail.load(std::memory_order_relaxed);  // relaxed: under the lock
  slot* p = s->pub.load(std::memory_order_relaxed);   // relaxed: under the lock
  s->set_public(t + (p > t ? (p - t) / 2 : 0));
  s->lock.unlock();
}

/// Everything that was queued above the stolen slot `h` is gone: the deque starts again from there.
void restart_at(fibre* s, slot* h) noexcept {
  s->lock.lock();
  slot* t = s->tail.load(std::memory_order_relaxed);  // relaxed: under the lock
  bool const empty = t >= s->top() && h != nullptr && h >= s->bottom && h < s->top();
  if (empty) {
    s->reset_empty(h);
    s->hungry.store(1, std::memory_order_relaxed);  // relaxed: under the lock
  }
  s->lock.unlock();
  if (empty) s->want_attention();
}

}  // namespace

bool take_back_or_wait(fibre* s, join_cell* c) {
  slot out;
  if (stack_is_low(s)) {
    slot* const h = c->where();
    wait_done_firmly(c->done, "invoke", c);  // the deque is public meanwhile: another fibre takes the slot
    restart_at(s, h);
    return false;
  }
  if (take_from_middle(s, c, out)) {
    reclaim_half(s);
    if ((out.scope & slot_counted) != 0 && complete_tokens(scope_of(out.scope), 1) != nullptr) {
      base::broken_contract("internal: the last token of a running task's scope was given back");
    }
    return true;
  }
  restart_at(s, c->where());
  wait_done_firmly(c->done, "invoke", c);
  return false;
}

void run_taken_carefully(fibre* s, slot* h, task_op op) {
  if (start_forbidden(*s->at, h->scope)) {
    discard(s, h);
    return;
  }
  task_exit* const before = s->exits;
  h->fn(h, op);
  if (s->exits != before) run_task_exits(s, before);
}

/// Runs the task of an awaited future from the middle of the deque; false: it is not there, or the
/// stack is low.
bool run_from_middle(fibre* s, claimable* c) {
  slot out;
  if (stack_is_low(s) || !take_from_middle(s, c, out)) return false;
  run_taken_carefully(s, &out, task_op::run);
  if ((out.scope & slot_counted) != 0) {
    if (fibre* owner = complete_tokens(scope_of(out.scope), 1)) make_ready(owner);
  }
  return true;
}

}  // namespace skua::sched
