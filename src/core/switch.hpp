// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Moving a worker from one fibre to another, inlined into each operation that suspends.
//
// A return instruction executed after a switch is mispredicted (the predictor's stack belongs to
// the other fibre), so everything between the waiting operation and the switch is inlined: one
// return per wait instead of five (4 ns each). The exception state of the C++ runtime (caught
// exceptions, uncaught count) belongs to the stack, so it is swapped with it. The post action runs
// on the new stack: only then is the old fibre completely saved, and only then may another worker
// resume it. Edges: CURRENT (thieves read the running fibre), SWITCH-POLL (a thread that requests a
// poll finds the fibre in `current`, or the switch finds the reason of the request).
#pragma once

#include "core/deque_slow.hpp"
#include "core/place.hpp"
#include "core/ready.hpp"
#include "core/steal.hpp"
#include "core/task_events.hpp"
#include "system/address_sanitizer.hpp"
#include "system/context.hpp"

#if defined(SKUA_TSAN)
#include <sanitizer/tsan_interface.h>
#endif

namespace skua::sched {

void set_self(fibre* fibre) noexcept;
/// `from` goes back to the pool.
[[noreturn]] void leave_for(fibre* from, fibre* to) noexcept;
/// The worker's thread ends.
[[noreturn]] void leave_thread(fibre* from) noexcept;
/// The worker's thread begins; returns at its end.
void enter_thread(worker* worker) noexcept;
/// The first call on a fresh stack.
void enter_fibre(fibre* current) noexcept;
/// Runs the post action of the fibre that has just stopped.
void run_post(worker* worker) noexcept;

SKUA_INLINE void publish_current(fibre* to, worker* worker) noexcept {
  to->worker = worker;
  worker->current.store(to, std::memory_order_release);  // sync: CURRENT -> find_local_or_steal
  request_poll_if_needed(to, *worker->home);
}

SKUA_INLINE void swap_exception_globals(fibre* from, fibre* to, worker* worker) noexcept {
  auto* globals = static_cast<std::uintptr_t*>(worker->exception_globals);
  from->exception_globals[0] = globals[0];
  from->exception_globals[1] = globals[1];
  globals[0] = to->exception_globals[0];
  globals[1] = to->exception_globals[1];
}

SKUA_INLINE void switch_to(fibre* from, fibre* to, void (*after)(void*, void*) noexcept, void* first,
                           void* second) noexcept {
  worker* worker = worker_of(from);
  worker->post.fn = after;
  worker->post.first = first;
  worker->post.second = second;
  swap_exception_globals(from, to, worker);
  publish_current(to, worker);
  set_self(to);
  system::begin_switch(&from->asan_fake_stack, to->stack_low, to->stack_bytes);
#if defined(SKUA_TSAN)
  __tsan_switch_to_fiber(to->tsan_fibre, 0);
#endif
  system::switch_context(&from->stack_pointer, to->stack_pointer);
  system::end_switch(from->asan_fake_stack);
  run_post(worker_of(from));
}

/// Gives the worker to another fibre. `after` runs there and registers `current` with the object
/// that will make it ready.
SKUA_INLINE void suspend(fibre* current, void (*after)(void*, void*) noexcept, void* first, void* second) noexcept {
  // pushes, so it may itself suspend and change the worker
  if (SKUA_UNLIKELY(current->range != nullptr)) split_ranges(current);
  tell(place_of(current)->events, &task_events::stops, current);  // first: an instrument may change slots
  worker* worker = worker_of(current);
  worker->counters.suspensions.add(1);
  if (!current->empty() && current->publish_all()) {
    list_suspended(current, worker);
    notify(*worker->home);
  }
  worker->waiting_task = true;
  switch_to(current, next_fibre(worker), after, first, second);
  // sync: SUSPENDED <- unlink_suspended_locked
  if (SKUA_UNLIKELY(current->suspended_at.load(std::memory_order_acquire) != nullptr)) unlist_suspended(current);
  worker = worker_of(current);
  worker->counters.resumptions.add(1);
  tell(worker->home->events, &task_events::continues, current);
}

}  // namespace skua::sched
