// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Running the tasks of a full deque in place: no task is copied, so that ten million spawns from
// one task cost what spawns cost.
//
// The spawner stops, and a fresh fibre on the same worker works off its deque: the overflow fibre.
// It pops as the owner would, but runs the tasks on its own stack. One token of the spawner's
// innermost scope stands for all tasks that run there. When one of the tasks waits, the overflow
// ends at once: the spawner becomes ready, and the overflow fibre no longer touches its deque. When
// one is preempted, the spawner stays stopped until the task continues, which needs a worker and
// nothing else. Otherwise the spawner would fill its deque again and start another overflow fibre
// at each preemption: more and more tasks would be half done, each with a full deque of tasks below
// it.
// Invariants
//   OVERFLOW-1  One fibre at a time moves the head of the spawner's deque. The overflow fibre does
//     so only while `is_running`; its own thread clears that before it makes the spawner ready.
//   OVERFLOW-2  The overflow fibre pops nothing below the spawner's innermost base (HEIGHT-2).
//   OVERFLOW-3  After the overflow the spawner continues with slots below those of its open joins,
//     because a claimable whose slot is gone must not find that slot any more.
//   OVERFLOW-4  Whenever the overflow fibre uses the spawner's deque, the spawner's `worker` is
//     that of the overflow fibre: the slow paths of the deque reach counters, trace and phases
//     through it. The overflow fibre may have changed its worker during a task: it stops while an
//     overflow of its deque runs, and another worker may continue it.
// Thieves find the spawner's deque through the field `overflow_spawner` of the overflow fibre,
// which answers their requests between tasks.
#include "core/overflow.hpp"

#include <skua/detail/core/self.hpp>
#include "core/scope_frame.hpp"

#include "core/cancel.hpp"
#include "core/deque_slow.hpp"
#include "core/place.hpp"
#include "core/ready.hpp"
#include "core/switch.hpp"
#include "core/tokens.hpp"

namespace skua::sched {
namespace {

constexpr int max_tasks_per_run = 256;

struct overflow_run : loop_frame {
  fibre* overflow_spawner;
  bool is_running = true;

  /// A task of the overflow fibre is about to suspend.
  static bool end(loop_frame* frame, loop_share share) noexcept {
    auto* me = static_cast<overflow_run*>(frame);
    if (share == loop_share::half || !me->is_running || worker_of(self())->is_preempting) return false;
    me->is_running = false;
    self()->overflow_spawner.store(nullptr, std::memory_order_relaxed);  // relaxed: a hint to thieves
    make_ready(me->overflow_spawner);
    return true;
  }
};

void run_spawner_task(fibre* runner, slot* next_task, scope_frame* frame) noexcept {
  std::uintptr_t const word = next_task->scope;
  hide_from_waiter(*next_task);  // OVERFLOW-3
  try {
    // sync: CHECK <-> mark
    if (SKUA_UNLIKELY(runner->check_before_run.load(std::memory_order_relaxed) != 0) &&
        start_forbidden(*runner->place, word)) {
      discard(runner, next_task);
    } else {
      next_task->fn(next_task, task_op::run);
    }
  } catch (...) {
    frame->capture();
  }
  bool const must_check = runner->check_before_run.load(std::memory_order_relaxed) != 0;  // sync: CHECK <-> mark
  if (SKUA_UNLIKELY(must_check)) end_task(runner);
  if (SKUA_UNLIKELY(must_check) || !runner->empty()) drain(runner, runner->bottom(), frame);
  if (SKUA_UNLIKELY((word & slot_counted) != 0)) {
    if (fibre* owner = complete_tokens(frame, 1)) make_ready(owner);
  }
}

}  // namespace

fibre* run_overflow(fibre* runner) noexcept {
  // relaxed: set before the switch to this fibre
  fibre* const current = runner->overflow_spawner.load(std::memory_order_relaxed);
  scope_frame* const frame = scope_of(current->scope);
  slot* const base = innermost_base(current);
  overflow_run run{{nullptr, &overflow_run::end, 0}, current};
  runner->scope = reinterpret_cast<std::uintptr_t>(frame);
  runner->counts = current->counts;
  runner->context = current->context;
  runner->set_mode(current->mode());
  runner->range = &run;
  for (int n = 0; n < max_tasks_per_run && current->top() > base; ++n) {
    slot* const end = current->top();
    slot* const next_task = pop_task(current, base);
    if (next_task == nullptr) {                                            // all were stolen
      for (slot* task = base; task < end; ++task) forget_claimable(task);  // OVERFLOW-3
      break;
    }
    run_spawner_task(runner, next_task, frame);
    if (!run.is_running) break;
    current->worker = runner->worker;  // OVERFLOW-4
    if (SKUA_UNLIKELY(current->poll_requested()) && current->expose_half()) notify(*place_of(runner));
  }
  runner->range = nullptr;
  runner->scope = 0;
  runner->overflow_spawner.store(nullptr, std::memory_order_relaxed);  // relaxed: a hint to thieves
  fibre* owner = complete_tokens(frame, 1);
  if (!run.is_running) return owner;
  if (owner != nullptr) make_ready(owner);
  return current;
}

}  // namespace skua::sched
