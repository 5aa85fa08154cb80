// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The frame of a scope on the stack of finish: opening it writes four words, closing it tests one.
//
// The tasks of a scope are the slots of its owner's fibre that belong to its frame (HEIGHT-1), plus
// those outside the fibre, which `state` counts as tokens. Rare parts (exceptions, counts, owned
// objects, stop source) are in an extension made on first use.
//
// Invariants
//   HEIGHT-1  A slot's height says to which open scope of the stack it belongs: the slots in
//     [F.base, base of the next inner frame) belong to frame F, those from the innermost base up to
//     `head` to the innermost frame. So the owner closes a scope without a count: it pops every
//     slot from F.base up, then tests `state`. Three rules keep this true.
//   HEIGHT-2  No thread takes the newest slot of a fibre below its innermost base. `head` would
//     sink below that base, and the next push of the inner scope would add its slot to an outer
//     one. Taking the oldest slots is allowed at any height: that moves only `tail`.
//   HEIGHT-3  A queued slot moves only within its scope, and never slides over a gap into another
//     one. A slot taken from between others is replaced by a gap (is_gap).
//   HEIGHT-4  A piece of a loop is pushed only while the loop's scope is the innermost one. Above
//     the base of an inner scope it would belong to that scope; so it is submitted instead.
//   FRAME-1  A frame on a fibre's stack waits only for frames above it.
//   FRAME-2  A task whose scope is not the innermost one of the stack (stolen, arrived, a resumed
//     coroutine) runs only at the bottom level of a fibre, where none of its frames is open.
#pragma once

#include <exception>

#include <skua/detail/core/deque_slow.hpp>
#include <skua/detail/core/fibre.hpp>
#include <skua/detail/core/scope_state.hpp>

namespace skua::sched {

struct scope_extension;

struct alignas(16) scope_frame {
  std::uintptr_t parent;  // scope_frame* with slot_in_shield, as fibre::scope
  scope_state state;      // zero
  slot* base;             // height of the deque when the scope was opened
  // The fibre that waits for the end; valid once it waits (scope_waiting). Null in the root, in a
  // proxy and in the scope of a coroutine, which wait from the start.
  fibre* owner;
  scope_extension* extension;  // valid if scope_extended

  /// Records the exception being handled; cancels the scope unless it keeps going.
  SKUA_COLD void capture() noexcept;
};

/// Represents a scope of another place at a place where tasks of it run. It has no owner; its last
/// token ends it.
struct proxy_frame : scope_frame {
  std::uint64_t serial = 0;    // unique at this place, never 0: key of its tasks' contributions to reducers
  bool below_place_0 = false;  // the outermost scope around it belongs to place 0
};

/// How a finish ended.
struct scope_outcome {
  bool was_cancelled = false;
  std::uint64_t never_started = 0;
  std::uint64_t ran = 0;
};

// Slow paths, all in src/core.
// Call it when the body of a scope with the body-hook flag has ended.
SKUA_COLD void body_ended(fibre* current, scope_frame* frame) noexcept;
// A task has run on this fibre, which hides no outer one: ends its registrations and completes the
// results that become ready at its end. While `check_before_run` is 0 it has none.
SKUA_COLD void end_task(fibre* current) noexcept;
// The part of drain for a set `check_before_run` or a low stack. Returns true if it has cleared the
// flag; the caller then runs the other tasks.
SKUA_COLD bool drain_checked(fibre* current, slot* base, scope_frame* frame) noexcept;
SKUA_COLD void discard(fibre* current, slot* task) noexcept;   // destroys a task that must not start
scope_outcome close_slow(fibre* current, scope_frame* frame);  // waits for tokens, collects, rethrows
[[noreturn]] SKUA_COLD void no_task_error(char const* verb) noexcept;
void begin_counting(fibre* current, scope_frame* frame);  // counts the tasks of the scope

/// Adds a token for a task to be submitted to the caller's innermost scope (on an external thread,
/// s == nullptr: to the root scope). Returns the scope word for its slot.
std::uintptr_t counted_scope(fibre* current, place_front* at);
/// Returns the token of a task that did not run.
void release_token(place_front* at, std::uintptr_t scope_word) noexcept;
/// Counts a task of the scope that never started.
void count_never_started(std::uintptr_t scope_word) noexcept;
/// Counts n more tasks, which the caller would spawn now, as never started, if the caller's
/// innermost scope is cancelled. Returns false if it is not.
SKUA_COLD bool never_starts(fibre* current, std::uint64_t n) noexcept;
/// For loops that spawn: like never_starts, but costs one load while no scope is cancelled.
SKUA_INLINE bool spawns_nothing(fibre* current, std::uint64_t n) noexcept {
  // relaxed: a thread that saw the cancel sees it
  return SKUA_UNLIKELY(current->place->cancelled_scopes.load(std::memory_order_relaxed) != 0) &&
         never_starts(current, n);
}
/// A stolen callable of invoke was discarded. It was not counted as a task when it was queued, so
/// it must not be counted as a discarded one.
SKUA_COLD void join_discarded(std::uintptr_t scope_word) noexcept;
/// Records an exception in a scope; cancels it unless it keeps going.
void capture_into(std::uintptr_t scope_word, std::exception_ptr exception) noexcept;
/// A pointer to a cancelled_error.
std::exception_ptr make_cancelled() noexcept;

SKUA_INLINE void open_scope(scope_frame& frame, fibre* current, slot* base) noexcept {
  frame.parent = current->scope;  // the state word starts at zero
  frame.base = base;
  current->scope = reinterpret_cast<std::uintptr_t>(&frame);
}

/// Runs the tasks queued above `base`, newest first. All of them belong to `frame`. Stolen ones are
/// counted there as tokens.
///
/// One load of `check_before_run` covers all rare cases: a cancelled scope at this place, something
/// of the caller's task that the tasks must not find (fibre), results to complete at the end of the
/// task that just ran, objects that must be told that the body of `frame` has ended. Any thread
/// with a reason sets it; the owner clears it when no reason is left (drain_checked,
/// run_taken_checked).
///
/// If the stack is low, the tasks stay queued, each with a token, and close_slow waits until other
/// fibres have run them.
SKUA_INLINE void drain(fibre* current, slot* base, scope_frame* frame) noexcept {
  // sync: CHECK <-> mark
  if (SKUA_UNLIKELY(current->check_before_run.load(std::memory_order_relaxed) != 0) ||
      SKUA_UNLIKELY(stack_is_low(current))) {
    if (!drain_checked(current, base, frame)) return;
  }
  while (slot* task = pop_task(current, base)) {
    try {
      task->fn(task, task_op::run);
    } catch (...) {
      frame->capture();
    }
    if (SKUA_UNLIKELY(current->check_before_run.load(std::memory_order_relaxed) != 0)) {  // sync: CHECK <-> mark
      end_task(current);
      if (!drain_checked(current, base, frame)) return;
    }
  }
}

/// Runs a task that its waiter has taken from the deque.
SKUA_INLINE void run_taken(fibre* current, slot* task, task_op op) {
  if (SKUA_UNLIKELY(current->check_before_run.load(std::memory_order_relaxed) != 0)) {  // sync: CHECK <-> mark
    run_taken_checked(current, task, op);
    return;
  }
  task->fn(task, op);
  // sync: CHECK <-> mark
  if (SKUA_UNLIKELY(current->check_before_run.load(std::memory_order_relaxed) != 0)) end_task(current);
}

}  // namespace skua::sched
