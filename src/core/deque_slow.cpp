// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The slow paths of push and pop: poll requests, a full deque, stolen slots.

#include <skua/detail/base/check.hpp>
#include <skua/detail/core/loop_run.hpp>
#include <skua/detail/core/self.hpp>
#include <skua/detail/core/submit.hpp>
#include <skua/detail/core/suspend.hpp>
#include <skua/invoke.hpp>

#include "core/cancel.hpp"
#include "core/deque_slow.hpp"
#include "core/place.hpp"
#include "core/ready.hpp"
#include "core/remote_hooks.hpp"
#include "core/scope_extension.hpp"
#include "core/scope_frame.hpp"
#include "core/spare.hpp"
#include "core/switch.hpp"
#include "core/task_events.hpp"
#include "core/task_on_top.hpp"

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

/// Slots of stolen tasks are used again if that gains at least this many.
constexpr std::size_t min_compaction = fibre_pool::slots_per_fibre / 8;

/// The deque is full. Memory stays bounded: first the room of stolen slots is used again; else a
/// fresh fibre runs some of the newest tasks (overflow.cpp) while the spawner waits. Those tasks
/// never run on the stack of the spawner: a task there could wait for something that the spawner
/// does later.
void start_overflow_runner(fibre* s) noexcept {
  if (s->compact(innermost_base(s), min_compaction)) return;
  worker* w = worker_of(s);
  w->counters.throttles.add(1);
  fibre* d = w->home->fibres.get(w);
  d->overflow_spawner.store(s, std::memory_order_relaxed);  // sync: CURRENT -> steal_from_worker
  scope_of(s->scope)->state.add(1);
  tell(w->home->events, &task_events::stops, s);
  switch_to(s, d, nullptr, nullptr, nullptr);
  tell(worker_of(s)->home->events, &task_events::continues, s);
}

/// Whether the running task must be preempted: for an arrival, for fibres that have waited too long
/// in this worker's lists, or because its worker is a surplus spare. For arrivals and waiting
/// fibres at most once per time slice: the next task may itself be preempted soon, and each
/// preempted fibre keeps its stack.
bool should_preempt(fibre* s, place& p) noexcept {
  worker* w = worker_of(s);
  if (w->spare && spares_in_surplus(p)) return true;
  // sync: SWITCH-POLL <-> request_polls
  if (p.arrived.count.load(std::memory_order_relaxed) == 0 && w->starving_lists.load(std::memory_order_relaxed) == 0)
    return false;
  std::uint64_t const now = p.machine->now();
  if (now - w->preempted_at < time_slice_ns) {
    s->request_poll();
    return false;
  }
  w->preempted_at = now;
  return true;
}

/// Preempts the running task: waiting fibres and arrivals run first (next_fibre).
void preempt(fibre* s) noexcept {
  worker* w = worker_of(s);
  w->is_preempting = true;
  auto const line_up = [](void* f, void*) noexcept {
    worker* const current_worker = worker_of(self());  // not the worker above if the rest of a loop was pushed
    put_listed(current_worker, current_worker->preempted, static_cast<fibre*>(f), which_end::back);
    if (!notify(*current_worker->home)) current_worker->home->starvation.note_waiter(*current_worker->home);
  };
  suspend(s, line_up, s, nullptr);
}

}  // namespace

slot* innermost_base(fibre const* s) noexcept {
  scope_frame* f = scope_of(s->scope);
  return f != nullptr && s->owns_address(f) ? f->base : s->task_base;
}

void push_slow(fibre* s) {
  if (s->full()) start_overflow_runner(s);  // first: a preemption may push the rest of a loop
  place& p = *place_of(s);
  if (s->poll_requested()) {
    if (s->expose_half()) {
      worker_of(s)->counters.publications.add(1);
      notify(p);
    }
    if (p.waiting_thieves.load(std::memory_order_relaxed) != 0) p.remote->serve_waiting_thieves();  // relaxed: a hint
    // The limit is restored now, so check for work again. A poll request that the restore has
    // overwritten is answered here; a later request clears the limit again.
    producer_fence(p);
    // Loops check for a cancelled scope around them only when a poll is requested, so the request
    // stays up while there is a cancelled scope.
    // sync: SWITCH-POLL <-> request_polls
    if (p.wants_more_awake() || p.cancelled_scopes.load(std::memory_order_relaxed) != 0) s->request_poll();
    if (should_preempt(s, p)) preempt(s);
  }
}

/// A canceller raises its count, fences for all threads, then sets `check_before_run` again.
bool recheck_before_run(fibre* s) noexcept {
  s->check_before_run.store(0, std::memory_order_relaxed);  // sync: CHECK <-> mark
  place& p = *place_of(s);
  producer_fence(p);
  // sync: CHECK <-> mark
  bool const has_reason = p.cancelled_scopes.load(std::memory_order_relaxed) != 0 || s->exits != nullptr ||
                          s->phasers != nullptr || s->is_shielded || s->hooks != 0 || s->hooked != nullptr;
  if (has_reason) s->check_before_run.store(1, std::memory_order_relaxed);  // relaxed: own variable
  return has_reason;
}

void split_ranges(fibre* s) noexcept {
  for (loop_frame* r = s->range; r != nullptr; r = r->outer) r->split_remaining(r);
}

void submit_piece(fibre* s, slot& piece, std::uintptr_t scope_word) {
  scope_frame* f = scope_of(scope_word);
  if (place_of(s)->counting.load(std::memory_order_relaxed) != 0) {  // relaxed: the caller runs inside the scope
    // relaxed: read after the scope's end
    if (task_counts* t = task_counts_around(f)) t->spawned.fetch_add(1, std::memory_order_relaxed);
  }
  f->state.add(1);  // the caller belongs to it, so it is open
  piece.scope = (scope_word & (slot_scope_mask | slot_in_shield)) | slot_counted;
  submit(s->place, piece);
}

bool loop_must_stop(fibre* s) noexcept {
  return s->place->cancelled_scopes.load(std::memory_order_relaxed) != 0 && wait_forbidden(s);  // relaxed: see drain
}

bool is_recorded(fibre* s) noexcept { return s != nullptr && place_of(s)->follows_every_task; }

bool loop_may_split(fibre* s) noexcept { return ask(place_of(s)->events, true, &task_events::may_split_loop, s); }

void spawn_slow(fibre* s) {
  if (place_of(s)->simulated) place_of(s)->machine->charge_cost(system::runtime_cost::queue_task);
  timed_section section(s, phase::issue);
  tell(place_of(s)->events, &task_events::queued, s);
  // relaxed: read after the scope's end
  if (s->counts != nullptr) s->counts->spawned.fetch_add(1, std::memory_order_relaxed);
  if (place_of(s)->detailed) worker_of(s)->counters.tasks.add(1);
  push_slow(s);
}

void push_join_slow(fibre* s) {
  tell(place_of(s)->events, &task_events::queued, s);
  push_slow(s);
}

bool pop_slow(fibre* s, slot* base) noexcept {
  if (place_of(s)->simulated) place_of(s)->machine->charge_cost(system::runtime_cost::start_task);
  timed_section section(s, phase::execute);
  worker_of(s)->counters.reclaims.add(1);
  bool const has_task = s->reclaim(base);
  end_period(*worker_of(s), has_task);
  if (has_task) tell(place_of(s)->events, &task_events::taken, s, *s->top(), false);
  return has_task;
}

namespace {

/// Takes the claimable's slot out of the middle of this fibre's deque. Only slots that the running
/// task has queued in its innermost scope qualify; all slots above such a one are of the same
/// scope, so any order will do. Below them lie slots of other bottom-level tasks, each with a
/// token; the loop of the bottom level must run those.
bool take_from_middle(fibre* s, claimable* c, slot& out) noexcept {
  auto const is_own = [s, c](slot const& h) {
    return (h.scope & ~(slot_counted | slot_shielded | slot_any)) == (s->scope | slot_claimable) &&
           claimable_of(&h) == c;
  };
  return s->take_from_middle(c->where(), innermost_base(s), is_own, out);
}

}  // namespace

bool take_back_or_wait(fibre* s, join_cell* c) {
  slot loot;
  if (stack_is_low(s)) {
    slot* const h = c->where();
    wait_done_firmly(c->done, "invoke", c);  // the deque is public during the wait: another fibre takes the slot
    s->restart_at(h);                        // all slots above the stolen one are gone
    return false;
  }
  if (take_from_middle(s, c, loot)) {
    s->reclaim_half();
    if ((loot.scope & slot_counted) != 0 && complete_tokens(scope_of(loot.scope), 1) != nullptr) {
      base::broken_contract("internal: the last token of a running task's scope was given back");
    }
    return ask(place_of(s)->events, false, &task_events::runs_join, s, loot);
  }
  s->restart_at(c->where());
  wait_done_firmly(c->done, "invoke", c);
  return false;
}

void run_taken_checked(fibre* s, slot* h, task_op op) {
  if (start_forbidden(*s->place, h->scope)) {
    discard(s, h);
    return;
  }
  // A program that only calls async and get hardly comes to drain_checked, which also clears the
  // flag. An instrument that follows every task needs the flag.
  if (place_of(s)->follows_every_task || recheck_before_run(s)) {
    task_on_top const guard(s);
    h->fn(h, op);
    return;
  }
  h->fn(h, op);
  if (s->check_before_run.load(std::memory_order_relaxed) != 0) end_task(s);  // sync: CHECK <-> mark
}

/// Runs the task of an awaited future from the middle of the deque; false: it is not there, or the
/// stack is low.
bool run_from_middle(fibre* s, claimable* c) {
  if (stack_is_low(s)) return false;
  auto const run = [s](slot* task) {
    tell(place_of(s)->events, &task_events::taken, s, *task, true);
    run_taken_checked(s, task, task_op::run);
  };
  slot* const newest = s->top() - 1;
  if (s->is_slow() && has_newest(s, newest, c) && s->pop_if_private_slow(newest)) {
    run(newest);
    return true;
  }
  slot loot;
  if (!take_from_middle(s, c, loot)) return false;
  run(&loot);
  if ((loot.scope & slot_counted) != 0) {
    if (fibre* owner = complete_tokens(scope_of(loot.scope), 1)) make_ready(owner);
  }
  return true;
}

}  // namespace skua::sched
