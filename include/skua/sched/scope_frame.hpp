// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The frame of a scope on the stack of finish: three words are written to open it, one is tested to close it.
//
// The tasks of a scope are the slots of its owner's fibre above `base`, plus `state`'s tokens elsewhere. Everything rare
// (exceptions, counts, owned objects, stop source) lives in an extension made on first use.
// Invariant I7: a frame on a fibre's stack waits only for frames above it.
#pragma once

#include <exception>

#include <skua/sched/fibre.hpp>
#include <skua/sched/scope_state.hpp>

namespace skua::sched {

struct scope_extension;

struct alignas(16) scope_frame {
  std::uintptr_t parent;       // scope_frame* with slot_in_shield, as fibre::scope
  scope_state state;
  slot* base;                  // height of the deque when the scope was opened
  fibre* owner;                // valid once the owner waits
  scope_extension* extension;  // valid if scope_extended

  /// Records the exception being handled; cancels the scope unless it keeps going.
  SKUA_COLD void capture() noexcept;
};

/// How a finish ended.
struct scope_outcome {
  bool was_cancelled = false;
  std::uint64_t never_started = 0;
  std::uint64_t ran = 0;
};

// Slow paths, all in src/sched.
SKUA_COLD void push_slow(fibre* s) noexcept(false);                  // after a push: attention wanted, or the deque is full
SKUA_COLD void spawn_slow(fibre* s) noexcept(false);                 // the same for a task that counts
bool pop_slow(fibre* s, slot* base) noexcept;                        // after lower_head said no
SKUA_COLD void run_task_exits(fibre* s, task_exit* before) noexcept; // a task has ended that began with these
SKUA_COLD void discard(fibre* s, slot* h) noexcept;                  // a task that must not start
SKUA_COLD bool start_forbidden(std::uintptr_t scope_word) noexcept;  // a cancelled scope around a task about to start
SKUA_COLD bool wait_forbidden(fibre* s) noexcept;                    // the same for a running task that wants to wait
SKUA_COLD void body_ended(fibre* s, scope_frame* f) noexcept;
scope_outcome close_slow(fibre* s, scope_frame* f);                  // waits for tokens, collects, rethrows
[[noreturn]] SKUA_COLD void outside_task(char const* verb) noexcept;

SKUA_INLINE void open_scope(scope_frame& f, fibre* s, slot* base) noexcept {
  f.parent = s->scope;
  f.state.reset();
  f.base = base;
  s->scope = reinterpret_cast<std::uintptr_t>(&f);
}

/// Runs what is queued above `base`, newest first. All of it belongs to `f`, or was stolen and is counted there.
SKUA_INLINE void drain(fibre* s, slot* base, scope_frame* f) noexcept {
  task_exit* const exits = s->exits;
  while (s->top() != base) {
    slot* h = s->top() - 1;
    if (SKUA_UNLIKELY(!s->lower_head(h))) {
      if (!pop_slow(s, base)) break;
    }
    try {
      if (SKUA_UNLIKELY(s->at->cancelled_scopes.load(std::memory_order_relaxed) != 0) && start_forbidden(h->scope)) {  // relaxed: a cancel that returned before is ordered before by whatever made us know
        discard(s, h);
      } else {
        h->fn(h, task_op::run);
      }
    } catch (...) {
      f->capture();
    }
    if (SKUA_UNLIKELY(s->exits != exits)) run_task_exits(s, exits);
  }
}

}  // namespace skua::sched
