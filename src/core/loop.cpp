// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The main loop of a worker: it runs the tasks at the bottom of its fibre, then looks for more
// (work_search.cpp).
//
// A fibre's bottom level runs slots of any scope (stolen, arrived); each slot holds a token. Tokens
// of the same scope are given back in one subtraction. This is safe because a pending token always
// belongs to the scope of the running task.
#include "core/loop.hpp"

#include <utility>

#include "core/cancel.hpp"
#include "core/deque_slow.hpp"
#include "core/overflow.hpp"
#include "core/place.hpp"
#include "core/ready.hpp"
#include "core/scope_frame.hpp"
#include "core/steal.hpp"
#include "core/switch.hpp"
#include "core/work_search.hpp"

namespace skua::sched {
namespace {

/// Tokens of finished bottom-level tasks, not yet given back.
class pending_tokens {
 public:
  bool differs(scope_frame* frame) const noexcept { return frame != frame_; }
  void start(scope_frame* frame) noexcept { frame_ = frame; }
  void add() noexcept { count_ += frame_ != nullptr; }
  void flush() noexcept {
    if (count_ == 0) return;
    owner_ = complete_tokens(frame_, count_);
    count_ = 0;
  }
  /// The owner of a scope that ended here with its last task.
  fibre* take_owner() noexcept { return std::exchange(owner_, nullptr); }

 private:
  scope_frame* frame_ = nullptr;
  std::int64_t count_ = 0;
  fibre* owner_ = nullptr;
};

/// Prepares the fibre for a bottom-level task of scope `frame`: sets counting and slow mode as that
/// scope requires.
SKUA_COLD void adjust_mode(fibre* current, place& place, scope_frame* frame) noexcept {
  // relaxed: ordered by how the task got here
  current->counts = place.counting.load(std::memory_order_relaxed) != 0 ? task_counts_around(frame) : nullptr;
  current->set_mode(current->counts != nullptr ? slow_mode::all : place.slow);
}

SKUA_INLINE void run_one(fibre* current, slot* task, scope_frame* frame) noexcept {
  place& place = *place_of(current);
  current->scope = reinterpret_cast<std::uintptr_t>(frame);
  current->task_base = task;
  // relaxed: see adjust_mode
  if (SKUA_UNLIKELY(place.counting.load(std::memory_order_relaxed) != 0 || current->is_slow()))
    adjust_mode(current, place, frame);
  // relaxed: ordered by how the task got here
  if (SKUA_UNLIKELY(place.has_proxies.load(std::memory_order_relaxed))) current->context = context_of(frame);
  try {
    // sync: CHECK <-> mark
    if (SKUA_UNLIKELY(current->check_before_run.load(std::memory_order_relaxed) != 0) && frame != nullptr &&
        start_forbidden(place, task->scope)) {
      discard(current, task);
    } else {
      task->fn(task, task_op::run);
    }
  } catch (...) {
    frame->capture();
  }
  bool const must_check = current->check_before_run.load(std::memory_order_relaxed) != 0;  // sync: CHECK <-> mark
  if (SKUA_UNLIKELY(must_check)) end_task(current);
  if (SKUA_UNLIKELY(must_check) || current->top() != task) drain(current, task, frame);
}

/// Runs everything in the deque, and the tasks that become ready here. Returns the owner of a scope
/// that this completed; the caller continues it.
fibre* run_bottom(fibre* current) noexcept {
  pending_tokens done;
  for (;;) {
    slot* const task = pop_task(current, current->bottom());
    if (task == nullptr) {
      if (!take_own_ready_task(current, worker_of(current))) break;
      continue;
    }
    scope_frame* frame = scope_of(task->scope);
    if (SKUA_UNLIKELY(done.differs(frame))) {
      done.flush();
      if (fibre* owner = done.take_owner()) make_ready(owner);
      done.start(frame);
    }
    run_one(current, task, frame);
    done.add();
  }
  done.flush();
  current->scope = 0;
  return done.take_owner();
}

}  // namespace

void fibre_main(void* argument) noexcept {
  auto* current = static_cast<fibre*>(argument);
  enter_fibre(current);
  run_post(worker_of(current));
  // relaxed: set before the switch to this fibre
  if (current->overflow_spawner.load(std::memory_order_relaxed) != nullptr) {
    if (fibre* ready = run_overflow(current)) leave_for(current, ready);
  }
  for (;;) {
    fibre* ready = run_bottom(current);
    if (ready == nullptr) {
      ready = find_work(current);
      if (ready == nullptr && current->empty()) leave_thread(current);
    }
    if (ready != nullptr) leave_for(current, ready);
  }
}

}  // namespace skua::sched
