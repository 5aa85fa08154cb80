// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The slow paths of push and pop: poll requests, a full deque, stolen slots.

#include <skua/detail/base/check.hpp>
#include <skua/detail/base/ticks.hpp>
#include <skua/detail/core/self.hpp>
#include <skua/detail/core/submit.hpp>
#include <skua/detail/core/suspend.hpp>
#include <skua/invoke.hpp>

#include <algorithm>

#include "core/cancel.hpp"
#include "core/deque_slow.hpp"
#include "core/exporting.hpp"
#include "core/place.hpp"
#include "core/ready.hpp"
#include "core/remote_hooks.hpp"
#include "core/scope_extension.hpp"
#include "core/scope_frame.hpp"
#include "core/sharing.hpp"
#include "core/spare.hpp"
#include "core/switch.hpp"
#include "core/task_events.hpp"
#include "core/task_on_top.hpp"
#include "core/wait_cancel.hpp"

namespace skua::sched {
namespace {

using observe::phase;

/// Detailed timing: the time between construction and destruction belongs to `inside`.
class timed_section {
 public:
  timed_section(fibre* current, phase inside) noexcept : s_(place_of(current)->detailed ? current : nullptr) {
    if (s_ != nullptr) enter(inside);
  }
  ~timed_section() {
    if (s_ != nullptr) enter(phase::user);
  }
  timed_section(timed_section const&) = delete;
  timed_section& operator=(timed_section const&) = delete;

 private:
  void enter(phase phase) const noexcept { worker_of(s_)->counters.enter(phase, place_of(s_)->machine->now()); }
  fibre* s_;
};

/// Slots of stolen tasks are used again if that gains at least this many.
constexpr std::size_t min_compaction = fibre_pool::slots_per_fibre / 8;

/// The deque is full. Memory stays bounded: first the room of stolen slots is used again; else a
/// fresh fibre runs some of the newest tasks (overflow.cpp) while the spawner waits. Those tasks
/// never run on the stack of the spawner: a task there could wait for something that the spawner
/// does later.
void start_overflow_runner(fibre* current) noexcept {
  if (current->compact(innermost_base(current), min_compaction)) return;
  worker* worker = worker_of(current);
  worker->counters.throttles.add(1);
  fibre* fibre = worker->home->fibres.get(worker);
  fibre->overflow_spawner.store(current, std::memory_order_relaxed);  // sync: CURRENT -> steal_from_worker
  scope_of(current->scope)->state.add(1);
  tell(worker->home->events, &task_events::stops, current);
  switch_to(current, fibre, nullptr, nullptr, nullptr);
  tell(worker_of(current)->home->events, &task_events::continues, current);
}

/// Whether the running task must be preempted: for an arrival, for fibres that have waited too long
/// in this worker's lists, or because its worker is a surplus spare. For arrivals and waiting
/// fibres at most once per time slice: the next task may itself be preempted soon, and each
/// preempted fibre keeps its stack.
bool should_preempt(fibre* current, place& place) noexcept {
  worker* worker = worker_of(current);
  if (worker->spare && spares_in_surplus(place)) return true;
  // sync: SWITCH-POLL <-> request_polls
  if (place.arrived.count.load(std::memory_order_relaxed) == 0 &&
      worker->starving_lists.load(std::memory_order_relaxed) == 0)
    return false;
  std::uint64_t const now = place.machine->now();
  if (now - worker->preempted_at < time_slice_ns) {
    current->request_poll();
    return false;
  }
  worker->preempted_at = now;
  return true;
}

/// Preempts the running task: waiting fibres and arrivals run first (next_fibre).
void preempt(fibre* current) noexcept {
  worker* own = worker_of(current);
  own->is_preempting = true;
  auto const line_up = [](void* function, void*) noexcept {
    worker* const current_worker = worker_of(self());  // not the worker above if the rest of a loop was pushed
    put_listed(current_worker, current_worker->preempted, static_cast<fibre*>(function), which_end::back);
    place& home = *current_worker->home;
    if (notify(home) != notified::woken_worker) home.starvation.note_waiter(home);
  };
  suspend(current, line_up, current, nullptr);
}

}  // namespace

slot* innermost_base(fibre const* current) noexcept {
  scope_frame* frame = scope_of(current->scope);
  return frame != nullptr && current->owns_address(frame) ? frame->base : current->task_base;
}

/// A new task was pushed slowly: counts it, and tells the instruments.
void note_spawn(fibre* current) noexcept {
  if (place_of(current)->simulated) place_of(current)->machine->charge_cost(system::runtime_cost::queue_task);
  note_write(*place_of(current), owners_line(current));
  timed_section section(current, phase::issue);
  tell(place_of(current)->events, &task_events::queued, current);
  // relaxed: read after the scope's end
  if (current->counts != nullptr) current->counts->spawned.fetch_add(1, std::memory_order_relaxed);
  if (place_of(current)->detailed) worker_of(current)->counters.tasks.add(1);
}

/// Makes a task of half of the outermost loop that has something to give: its pieces are the
/// largest.
bool divide_outermost(loop_frame* frame) noexcept {
  return frame != nullptr && (divide_outermost(frame->outer) || frame->divide(frame, loop_share::half));
}

void expose_and_notify(fibre* current, place& place) noexcept {
  note_write(place, thieves_line(current));
  note_read(place, &place.gate);
  if (!current->expose_half()) return;
  worker_of(current)->counters.publications.add(1);
  notify(place);
}

/// Answers a steal request where the task must not suspend. The next push sees to other reasons for
/// a poll.
void expose_on_request(fibre* current) noexcept {
  place& place = *place_of(current);
  expose_and_notify(current, place);
  request_poll_if_needed(current, place);
}

bool answer_poll(fibre* current) {
  place& place = *place_of(current);
  bool const has_divided = (current->steal_requested() || place.wants_more_awake()) && divide_outermost(current->range);
  expose_and_notify(current, place);
  // relaxed: a hint
  if (place.waiting_thieves.load(std::memory_order_relaxed) != 0) place.remote->serve_waiting_thieves();
  // The limit is restored now, so check for work again. A poll request that the restore has
  // overwritten is answered here; a later request clears the limit again.
  producer_fence(place);
  // Loops check for a cancelled scope around them only when a poll is requested, so the request
  // stays up while there is a cancelled scope.
  // sync: SWITCH-POLL <-> request_polls
  if (place.wants_more_awake() || place.cancelled_scopes.load(std::memory_order_relaxed) != 0) current->request_poll();
  if (should_preempt(current, place)) preempt(current);
  return has_divided;
}

void push_slow(fibre* current) {
  if (current->full()) start_overflow_runner(current);  // first: a preemption may push the rest of a loop
  if (current->poll_requested()) (void)answer_poll(current);
}

bool recheck_before_run(fibre* current) noexcept {
  place const& place = *place_of(current);
  auto const fence = [&place] { producer_fence(place); };
  return clear_check(current->check_before_run, fence, [current, &place] {
    // sync: CHECK <-> mark
    return place.cancelled_scopes.load(std::memory_order_relaxed) != 0 || current->exits != nullptr ||
           current->phasers != nullptr || current->is_shielded || current->hooks != 0 || current->hooked != nullptr;
  });
}

void split_ranges(fibre* current) noexcept {
  for (loop_frame* frame = current->range; frame != nullptr; frame = frame->outer)
    frame->divide(frame, loop_share::rest);
}

void queue_share(fibre* current, slot& task, std::uintptr_t scope_word, loop_share share) noexcept {
  if (current->scope == scope_word && !current->full()) {
    slot* const top = current->top();
    copy_slot(top, &task);
    top->scope = scope_word;
    current->push_all(top + 1);
    note_spawn(current);
    return;
  }
  scope_frame* frame = scope_of(scope_word);                               // an inner scope is open: HEIGHT-4
  if (place_of(current)->counting.load(std::memory_order_relaxed) != 0) {  // relaxed: the caller runs inside the scope
    // relaxed: read after the scope's end
    if (task_counts* counts = task_counts_around(frame)) counts->spawned.fetch_add(1, std::memory_order_relaxed);
  }
  frame->state.add(1);  // the caller belongs to it, so it is open
  task.scope = (scope_word & (slot_scope_mask | slot_in_shield)) | slot_counted;
  if (share == loop_share::rest)
    submit(current->place, task);
  else
    submit_loot(*place_of(current), &task, 1);
}

bool is_worth_sharing(fibre const* current, double ticks) noexcept {
  place& place = *place_of(current);
  if (place.simulated) return true;
  auto const ns = static_cast<std::uint64_t>((std::min)(1e3 * ticks / base::ticks_per_microsecond(), 1e18));
  if (ns < wake_up_cost::least_share_ns) return false;
  if (ns >= place.waking.least_work_ns()) return true;
  bool const must_wake = place.wants_more_awake() && place.searching.count() == 0;
  return !must_wake || place.waking.has_missed_enough(base::ticks());
}

bool loop_must_stop(fibre* current) noexcept {
  // relaxed: see drain
  return current->place->cancelled_scopes.load(std::memory_order_relaxed) != 0 && wait_forbidden(current);
}

void spawn_slow(fibre* current) {
  note_spawn(current);
  push_slow(current);
}

bool pop_slow(fibre* current, slot* base) noexcept {
  if (place_of(current)->simulated) place_of(current)->machine->charge_cost(system::runtime_cost::start_task);
  note_write(*place_of(current), owners_line(current));
  timed_section section(current, phase::execute);
  bool has_task = current->has_popped_private();
  if (!has_task) {
    worker_of(current)->counters.reclaims.add(1);
    has_task = current->reclaim(base);
  } else if (!current->is_slow() || current->steal_requested()) {
    expose_on_request(current);
  }
  end_period(*worker_of(current), has_task);
  if (has_task) tell(place_of(current)->events, &task_events::taken, current, *current->top(), false);
  return has_task;
}

namespace {

/// Takes the claimable's slot out of the middle of this fibre's deque. Only slots that the running
/// task has queued in its innermost scope qualify; all slots above such a one are of the same
/// scope, so any order will do. Below them lie slots of other bottom-level tasks, each with a
/// token; the loop of the bottom level must run those.
bool take_from_middle(fibre* current, claimable* claim, slot& out) noexcept {
  auto const is_own = [current, claim](slot const& task) {
    return (task.scope & ~(slot_counted | slot_shielded | slot_any)) == (current->scope | slot_claimable) &&
           claimable_of(&task) == claim;
  };
  bool const has_taken = current->take_from_middle(claim->where(), innermost_base(current), is_own, out);
  if (SKUA_UNLIKELY(current->poll_requested())) expose_on_request(current);
  return has_taken;
}

}  // namespace

bool take_back_or_wait(fibre* current, join_cell* join) {
  slot loot;
  if (stack_is_low(current)) {
    slot* const task = join->where();
    wait_done_firmly(join->done, "invoke", join);  // the deque is public during the wait: another fibre takes the slot
    current->restart_at(task);                     // all slots above the stolen one are gone
    return false;
  }
  if (take_from_middle(current, join, loot)) {
    current->reclaim_half();
    if ((loot.scope & slot_counted) != 0 && complete_tokens(scope_of(loot.scope), 1) != nullptr) {
      base::broken_contract("internal: the last token of a running task's scope was given back");
    }
    return true;
  }
  current->restart_at(join->where());
  wait_done_firmly(join->done, "invoke", join);
  return false;
}

void run_taken_checked(fibre* current, slot* task, task_op op) {
  if (start_forbidden(*current->place, task->scope)) {
    discard(current, task);
    return;
  }
  // A program that only calls async and get hardly comes to drain_checked, which also clears the
  // flag.
  if (recheck_before_run(current)) {
    task_on_top const guard(current);
    task->fn(task, op);
    return;
  }
  task->fn(task, op);
  if (current->check_before_run.load(std::memory_order_relaxed) != 0) end_task(current);  // sync: CHECK <-> mark
}

/// Runs the task of an awaited future from the middle of the deque; false: it is not there, or the
/// stack is low.
bool run_from_middle(fibre* current, claimable* claim, task_op op) {
  if (stack_is_low(current)) return false;
  auto const run = [current, op](slot* task) {
    tell(place_of(current)->events, &task_events::taken, current, *task, true);
    run_taken(current, task, op);
  };
  slot* const newest = current->top() - 1;
  if (current->is_slow() && has_newest(current, newest, claim) && current->pop_if_private_slow(newest)) {
    run(newest);
    return true;
  }
  slot loot;
  if (!take_from_middle(current, claim, loot)) return false;
  run(&loot);
  if ((loot.scope & slot_counted) != 0) {
    if (fibre* owner = complete_tokens(scope_of(loot.scope), 1)) make_ready(owner);
  }
  return true;
}

}  // namespace skua::sched
