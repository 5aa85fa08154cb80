// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The frame of a scope on the stack of finish: three words are written to open it, one is tested to
// close it.
//
// The tasks of a scope are the slots of its owner's fibre above `base`, plus `state`'s tokens
// elsewhere. Everything rare (exceptions, counts, owned objects, stop source) lives in an extension
// made on first use. Invariant I7: a frame on a fibre's stack waits only for frames above it.
#pragma once

#include <exception>

#include <skua/sched/fibre.hpp>
#include <skua/sched/scope_state.hpp>

namespace skua::sched {

struct scope_extension;

struct alignas(16) scope_frame {
  std::uintptr_t parent;       // scope_frame* with slot_in_shield, as fibre::scope
  scope_state state;           // zero
  slot* base;                  // height of the deque when the scope was opened
  fibre* owner;                // valid once the owner waits
  scope_extension* extension;  // valid if scope_extended

  /// Records the exception being handled; cancels the scope unless it keeps going.
  SKUA_COLD void capture() noexcept;
};

/// What stands for a scope at a place to which tasks of it came: it has no owner; its last token
/// ends it.
struct proxy_frame : scope_frame {
  std::uint64_t serial = 0;    // unique at this place, never 0: what its tasks contribute is kept apart under it
  bool below_place_0 = false;  // the outermost scope around it is one of place 0
};

/// How a finish ended.
struct scope_outcome {
  bool was_cancelled = false;
  std::uint64_t never_started = 0;
  std::uint64_t ran = 0;
};

// Slow paths, all in src/sched.
// after a push: attention wanted, or the deque is full
SKUA_COLD void push_slow(fibre* s) noexcept(false);
SKUA_COLD void spawn_slow(fibre* s) noexcept(false);  // the same for a task that counts
bool pop_slow(fibre* s, slot* base) noexcept;         // after lower_head said no
// The body of a scope whose body hook is raised has ended.
SKUA_COLD void body_ended(fibre* s, scope_frame* f) noexcept;
// Results registered since `before` belong to tasks that have ended. While `careful` is 0 there are
// none.
SKUA_COLD void run_task_exits(fibre* s, task_exit* before) noexcept;
SKUA_COLD void drain_carefully(fibre* s, slot* base, scope_frame* f, task_exit* before) noexcept;
SKUA_COLD void discard(fibre* s, slot* h) noexcept;  // a task that must not start
// a cancelled scope around a task about to start
SKUA_COLD bool start_forbidden(place_front const& at, std::uintptr_t scope_word) noexcept;
SKUA_COLD bool wait_forbidden(fibre* s) noexcept;    // the same for a running task that wants to wait
scope_outcome close_slow(fibre* s, scope_frame* f);  // waits for tokens, collects, rethrows
[[noreturn]] SKUA_COLD void outside_task(char const* verb) noexcept;

SKUA_INLINE void open_scope(scope_frame& f, fibre* s, slot* base) noexcept {
  f.parent = s->scope;  // the state word starts at zero
  f.base = base;
  s->scope = reinterpret_cast<std::uintptr_t>(&f);
}

/// Runs what is queued above `base`, newest first. All of it belongs to `f`, or was stolen and is
/// counted there.
///
/// `careful` covers all that is rare with one load: a cancelled scope somewhere at this place,
/// results to be completed at the end of the task that just ran, objects that want to know that the
/// body of `f` has ended. It is set by anyone who has a reason, and cleared by the owner when no
/// reason is left (drain_carefully).
///
/// On a stack that is low the tasks stay queued, each with a token, and close_slow waits until
/// other fibres have run them.
SKUA_INLINE void drain(fibre* s, slot* base, scope_frame* f) noexcept {
  // sync: CAREFUL <-> mark
  if (SKUA_UNLIKELY(s->careful.load(std::memory_order_relaxed) != 0) || SKUA_UNLIKELY(stack_is_low(s))) {
    drain_carefully(s, base, f, s->exits);
    return;
  }
  for (;;) {
    slot* h = s->top();
    if (h == base) return;
    --h;
    if (SKUA_UNLIKELY(!s->lower_head(h)) && !pop_slow(s, base)) return;
    try {
      h->fn(h, task_op::run);
    } catch (...) {
      f->capture();
    }
    if (SKUA_UNLIKELY(s->careful.load(std::memory_order_relaxed) != 0)) {  // sync: CAREFUL <-> mark
      drain_carefully(s, base, f, nullptr);
      return;
    }
  }
}

}  // namespace skua::sched
